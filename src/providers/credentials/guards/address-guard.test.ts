import { describe, expect, test } from "vitest";
import { NotSent } from "../../../engine/ports/not-sent.ts";
import { judged } from "../judged.fixture.ts";
import { addressGuard } from "./address-guard.ts";
import { webhookGuard } from "./webhook-guard.ts";

const names: Readonly<Record<string, readonly string[]>> = {
  "public.example": ["203.0.113.7", "2001:db8::7"],
  "inside.example": ["10.0.0.7"],
  "both.example": ["203.0.113.7", "169.254.169.254"],
  "here.example": ["127.0.0.1"],
};
const resolve = async (name: string) => names[name] ?? [];

const machine = {
  google: () => async () => ({}),
  azure: () => async () => ({}),
  readText: async () => "",
  resolve,
  guarded: judged(async () => new Response()),
};
const publicOnly = { allows: (kind: unknown) => kind === null, remedy: () => "say that it is meant" };

function isRefused(url: string, environment: Readonly<Record<string, string>> = {}): Promise<boolean> {
  return webhookGuard({ environment, machine })
    .check(new URL(url))
    .then(
      () => false,
      (cause: unknown) => {
        expect(cause).toBeInstanceOf(NotSent);
        expect(cause).toMatchObject({ refusal: { kind: "invalid", code: "private-address" } });
        return true;
      },
    );
}

describe("addresses", () => {
  test.each([
    ["https://public.example", false],
    ["https://203.0.113.7", false],
    ["https://inside.example", true],
    ["https://both.example", true],
    ["https://here.example", true],
    ["http://169.254.169.254/latest", true],
    ["http://[::ffff:a9fe:a9fe]/", true],
    ["http://[fd00::7]/", true],
    ["http://192.168.0.1:8080", true],
    ["http://127.0.0.1:8787", true],
    ["http://LOCALHOST:8787", true],
    ["http://cloud.localhost", true],
  ])("%s is refused: %s", async (url, refused) => expect(await isRefused(url)).toBe(refused));

  test("what was looked up is what to connect to; a name without address is no way to go", async () => {
    const guard = addressGuard({ ...publicOnly, resolve });
    expect(await guard.check(new URL("https://public.example/x"))).toEqual(["203.0.113.7", "2001:db8::7"]);
    expect(await guard.check(new URL("https://203.0.113.7"))).toBeNull();
    await expect(guard.check(new URL("https://nowhere.example"))).rejects.toMatchObject({
      refusal: { kind: "unavailable", detail: expect.stringContaining("nowhere.example") },
    });
  });

  test("behind a proxy names are not looked up, and addresses stay refused", async () => {
    const guard = webhookGuard({ environment: { HTTPS_PROXY: "http://proxy.example" }, machine });
    expect(await guard.check(new URL("https://nowhere.example"))).toBeNull();
    await expect(guard.check(new URL("http://169.254.169.254"))).rejects.toThrow(NotSent);
  });

  test("the refusal names the address, its kind and the way out", async () => {
    const guard = webhookGuard({ environment: {}, machine });
    await expect(guard.check(new URL("https://inside.example:8443/x"))).rejects.toThrow(
      / inside\.example:8443, .*private.* PLUMB_ALLOW_PRIVATE_WEBHOOK=inside\.example/,
    );
  });

  test.each([
    ["inside.example", "https://inside.example", false],
    ["INSIDE.example , other.example", "https://inside.example", false],
    ["other.example", "https://inside.example", true],
    ["fd00::7", "http://[fd00::7]/", false],
    ["[fd00::7]", "http://[fd00::7]/", false],
    ["10.0.0.7", "https://inside.example", true],
    ["*", "http://169.254.169.254", false],
    ["", "http://169.254.169.254", true],
  ])("with %j allowed, %s is refused: %s", async (allowed, url, refused) => {
    expect(await isRefused(url, { PLUMB_ALLOW_PRIVATE_WEBHOOK: allowed })).toBe(refused);
  });

  test("what is written out is connected to directly where no proxy may stand between", async () => {
    const loopback = { ...publicOnly, allows: (kind: unknown) => kind === "loopback", resolve, isDirect: true };
    const guard = addressGuard(loopback);
    expect(await guard.check(new URL("http://127.0.0.1:8787"))).toEqual(["127.0.0.1"]);
    expect(await guard.check(new URL("http://localhost:8787"))).toEqual(["127.0.0.1", "::1"]);
    for (const url of ["http://169.254.169.254", "https://inside.example", "https://203.0.113.7"])
      await expect(guard.check(new URL(url))).rejects.toThrow(NotSent);
  });

  test("without a name service names are taken as they are, and addresses are not", async () => {
    const guard = addressGuard(publicOnly);
    await guard.check(new URL("https://inside.example"));
    await expect(guard.check(new URL("https://10.0.0.7"))).rejects.toThrow(NotSent);
  });
});
