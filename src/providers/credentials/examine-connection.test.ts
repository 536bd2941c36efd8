import { describe, expect, test } from "vitest";
import { ExchangeFailed } from "../../../packages/base/exchange/exchange-failed.ts";
import { answerFindings, credentialFindings, wayFindings, witnessing } from "./examine-connection.ts";
import { factsOfToken } from "./sources/credential-facts.ts";
import type { Machine } from "./sources/machine.ts";

const now = Date.parse("2026-01-01T00:00:00Z");
const facts = { link: "TOKEN", isRenewed: false, principal: "ada", tenant: null, endsAt: null, disownedBy: null };

function machine(addresses: readonly string[] = ["192.0.2.1"]): Machine {
  return {
    google: () => async () => ({}),
    azure: () => async () => ({}),
    readText: () => Promise.reject(new Error("nothing is read")),
    resolve: async () => addresses,
    guarded: () => () => Promise.reject(new Error("nothing is sent")),
  };
}

async function way(environment: Readonly<Record<string, string>>, on = machine()) {
  const findings = await wayFindings(["https://vendor.example"], { environment, machine: on });
  return Object.fromEntries(findings.map((each) => [each.check, each]));
}

describe("how long a credential lasts", () => {
  test.each([
    [{ isRenewed: true }, "pass"],
    [{ endsAt: null }, "unknown"],
    [{ endsAt: now - 1 }, "fail"],
    [{ endsAt: now + 600_000 }, "pass"],
    [{ endsAt: now + 7_200_000 }, "pass"],
  ])("%j: %s", (more, status) => {
    const found = credentialFindings({ ...facts, ...more }, now, { welcomes: 1 }).find(
      ({ check }) => check === "lifetime",
    );
    expect(found?.status).toBe(status);
  });
});

test("a token that its issuer disowns has failed, unless the vendor takes it all the same", () => {
  const status = (welcomes: number) =>
    credentialFindings({ ...facts, endsAt: null, disownedBy: "Google" }, now, { welcomes }).at(-1)?.status;
  expect([status(0), status(1)]).toEqual(["fail", "unknown"]);
});

test("a token is read for whom it is, and what is no token tells nothing", () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const token = `${part({})}.${part({ upn: "ada@acme.example", tid: "t", exp: 1_767_225_600 })}.s`;
  expect(factsOfToken({ Authorization: `Bearer ${token}` })).toEqual({
    principal: "ada@acme.example",
    tenant: "t",
    endsAt: now,
  });
  const nothing = { principal: null, tenant: null, endsAt: null };
  for (const text of ["opaque", "a.b.c", `a.${Buffer.from("[1]").toString("base64url")}.c`, ""])
    expect(factsOfToken({ authorization: `Bearer ${text}` })).toEqual(nothing);
});

describe("the way to a vendor", () => {
  test("a proxy in use is named without its password", async () => {
    const { proxy } = await way({ HTTPS_PROXY: "http://ada:secret@proxy.example:8080" });
    expect(proxy).toMatchObject({ status: "pass", detail: "http://proxy.example:8080, by HTTPS_PROXY" });
    expect(JSON.stringify(proxy)).not.toContain("secret");
  });

  test("one that is not used is told, and one that is no address", async () => {
    expect((await way({ http_proxy: "http://proxy.example" }))["proxy"]).toMatchObject({
      status: "unknown",
      remedy: expect.stringContaining("HTTPS_PROXY"),
    });
    const past = await way({ HTTPS_PROXY: "http://proxy.example", NO_PROXY: "vendor.example" });
    expect(past["proxy"]).toMatchObject({ status: "pass", detail: expect.stringContaining("NO_PROXY") });
    expect((await way({ HTTPS_PROXY: "::" }))["proxy"]).toMatchObject({ status: "fail" });
    expect((await way({}))["proxy"]).toMatchObject({ status: "pass", detail: "none" });
  });

  test.each([
    [{}, { extra: 0, system: null }, "pass", "the usual authorities"],
    [{ NODE_EXTRA_CA_CERTS: "/ca.pem" }, { extra: 2, system: null }, "pass", "the usual authorities, and 2 of /ca.pem"],
    [{}, { extra: 0, system: 140 }, "pass", "the usual authorities, and 140 of the system's store"],
    [{ NODE_EXTRA_CA_CERTS: "/none.pem" }, { extra: 0, system: null }, "fail", "/none.pem"],
    [{ NODE_TLS_REJECT_UNAUTHORIZED: "0" }, { extra: 0, system: null }, "fail", " every "],
  ])("certificates with %j, of which %j were read: %s", async (environment, read, status, detail) => {
    const on = { ...machine(), authorities: async () => read };
    expect((await way(environment, on))["certificates"]).toMatchObject({
      status,
      detail: expect.stringContaining(detail),
    });
  });

  test("address families are told, and a name without any address", async () => {
    const both = machine(["192.0.2.1", "2001:db8::1"]);
    expect((await way({}, both))["address"]).toMatchObject({ detail: "vendor.example: IPv4 and IPv6" });
    expect((await way({}, machine([])))["address"]).toMatchObject({ status: "fail" });
    expect((await way({ HTTPS_PROXY: "http://proxy.example" }))["address"]).toMatchObject({ status: "unknown" });
  });
});

test("what answered is told from what did not", async () => {
  const seen = { skewMs: null, answers: 0, welcomes: 0, failure: null };
  const failing = witnessing(
    () => Promise.reject(new ExchangeFailed("connect", new Error("nobody listens"))),
    seen,
    () => now,
  );
  const request = { method: "GET", url: "https://vendor.example", headers: {}, body: "" };
  await expect(failing(request)).rejects.toThrow("nobody listens");
  expect(answerFindings(seen).map(({ status }) => status)).toEqual(["fail", "unknown"]);
  const dated = { headers: { date: new Date(now + 120_000).toUTCString() } };
  const late = witnessing(
    async () => ({ status: 200, ...dated, body: "" }),
    seen,
    () => now,
  );
  await late(request);
  expect(answerFindings(seen)).toMatchObject([
    { check: "reach", status: "unknown" },
    { check: "clock", status: "fail", detail: expect.stringMatching(/ 121 s ahead$/) },
  ]);
});
