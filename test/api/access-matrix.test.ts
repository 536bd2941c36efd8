import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { declared } from "../../src/service/use-cases/deployment.fixture.ts";
import { type CallerName, callers, intendedOperations, intent, settingIntent } from "./access-intent.ts";
import { type Asked, requests } from "./access-requests.ts";
import type { Called } from "./api-world.ts";
import { everybody, PeopledWorld, type Somebody } from "./people.ts";
import { pathOf } from "./requested.ts";
import { Stage } from "./stage.ts";
import { operations } from "./witness.ts";

let world: PeopledWorld;
let stage: Stage;
beforeAll(async () => {
  world = await PeopledWorld.open();
  stage = new Stage(world);
});
afterAll(() => world.api.witness.testify());

const somebodyOf = (who: CallerName): Somebody | null => everybody.find((each) => each === who) ?? null;

function send(who: CallerName, method: string, path: string, { body, headers = {} }: Omit<Asked, "status"> = {}) {
  const token = world.tokenOf(somebodyOf(who));
  return world.api.call(method, path, {
    headers,
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body }),
  });
}

/** What an answer says of the caller's rights; whatever was not to be expected is told as it came. */
function verdictOf({ status, text }: Called, success: number): string {
  if (status === success) return "yes";
  if (status === 401 || status === 403 || status === 404) return String(status);
  return `${status} ${text}`;
}

let logged = 0;
/** How many writes the platforms have seen; the log is long, so that each look reads what is new alone. */
async function writes(): Promise<number> {
  const log = await world.api.deployment.wire("GET", `_local/log?after=${logged}`);
  for (const { seq } of log["writes"] as readonly { readonly seq: number }[]) logged = seq;
  return logged;
}

/** What a refused request must not have changed. */
async function traces(stack: string | undefined): Promise<unknown> {
  const { store, documentStore } = world.api.deployment;
  const counts = ["runs", "tokens", "role-assignments", "idempotency-keys", "credentials"].map(
    async (name) => (await documentStore.list(name, { limit: 10_000 })).length,
  );
  return {
    writes: await writes(),
    stacks: await store.listStacks(),
    serial: stack === undefined ? null : (await store.readStack(stack)).serial,
    counts: await Promise.all(counts),
  };
}

test("the intent speaks of each operation of the description, and of no other", () => {
  const described = operations.map(({ operationId }) => operationId).toSorted();
  expect(intendedOperations.toSorted()).toEqual(described);
  expect(Object.keys(requests).toSorted()).toEqual(described);
  for (const { operationId } of operations)
    for (const who of callers) expect(["yes", "401", "403", "404"]).toContain(intent(operationId, who));
});

describe("every operation answers each caller as intended", () => {
  test.each(operations)("$operationId", async (operation) => {
    const answered: Record<string, string> = {};
    for (const who of callers) {
      const request = requests[operation.operationId];
      if (request === undefined) throw new Error("nobody has said how to ask for it");
      const asked = await request(stage, (method, path, body) => send(who, method, path, { body }));
      const isRefused = intent(operation.operationId, who) !== "yes";
      const before = isRefused ? await traces(asked.path?.["stack"]) : null;
      const called = await send(who, operation.method, pathOf(operation, asked.path), asked);
      answered[who] = verdictOf(called, asked.status);
      if (!isRefused || answered[who] === "yes") continue;
      expect(await traces(asked.path?.["stack"])).toEqual(before);
    }
    expect(answered).toEqual(Object.fromEntries(callers.map((who) => [who, intent(operation.operationId, who)])));
  });
});

describe("what is hidden", () => {
  const ofStacks = operations.filter(({ path }) => path.includes("{stack}"));

  test.each(ofStacks)("$operationId tells of a stack that is there what it tells of one that is not", async (each) => {
    const request = requests[each.operationId];
    const asked = await request?.(stage, () => Promise.reject(new Error("not asked for")));
    if (asked === undefined) throw new Error("nobody has said how to ask for it");
    const stack = asked.path?.["stack"] ?? "";
    for (const who of ["no role", "admin elsewhere", "account admin without a role"] as const) {
      const hidden = await send(who, each.method, pathOf(each, asked.path), asked);
      const absent = await send(who, each.method, pathOf(each, { ...asked.path, stack: "nowhere" }), asked);
      expect(hidden.status).toBe(404);
      expect(hidden.text.replaceAll(stack, "nowhere")).toBe(absent.text);
      expect([...hidden.headers.keys()]).toEqual([...absent.headers.keys()]);
    }
  });

  test("the list of stacks holds those that the caller may read", async () => {
    const { stack } = await stage.kept();
    const listed = async (who: Somebody) => {
      const { body } = await send(who, "GET", "/v1/stacks?limit=1000");
      return (body as { readonly stacks: readonly { readonly stack: string }[] }).stacks.map(({ stack }) => stack);
    };
    for (const who of ["no role", "account admin without a role"] as const) expect(await listed(who)).toEqual([]);
    expect(await listed("admin elsewhere")).toEqual(["test/elsewhere"]);
    for (const who of ["reader", "admin", "admin here"] as const) expect(await listed(who)).toContain(`test/${stack}`);
  });

  test("the tokens of others are there for nobody but an admin", async () => {
    const body = { name: "t", role: "reader", expiresInDays: 1 };
    const { id } = (await send("operator", "POST", "/v1/tokens", { body })).body as { readonly id: string };
    for (const who of ["reader", "planner", "admin here", "admin elsewhere"] as const) {
      expect((await send(who, "GET", "/v1/tokens?limit=1000")).text).not.toContain(id);
      expect((await send(who, "POST", `/v1/tokens/${id}:revoke`)).status).toBe(404);
    }
    expect((await send("admin", "GET", "/v1/tokens?limit=1000")).text).toContain(id);
    expect((await send("admin", "POST", `/v1/tokens/${id}:revoke`)).status).toBe(200);
  });
});

describe("a token lends no more than its scope", () => {
  test.each(["reader", "planner", "operator", "admin"] as const)(
    "an admin's, limited to what a role `%s` may do on one stack",
    async (role) => {
      const { stack, digest } = await stage.planned();
      const body = { name: "t", role, stacks: [`test/${stack}`], expiresInDays: 1 };
      const { token } = (await send("admin", "POST", "/v1/tokens", { body })).body as { readonly token: string };
      const status = async (method: string, path: string, sent?: unknown, headers = {}) =>
        (await world.api.call(method, path, { token, headers, ...(sent === undefined ? {} : { body: sent }) })).status;
      const least = (needed: "reader" | "planner" | "operator" | "admin", success: number) => {
        const ranks = ["reader", "planner", "operator", "admin"];
        return ranks.indexOf(role) >= ranks.indexOf(needed) ? success : 403;
      };
      const path = `/v1/projects/test/stacks/${stack}`;
      expect(await status("GET", path)).toBe(200);
      expect(await status("POST", `${path}/plans`, { kind: "destroy" })).toBe(least("planner", 201));
      expect(await status("POST", `${path}/runs`, { plan: digest })).toBe(least("operator", 202));
      expect(await status("PUT", `${path}/settings`, { approvals: 0 }, { "if-match": "*" })).toBe(least("admin", 200));
      expect(await status("GET", `/v1/projects/test/stacks/${await stage.stack()}`)).toBe(404);
      // A stack of that name in another project is another stack.
      await stage.ask("POST", "/v1/projects/portal/stacks", { name: stack });
      expect(await status("GET", `/v1/projects/portal/stacks/${stack}`)).toBe(404);
      const text = { file: "plumb.yaml", text: "name: t\nresources: {}\n" };
      for (const verb of ["check", "describe", "graph"])
        expect(await status("POST", `/v1/declarations:${verb}`, text)).toBe(200);
      expect(await status("GET", "/v1/audit-entries")).toBe(403);
      expect(await status("POST", "/v1/tokens", { ...body, stacks: null, role: "admin" })).toBe(403);
    },
  );
});

describe("the setting that restricts workspace admins", () => {
  const setting = declared({
    guardrail: {
      type: "settings:RestrictWorkspaceAdmins",
      properties: { restrictWorkspaceAdmins: { status: "RESTRICT_TOKENS_AND_JOB_RUN_AS" } },
    },
  });
  const refusal = { code: "not-permitted", detail: expect.stringContaining("(policy workspace-setting)") };

  const plan = (who: CallerName, stack: string) =>
    send(who, "POST", `/v1/projects/test/stacks/${stack}/plans`, {
      body: { kind: "apply", newStack: true, declaration: setting },
    });

  /** How a run of a plan ends for somebody: the word of the intent. */
  async function ran(who: CallerName, stack: string, digest: string): Promise<string> {
    const before = (await world.api.deployment.writes()).length;
    const started = await send(who, "POST", `/v1/projects/test/stacks/${stack}/runs`, { body: { plan: digest } });
    if (started.status !== 202) return String(started.status);
    const { run } = started.body as { readonly run: string };
    const last = (await world.api.follow(stack, run, { token: world.owner })).at(-1);
    const writes = (await world.api.deployment.writes()).length - before;
    if (last?.event !== "summary") throw new Error(`${JSON.stringify(last)}`);
    if (last.status === "done") {
      expect(writes).toBe(1);
      return "yes";
    }
    expect(last.problems).toContainEqual(expect.objectContaining(refusal));
    expect(writes).toBe(0);
    return "refused";
  }

  test.each(callers)("is planned by %s as intended", async (who) => {
    const answer = await plan(who, await stage.stack());
    const { problems } = answer.body as { readonly problems: readonly JsonObject[] };
    if (answer.status !== 201) return expect(String(answer.status)).toBe(settingIntent[who].plans);
    expect(problems.filter(({ severity }) => severity === "error")).toEqual(
      settingIntent[who].plans === "yes" ? [] : [expect.objectContaining(refusal)],
    );
  });

  test.each(callers)("is changed by %s as intended, by a plan of one who may", async (who) => {
    const stack = await stage.stack();
    const { digest } = (await plan("account admin and member", stack)).body as { readonly digest: string };
    const was = await ran(who, stack, digest);
    expect(was).toBe(settingIntent[who].runs);
    // Each begins where the setting is as it was.
    if (was !== "yes") return;
    const destroy = await send(who, "POST", `/v1/projects/test/stacks/${stack}/plans`, { body: { kind: "destroy" } });
    await ran(who, stack, (destroy.body as { readonly digest: string }).digest);
  });

  test.each(["operator", "admin", "account admin, no member", "account admin and member"] as const)(
    "is not to be had past plans by %s",
    async (who) => {
      const mayBe = settingIntent[who].runs === "yes";
      const type = "settings:RestrictWorkspaceAdmins";
      const properties = { restrictWorkspaceAdmins: { status: "RESTRICT_TOKENS_AND_JOB_RUN_AS" } };
      const databricks = { kind: "databricks", level: "workspace" };
      const before = (await world.api.deployment.writes()).length;
      const objects = `/v1/types/${encodeURIComponent(type)}/objects`;
      const refused = expect.stringContaining('"code":"not-permitted"');
      const made = await send(who, "POST", objects, { body: { provider: databricks, properties } });
      if (mayBe) {
        expect(made.status).toBe(201);
        const { id } = made.body as { readonly id: string };
        expect((await send(who, "DELETE", `${objects}/${encodeURIComponent(id)}`)).status).toBe(204);
        return;
      }
      expect([403, 409]).toContain(made.status);
      expect(made.text).toEqual(refused);
      // What only reads the setting takes the role alone; changing it afterwards takes the rank all the same.
      const stack = await stage.stack();
      const entry = { type, name: "guardrail", id: "global" };
      const imports = { imports: [entry], declaration: setting };
      expect(
        (await send(who, "POST", `/v1/projects/test/stacks/${stack}/resources:import`, { body: imports })).status,
      ).toBe(201);
      const destroy = await send(who, "POST", `/v1/projects/test/stacks/${stack}/plans`, { body: { kind: "destroy" } });
      expect(destroy.text).toEqual(refused);
      // The object belongs to one stack only.
      await stage.ask("DELETE", `/v1/projects/test/stacks/${stack}/resources/guardrail`);
      expect(await world.api.deployment.writes()).toHaveLength(before);
    },
  );
});
