import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { holdsCanary, vendors } from "./canaries.fixture.ts";
import { foreign } from "./foreign-addresses.fixture.ts";
import { type HostileWorld, openHostileWorld } from "./hostile-world.fixture.ts";
import { declarationOf, planning } from "./planning.fixture.ts";
import { openServed, type ServedPlumb } from "./served-plumb.fixture.ts";

let world: HostileWorld;
let open: ServedPlumb[] = [];
beforeAll(async () => {
  world = await openHostileWorld();
});
afterAll(() => world.close());
beforeEach(() => world.forget());
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function served(environment: Readonly<Record<string, string>>, settings: object = {}): Promise<ServedPlumb> {
  const made = await openServed(world, environment, settings);
  open = [...open, made];
  return made;
}

const planIn = (plumb: ServedPlumb, stack: string, declaration: object, token?: string) =>
  plumb.ask(
    "POST",
    `/v1/projects/test/stacks/${stack}/plans`,
    planning(declaration),
    token === undefined ? {} : { token },
  );

describe.each(Object.entries(vendors))("%s: a planner of one stack", (_, vendor) => {
  test("gets no credential of the service to any address of their own", async () => {
    const plumb = await served({ ...vendor.environment, DATABRICKS_HOST: vendor.home });
    const made = await plumb.ask("POST", "/v1/tokens", { name: "p", role: "planner", expiresInDays: 1, machine: true });
    const token = String(made.body["token"]);
    await plumb.ask("POST", "/v1/projects/test/stacks", { name: "dev" });
    const role = `/v1/projects/test/stacks/dev/role-assignments/${encodeURIComponent(String(made.body["principal"]))}`;
    expect((await plumb.ask("PUT", role, { role: "planner" })).status).toBe(200);
    for (const addressOf of Object.values(foreign)) {
      const { status, text } = await planIn(plumb, "dev", declarationOf(vendor, addressOf(vendor.home)), token);
      expect(status).toBe(422);
      expect(text).toContain('"provider-untrusted"');
      expect(text).not.toContain(vendor.canary);
    }
    expect(world.received).toBe("");
    for (const [method, path, body] of [
      ["GET", "/v1/credentials", undefined],
      ["PUT", "/v1/credentials/mine", { kind: vendor.kind, origins: ["https://evil.example"] }],
      ["DELETE", "/v1/credentials/mine", undefined],
    ] as const) {
      const headers = method === "PUT" ? { "if-none-match": "*" } : {};
      expect((await plumb.ask(method, path, body, { token, headers })).status).toBe(403);
    }
    // What is allowed still arrives.
    await planIn(plumb, "dev", declarationOf(vendor, vendor.home), token);
    expect(holdsCanary(world.receivedAt(new URL(vendor.home).host), vendor.canary)).toBe(true);
  });
});

describe("a credential that an admin names", () => {
  const gateway = "https://gateway.example";
  const google = vendors["google"];
  if (google === undefined) throw new Error("no such vendor");
  const environment = { ...google.environment, LAB_TOKEN: "canary-lab-4411", PLUMB_STORE_PASSWORD: "canary-other" };
  const settings = { credentialSources: { environment: ["LAB_TOKEN"] } };
  const lab = { kind: "google", origins: [gateway], credential: { environment: "LAB_TOKEN" }, stacks: ["test/lab-*"] };
  const fresh = { headers: { "if-none-match": "*" } };

  test("goes to its origins for its stacks, is never shown, and goes nowhere once it is forgotten", async () => {
    const plumb = await served(environment, settings);
    const put = await plumb.ask("PUT", "/v1/credentials/lab", lab, fresh);
    expect([put.status, put.body]).toMatchObject([200, { name: "lab", from: "api", stacks: ["test/lab-*"] }]);
    await planIn(plumb, "lab-1", declarationOf(google, gateway));
    expect(holdsCanary(world.receivedAt("gateway.example"), environment.LAB_TOKEN)).toBe(true);
    expect(holdsCanary(world.received, google.canary)).toBe(false);

    world.forget();
    const other = await planIn(plumb, "dev", declarationOf(google, gateway));
    expect(other.text).toContain("for stack `test/dev`");
    // What is bound to others' stacks has no name here.
    expect(other.text).not.toContain("lab");
    // The usual credential of the kind is not had by others either.
    expect((await planIn(plumb, "dev", declarationOf(google, google.home))).status).toBe(422);
    expect(world.received).toBe("");

    const listed = await plumb.ask("GET", "/v1/credentials");
    const entries = await plumb.ask("GET", "/v1/audit-entries?limit=1000");
    expect(entries.text).toContain("replaceCredential");
    for (const { text } of [put, listed, entries]) expect(text).not.toContain(environment.LAB_TOKEN);

    expect((await plumb.ask("DELETE", "/v1/credentials/lab")).status).toBe(204);
    world.forget();
    expect((await planIn(plumb, "lab-1", declarationOf(google, gateway))).status).toBe(422);
    expect(world.received).toBe("");
  });

  test("stands where the operator permits, and nowhere else of the server", async () => {
    const plumb = await served(environment, settings);
    for (const credential of [
      { environment: "PLUMB_STORE_PASSWORD" },
      { environment: "GOOGLE_OAUTH_ACCESS_TOKEN" },
      { file: "/etc/passwd" },
      { environment: "LAB_TOKEN", file: "/etc/passwd" },
    ]) {
      const { status, text } = await plumb.ask("PUT", "/v1/credentials/lab", { ...lab, credential }, fresh);
      expect([status, text]).toEqual([422, expect.stringContaining('"invalid-credential"')]);
    }
    for (const origin of Object.values(foreign).map((of) => of(google.home))) {
      if (URL.parse(origin)?.protocol === "https:" && URL.parse(origin)?.origin === origin) continue;
      const { status } = await plumb.ask("PUT", "/v1/credentials/lab", { ...lab, origins: [origin] }, fresh);
      expect([origin, status]).toEqual([origin, 422]);
    }
  });

  test("is written under the tag that was read, and not over one of the settings", async () => {
    const plumb = await served(environment, { ...settings, credentials: [{ name: "settled", kind: "azure" }] });
    expect((await plumb.ask("PUT", "/v1/credentials/lab", lab)).status).toBe(428);
    const { etag } = (await plumb.ask("PUT", "/v1/credentials/lab", lab, fresh)).body;
    expect((await plumb.ask("PUT", "/v1/credentials/lab", lab, fresh)).status).toBe(412);
    const tagged = { headers: { "if-match": `"${etag}"` } };
    expect((await plumb.ask("PUT", "/v1/credentials/lab", { ...lab, stacks: ["test/dev"] }, tagged)).status).toBe(200);
    expect((await plumb.ask("PUT", "/v1/credentials/lab", lab, tagged)).status).toBe(412);
    expect((await plumb.ask("PUT", "/v1/credentials/settled", lab, fresh)).status).toBe(409);
    expect((await plumb.ask("DELETE", "/v1/credentials/settled")).status).toBe(409);
    const { body } = await plumb.ask("GET", "/v1/credentials");
    expect(body).toMatchObject({ credentials: [{ name: "lab" }, { name: "settled", from: "settings" }] });
  });

  test("of two that fit, the provider's name tells which", async () => {
    const two = ["one", "two"].map((name) => ({ ...lab, name, credential: { environment: name.toUpperCase() } }));
    const plumb = await served({ ONE: "canary-one", TWO: "canary-two" }, { credentials: two });
    const { text } = await planIn(plumb, "lab-1", declarationOf(google, gateway));
    expect(text).toMatch(/`one` .*`two` /);
    expect(world.received).toBe("");
    await planIn(plumb, "lab-1", declarationOf(google, gateway, { ref: "two" }));
    expect([holdsCanary(world.received, "canary-one"), holdsCanary(world.received, "canary-two")]).toEqual([
      false,
      true,
    ]);
  });
});
