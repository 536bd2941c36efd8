import { beforeEach, describe, expect, test } from "vitest";
import type { TestDeployment } from "../../src/service/use-cases/deployment.fixture.ts";
import { attachments } from "../../src/service/use-cases/deployment.fixture.ts";
import { ApiWorld, type Called } from "./api-world.ts";

/** Rights, settings and keys of stacks that are made anew, over whatever store. */
export function lineageCases(newDeployment: () => TestDeployment | Promise<TestDeployment>): void {
  // Rights and settings belong to a stack, not to its name: one that is made anew under an old name starts empty.

  let world: ApiWorld;
  let owner: string;
  beforeEach(async () => {
    world = await ApiWorld.served({}, await newDeployment());
    owner = (await world.access?.tokenWith("admin")) ?? "";
    await asOwner("POST", "/v1/projects/test/stacks", { name: "dev" });
  });

  async function asOwner(method: string, path: string, body?: unknown, headers = {}): Promise<Called> {
    const called = await world.call(method, path, { token: owner, headers, ...(body === undefined ? {} : { body }) });
    if (called.status >= 300) throw new Error(`${method} ${path}: ${called.status} ${called.text}`);
    return called;
  }

  async function anew(name = "dev"): Promise<void> {
    await asOwner("DELETE", `/v1/projects/test/stacks/${name}`);
    await asOwner("POST", "/v1/projects/test/stacks", { name });
  }

  /** A machine's token that holds the role on the stack. */
  async function holder(role: string): Promise<string> {
    const body = { name: "m", role: "admin", expiresInDays: 1, machine: true };
    const made = (await asOwner("POST", "/v1/tokens", body)).body as {
      readonly token: string;
      readonly principal: string;
    };
    await asOwner("PUT", `/v1/projects/test/stacks/dev/role-assignments/${encodeURIComponent(made.principal)}`, {
      role,
    });
    return made.token;
  }

  const status = async (token: string, method: string, path: string, body?: unknown, headers = {}) =>
    (await world.call(method, path, { token, headers, ...(body === undefined ? {} : { body }) })).status;

  describe("a stack that is made anew under an old name", () => {
    test("knows no role of the old one", async () => {
      const token = await holder("admin");
      expect(await status(token, "GET", "/v1/projects/test/stacks/dev")).toBe(200);
      await asOwner("DELETE", "/v1/projects/test/stacks/dev");
      expect(await status(token, "GET", "/v1/projects/test/stacks/dev")).toBe(404);
      await asOwner("POST", "/v1/projects/test/stacks", { name: "dev" });
      expect(await status(token, "GET", "/v1/projects/test/stacks/dev")).toBe(404);
      expect((await world.call("GET", "/v1/stacks", { token })).text).not.toContain("dev");
      expect((await asOwner("GET", "/v1/projects/test/stacks/dev/role-assignments")).body).toMatchObject({
        assignments: [],
      });
      // Whoever held a role on it alone holds none any more.
      expect(await status(token, "GET", "/v1/tokens")).toBe(403);
    });

    test("is outside the limits of a token for the old one", async () => {
      const body = { name: "t", role: "operator", stacks: ["test/dev"], expiresInDays: 1 };
      const { token } = (await asOwner("POST", "/v1/tokens", body)).body as { readonly token: string };
      expect(await status(token, "GET", "/v1/projects/test/stacks/dev")).toBe(200);
      await anew();
      expect(await status(token, "GET", "/v1/projects/test/stacks/dev")).toBe(404);
      expect((await world.call("GET", "/v1/whoami", { token })).body).toMatchObject({
        caller: { scope: { stacks: [] } },
      });
    });

    test("has no settings and no webhooks of the old one", async () => {
      const webhook = {
        id: "w",
        url: "https://hooks.example/x",
        topics: ["run.ended"],
        secret: `whsec_${"A".repeat(44)}`,
      };
      const settings = { approvals: 2, driftEveryMs: 60_000, webhooks: [webhook] };
      await asOwner("PUT", "/v1/projects/test/stacks/dev/settings", settings, { "if-match": "*" });
      await anew();
      expect((await asOwner("GET", "/v1/projects/test/stacks/dev/settings")).body).toEqual({
        approvals: 0,
        driftEveryMs: null,
        webhooks: [],
      });
      // Settings that are read of the old stack are no ground for writing to the new one.
      const kept = { ...settings, webhooks: [{ id: "w", url: webhook.url, topics: webhook.topics }] };
      expect(await status(owner, "PUT", "/v1/projects/test/stacks/dev/settings", kept, { "if-match": "*" })).toBe(422);
    });

    test("opens no config value that was sealed for the old one", async () => {
      const sealed = async () =>
        (
          (await asOwner("POST", "/v1/projects/test/stacks/dev/config:seal", { key: "pin", value: "pin-4711" }))
            .body as {
            sealed: string;
          }
        ).sealed;
      const open = (text: string) =>
        world.call("POST", "/v1/projects/test/stacks/dev/config:open", {
          token: owner,
          body: { values: { pin: text } },
        });
      const old = await sealed();
      expect((await open(old)).body).toEqual({ values: { pin: "pin-4711" } });
      await anew();
      const refused = await open(old);
      expect(refused.status).toBe(422);
      expect(refused.text).toContain("/config/pin");
      expect(refused.text).not.toContain("pin-4711");
      expect((await open(await sealed())).status).toBe(200);
      // A value may be sealed before the stack is made, and is the stack's that is made then.
      await asOwner("DELETE", "/v1/projects/test/stacks/dev");
      const early = await sealed();
      await asOwner("POST", "/v1/projects/test/stacks", { name: "dev" });
      expect((await open(early)).status).toBe(200);
    });

    test("is not known by rights to another process of the service either", async () => {
      const token = await holder("admin");
      const access = world.access;
      if (access === null) throw new Error("no access");
      const seen = { ...access, access: access.another() };
      const other = await ApiWorld.served({ deployment: world.deployment.as(2) }, world.deployment, seen);
      expect((await other.call("GET", "/v1/projects/test/stacks/dev", { token })).status).toBe(200);
      await anew();
      expect((await other.call("GET", "/v1/projects/test/stacks/dev", { token })).status).toBe(404);
    });
  });

  describe("a key", () => {
    const keyed = { "idempotency-key": "k" };
    const plan = { kind: "apply", newStack: true, declaration: attachments({ a: "one" }) };

    test("under which a stack was made is refused once that stack is gone, be there another of its name or not", async () => {
      const make = () =>
        world.call("POST", "/v1/projects/test/stacks", { token: owner, headers: keyed, body: { name: "made" } });
      const [first, second] = [await make(), await make()];
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.headers.get("idempotency-replayed")).toBe("true");
      await asOwner("DELETE", "/v1/projects/test/stacks/made");
      const gone = await make();
      expect([gone.status, gone.body]).toMatchObject([422, { code: "key-reused" }]);
      expect(gone.text).toContain("a stack `test/made` that was removed since; use a new key");
      expect(await status(owner, "GET", "/v1/projects/test/stacks/made")).toBe(404);
      await asOwner("POST", "/v1/projects/test/stacks", { name: "made" });
      expect(await make()).toMatchObject({ status: 422, body: { code: "key-reused" } });
    });

    test("of a request about the old stack is refused at the new one, for an admin of everything too", async () => {
      const { digest } = (await asOwner("POST", "/v1/projects/test/stacks/dev/plans", plan, keyed)).body as {
        readonly digest: string;
      };
      await asOwner(
        "PUT",
        "/v1/projects/test/stacks/dev/settings",
        { approvals: 1, driftEveryMs: null, webhooks: [] },
        { "if-match": "*" },
      );
      const asked = [
        ["/v1/projects/test/stacks/dev/plans", plan],
        ["/v1/projects/test/stacks/dev/runs", { plan: digest }],
        ["/v1/projects/test/stacks/dev/state:refresh", undefined],
      ] as const;
      for (const [path, body] of asked) await asOwner("POST", path, body, keyed);
      // It is the same request as long as the stack is there.
      for (const [path, body] of asked)
        expect((await asOwner("POST", path, body, keyed)).headers.get("idempotency-replayed"), path).toBe("true");
      await anew();
      for (const [path, body] of asked) {
        const refused = await world.call("POST", path, { token: owner, body, headers: keyed });
        expect(refused, path).toMatchObject({ status: 422, body: { code: "key-reused" } });
      }
      expect((await asOwner("GET", "/v1/projects/test/stacks/dev/runs")).body).toMatchObject({ runs: [] });
      expect(
        (await asOwner("POST", "/v1/projects/test/stacks/dev/plans", plan, { "idempotency-key": "other" })).status,
      ).toBe(201);
    });

    test("of a request that made the stack has its answer while that one stands", async () => {
      const { digest } = (await asOwner("POST", "/v1/projects/test/stacks/fresh/plans", plan)).body as {
        readonly digest: string;
      };
      const ask = () =>
        world.call("POST", "/v1/projects/test/stacks/fresh/runs", {
          token: owner,
          body: { plan: digest },
          headers: keyed,
        });
      const first = await ask();
      const { run } = first.body as { readonly run: string };
      expect((await world.follow("fresh", run, { token: owner })).at(-1)).toMatchObject({ status: "done" });
      expect(await ask()).toMatchObject({ status: first.status, body: first.body });
      await asOwner("DELETE", "/v1/projects/test/stacks/fresh/resources/a");
      await anew("fresh");
      expect(await ask()).toMatchObject({ status: 422, body: { code: "key-reused" } });
    });
  });

  test("no role is given on a stack that is not there, and no token is limited to one", async () => {
    const path = `/v1/projects/test/stacks/nowhere/role-assignments/${encodeURIComponent("group:x")}`;
    expect(await status(owner, "PUT", path, { role: "reader" })).toBe(404);
    const body = { name: "t", role: "operator", stacks: ["test/nowhere"], expiresInDays: 1 };
    expect(await status(owner, "POST", "/v1/tokens", body)).toBe(422);
  });
}
