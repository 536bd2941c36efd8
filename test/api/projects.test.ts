import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Json } from "../../packages/base/json/json.ts";
import { attachments } from "../../src/service/use-cases/deployment.fixture.ts";
import { ApiWorld, type Called } from "./api-world.ts";

// Stacks of one short name in two projects are two stacks, whatever is asked of them.

const [ours, theirs] = ["/v1/projects/test/stacks/dev", "/v1/projects/portal/stacks/dev"] as const;
const anyVersion = { "if-match": "*" };
const webhook = { id: "w", url: "https://hooks.example/x", topics: ["run.ended"], secret: `whsec_${"A".repeat(44)}` };

let world: ApiWorld;
let owner: string;
beforeEach(async () => {
  world = await ApiWorld.served();
  owner = (await world.access?.tokenWith("admin")) ?? "";
  for (const project of ["test", "portal"]) await done("POST", `/v1/projects/${project}/stacks`, { name: "dev" });
});
afterEach(() => world.witness.testify());

/** A declaration of one attachment, of that project. */
function declaration(project: string, name: string): Json {
  const { text, ...rest } = attachments({ [name]: "one" });
  return { ...rest, text: text.replace("name: test", `name: ${project}`) } as unknown as Json;
}

const ask = (token: string, method: string, path: string, body?: unknown, headers = {}): Promise<Called> =>
  world.call(method, path, { token, headers, ...(body === undefined ? {} : { body }) });

async function done(method: string, path: string, body?: unknown, headers = {}): Promise<Called> {
  const called = await ask(owner, method, path, body, headers);
  if (called.status >= 300) throw new Error(`${method} ${path}: ${called.status} ${called.text}`);
  return called;
}

async function up(
  path: string,
  project: string,
  name: string,
): Promise<{ readonly digest: string; readonly run: string }> {
  const plan = await done("POST", `${path}/plans`, { kind: "apply", declaration: declaration(project, name) });
  const { digest } = plan.body as { readonly digest: string };
  const { run } = (await done("POST", `${path}/runs`, { plan: digest })).body as { readonly run: string };
  await done("GET", `${path}/runs/${run}/events`);
  return { digest, run };
}

const bodyOf = async (path: string) => (await done("GET", path)).body;

describe("two stacks of one short name", () => {
  test("are listed apart, all or those of a project", async () => {
    const listed = async (query = "") =>
      (await bodyOf(`/v1/stacks${query}`)) as { readonly stacks: readonly { readonly stack: string }[] };
    expect(await listed()).toMatchObject({
      stacks: [
        { stack: "portal/dev", project: "portal", name: "dev" },
        { stack: "test/dev", project: "test", name: "dev" },
      ],
    });
    expect((await listed("?project=portal")).stacks.map(({ stack }) => stack)).toEqual(["portal/dev"]);
    expect((await listed("?project=none")).stacks).toEqual([]);
    expect((await ask(owner, "GET", "/v1/stacks?project=A%20b")).status).toBe(400);
    expect(await bodyOf(theirs)).toMatchObject({ stack: "portal/dev", project: "portal", name: "dev" });
  });

  test("follow one another in pages", async () => {
    const first = (await bodyOf("/v1/stacks?limit=1&filter=name:d")) as { readonly nextCursor: string };
    expect(first).toMatchObject({ stacks: [{ stack: "portal/dev" }] });
    const second = await bodyOf(`/v1/stacks?limit=1&filter=name:d&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ stacks: [{ stack: "test/dev" }] });
    expect(second).not.toHaveProperty("nextCursor");
    // A cursor of one stack's list is none of the other's.
    await up(ours, "test", "a");
    await up(ours, "test", "b");
    const { nextCursor } = (await bodyOf(`${ours}/runs?limit=1`)) as { readonly nextCursor: string };
    expect((await ask(owner, "GET", `${theirs}/runs?limit=1&cursor=${nextCursor}`)).status).toBe(400);
  });

  test("have plans, runs, resources and outputs of their own", async () => {
    const { digest, run } = await up(ours, "test", "a");
    for (const path of [`/plans/${digest}`, `/runs/${run}`, `/runs/${run}/events`, "/resources/a"]) {
      expect((await ask(owner, "GET", `${ours}${path}`)).status, path).toBe(200);
      expect((await ask(owner, "GET", `${theirs}${path}`)).status, path).toBe(404);
    }
    expect((await ask(owner, "POST", `${theirs}/runs`, { plan: digest })).status).toBe(404);
    expect(await bodyOf(`${theirs}/plans`)).toMatchObject({ plans: [] });
    expect(await bodyOf(`${theirs}/runs`)).toMatchObject({ runs: [] });
    expect(await bodyOf(`${theirs}/resources`)).toMatchObject({ resources: [] });
    await up(theirs, "portal", "b");
    expect(await bodyOf(`${theirs}/resources`)).toMatchObject({ resources: [{ name: "b" }] });
    expect(await bodyOf(`${ours}/resources`)).toMatchObject({ resources: [{ name: "a" }] });
    expect(await bodyOf(`${theirs}/runs`)).toMatchObject({ runs: [{ stack: "portal/dev" }] });
  });

  test("have declarations of their own, each of its own project", async () => {
    const none = { "if-none-match": "*" };
    await done("PUT", `${ours}/declaration`, declaration("test", "a"), none);
    expect((await ask(owner, "GET", `${theirs}/declaration`)).status).toBe(404);
    const other = await ask(owner, "PUT", `${theirs}/declaration`, declaration("test", "a"), none);
    expect(other).toMatchObject({ status: 409, body: { code: "other-project" } });
    const wrong = { declaration: declaration("test", "a") };
    const imports = [{ type: "connectors:EndpointAttachment", name: "x", id: "here/x" }];
    for (const [path, body] of [
      ["plans", { kind: "apply", ...wrong }],
      ["plans", { kind: "destroy", ...wrong }],
      ["plans", { kind: "import", imports, ...wrong }],
      ["resources:import", { imports, ...wrong }],
    ] as const) {
      const refused = await ask(owner, "POST", `${theirs}/${path}`, body);
      expect(refused, JSON.stringify(body)).toMatchObject({ status: 409, body: { code: "other-project" } });
    }
    await done("PUT", `${theirs}/declaration`, declaration("portal", "b"), none);
    expect(await bodyOf(`${ours}/declaration`)).toMatchObject({ stack: "test/dev", version: 1 });
    expect(await bodyOf(`${theirs}/declaration`)).toMatchObject({ stack: "portal/dev", version: 1 });
  });

  test("have settings and webhooks of their own, and sealed values", async () => {
    const settings = { approvals: 2, driftEveryMs: 60_000, webhooks: [webhook] };
    await done("PUT", `${ours}/settings`, settings, anyVersion);
    expect(await bodyOf(`${theirs}/settings`)).toEqual({ approvals: 0, driftEveryMs: null, webhooks: [] });
    const { sealed } = (await done("POST", `${ours}/config:seal`, { key: "pin", value: "pin-4711" })).body as {
      readonly sealed: string;
    };
    const opened = await ask(owner, "POST", `${theirs}/config:open`, { values: { pin: sealed } });
    expect(opened.status).toBe(422);
    expect(opened.text).not.toContain("pin-4711");
  });

  test("have keys of their own", async () => {
    const keyed = { "idempotency-key": "k" };
    const body = { kind: "destroy" };
    for (const path of [ours, theirs]) {
      const first = await done("POST", `${path}/plans`, body, keyed);
      expect(first.headers.has("idempotency-replayed"), path).toBe(false);
      expect((await done("POST", `${path}/plans`, body, keyed)).headers.get("idempotency-replayed")).toBe("true");
    }
    for (const project of ["test", "portal"]) {
      const made = await done("POST", `/v1/projects/${project}/stacks`, { name: "new" }, keyed);
      expect(made.body).toMatchObject({ stack: `${project}/new` });
      expect(made.headers.has("idempotency-replayed"), project).toBe(false);
    }
  });

  test("are told apart by the audit log", async () => {
    await done("DELETE", theirs);
    await done("DELETE", ours);
    const { entries } = (await bodyOf("/v1/audit-entries?limit=1000")) as {
      readonly entries: readonly { readonly operation?: string; readonly stack?: string }[];
    };
    expect(entries.filter(({ operation }) => operation === "deleteStack").map(({ stack }) => stack)).toEqual([
      ...["portal/dev", "test/dev"],
    ]);
  });

  test("a role on one gives nothing on the other, nor does a token for it", async () => {
    const holder = (await world.access?.tokenWith("admin", "test/dev")) ?? "";
    const limits = { name: "t", role: "admin", stacks: ["test/dev"], expiresInDays: 1 };
    const { token: limited } = (await done("POST", "/v1/tokens", limits)).body as { readonly token: string };
    const seen = (path: string) =>
      [
        ["GET", path, undefined],
        ["GET", `${path}/settings`, undefined],
        ["GET", `${path}/state`, undefined],
        ["GET", `${path}/role-assignments`, undefined],
        ["POST", `${path}/plans`, { kind: "destroy" }],
      ] as const;
    for (const token of [holder, limited]) {
      for (const [method, path, body] of seen(ours))
        expect((await ask(token, method, path, body)).status).toBeLessThan(300);
      for (const [method, path, body] of seen(theirs)) {
        const hidden = await ask(token, method, path, body);
        expect(hidden.status, path).toBe(404);
        const absent = await ask(token, method, path.replace("/portal/", "/absent/"), body);
        expect(hidden.text.replaceAll("portal/", "absent/")).toBe(absent.text);
      }
      expect((await ask(token, "GET", "/v1/stacks")).body).toMatchObject({ stacks: [{ stack: "test/dev" }] });
      expect((await ask(token, "GET", "/v1/stacks?project=portal")).body).toEqual({ stacks: [] });
    }
    expect(await bodyOf(`${theirs}/role-assignments`)).toMatchObject({ assignments: [] });
  });

  test("the one that is removed leaves the other as it is", async () => {
    await up(ours, "test", "a");
    await done("DELETE", theirs);
    expect(await bodyOf(`${ours}/resources`)).toMatchObject({ resources: [{ name: "a" }] });
    expect((await ask(owner, "GET", theirs)).status).toBe(404);
  });
});

describe("a stack that is moved", () => {
  const move = (to: string, headers = {}, token = owner) => ask(token, "POST", `${ours}:move`, { to }, headers);

  test("is under its new name, and no more under the old one", async () => {
    await up(ours, "test", "a");
    const moved = await move("portal/prod");
    expect(moved).toMatchObject({ status: 200, body: { stack: "portal/prod", resources: 1 } });
    expect(moved.headers.get("location")).toBe("/v1/projects/portal/stacks/prod");
    expect((await ask(owner, "GET", ours)).status).toBe(404);
    expect(await bodyOf("/v1/projects/portal/stacks/prod/resources")).toMatchObject({ resources: [{ name: "a" }] });
    const { runs } = (await bodyOf("/v1/projects/portal/stacks/prod/runs")) as {
      readonly runs: readonly { run: string }[];
    };
    expect(runs).toMatchObject([{ stack: "portal/prod", status: "done" }]);
  });

  test("goes once under a key: who asks again gets the first answer", async () => {
    const keyed = { "idempotency-key": "k" };
    const first = await move("portal/prod", keyed);
    const again = await move("portal/prod", keyed);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    // Also where another has the old name by then, which stays.
    await done("POST", "/v1/projects/test/stacks", { name: "dev" });
    expect((await move("portal/prod", keyed)).text).toBe(first.text);
    expect((await ask(owner, "GET", ours)).status).toBe(200);
    expect(await move("portal/other", keyed)).toMatchObject({ status: 422, body: { code: "key-reused" } });
    await done("DELETE", "/v1/projects/portal/stacks/prod");
    expect(await move("portal/prod", keyed)).toMatchObject({ status: 422, body: { code: "key-reused" } });
  });

  test("takes no other's name, and none that can't be one", async () => {
    expect(await move("portal/dev")).toMatchObject({ status: 409, body: { code: "already-exists" } });
    for (const to of ["prod", "a/b/c", "/x", "Test/dev"]) expect((await move(to)).status, to).toBe(422);
    expect((await ask(owner, "GET", ours)).status).toBe(200);
  });

  test("takes the right to remove it, and the right to make one", async () => {
    const here = (await world.access?.tokenWith("admin", "test/dev")) ?? "";
    const operator = (await world.access?.tokenWith("operator")) ?? "";
    expect((await move("portal/prod", {}, operator)).status).toBe(403);
    expect(await move("portal/prod", {}, here)).toMatchObject({ status: 403, body: { code: "not-permitted" } });
    // Nor does it tell whether there is a stack that the caller may not see.
    expect((await move("portal/dev", {}, here)).text).toBe((await move("portal/none", {}, here)).text);
    expect((await ask(owner, "GET", ours)).status).toBe(200);
  });

  test("keeps those who have a role on it, and is on record", async () => {
    const holder = (await world.access?.tokenWith("operator", "test/dev")) ?? "";
    await move("portal/prod");
    expect((await ask(holder, "GET", "/v1/projects/portal/stacks/prod")).status).toBe(200);
    expect((await ask(holder, "GET", theirs)).status).toBe(404);
    expect((await ask(holder, "GET", ours)).status).toBe(404);
    const { entries } = (await bodyOf("/v1/audit-entries?limit=1000")) as { readonly entries: readonly object[] };
    expect(entries).toContainEqual(expect.objectContaining({ operation: "moveStack", stack: "test/dev" }));
  });
});
