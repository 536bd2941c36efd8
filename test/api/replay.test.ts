import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { stackAddress } from "../../src/contract/stack-name.ts";
import { attachments } from "../../src/service/use-cases/deployment.fixture.ts";
import { type Asked, requests } from "./access-requests.ts";
import type { ApiWorld, Called } from "./api-world.ts";
import { PeopledWorld } from "./people.ts";
import { pathOf } from "./requested.ts";
import { Stage } from "./stage.ts";
import { type DescribedOperation, operations } from "./witness.ts";

/** These POSTs make and begin nothing: whoever repeats them asks again. */
const questions = [
  "checkDeclaration",
  "drawDeclaration",
  "examineProviders",
  "describeDeclaration",
  "sealConfigValue",
  "openConfigValues",
  "readObject",
  "findUnmanagedObjects",
  "callFunction",
  "waitForOperation",
  "verifyAuditLog",
];

/** For each body of a keyed request what makes it another. */
const otherMembers: Readonly<Record<string, JsonObject>> = {
  createStack: { name: "another" },
  moveStack: { to: "portal/another" },
  pruneStack: { keep: 7 },
  createPlan: { refresh: false },
  registerProviders: { registrations: [{ provider: "another", registers: "projects/1/services/iam.googleapis.com" }] },
  startRun: { parallel: 7 },
  resumeRun: { parallel: 7 },
  approveRun: { comment: "another" },
  rejectRun: { comment: "another" },
  renameResource: { to: "yet-another" },
  importResources: { declaration: null },
  createObject: { options: {} },
  importObject: { id: "another" },
  createToken: { name: "another" },
};

const posts = operations.filter(({ method }) => method === "POST");
const keyed = posts.filter(({ parameters }) => parameters.some(({ name }) => name === "Idempotency-Key"));

let world: PeopledWorld;
let stage: Stage;
let keys = 0;
beforeAll(async () => {
  world = await PeopledWorld.open();
  stage = new Stage(world);
});
afterAll(() => {
  world.api.witness.testify();
  world.other.witness.testify();
});

function freshKey(): string {
  keys += 1;
  return `k-${keys}`;
}

async function prepared(operation: DescribedOperation): Promise<Asked> {
  const request = requests[operation.operationId];
  if (request === undefined) throw new Error("nobody has said how to ask for it");
  return request(stage, () => Promise.resolve({ status: 0, headers: new Headers(), text: "", body: undefined }));
}

function send(api: ApiWorld, operation: DescribedOperation, asked: Asked, key: string, token = tokenOfAdmin()) {
  const { body, headers = {} } = asked;
  return api.call(operation.method, pathOf(operation, asked.path), {
    ...(body === undefined ? {} : { body }),
    token,
    headers: { ...headers, "idempotency-key": key },
  });
}

function tokenOfAdmin(): string {
  return world.tokenOf("admin") ?? "";
}

/**
 * How much there is of everything that a request can make: on the platforms, of the service's papers, in the journals.
 */
async function effects(): Promise<Readonly<Record<string, number>>> {
  const { store, documentStore } = world.api.deployment;
  const papers = ["runs", "tokens", "role-assignments", "declarations-of-stacks", "providers"];
  const stacks = await store.listStacks();
  const serials = stacks.map(async (stack) => (await store.readStack(stack)).serial);
  const counts = papers.map(
    async (name) => [name, (await documentStore.list(name, { limit: 10_000 })).length] as const,
  );
  return {
    writes: (await world.api.deployment.writes()).length,
    stacks: stacks.length,
    serials: (await Promise.all(serials)).reduce((sum, each) => sum + each, 0),
    audited: await auditedRequests(),
    ...Object.fromEntries(await Promise.all(counts)),
  };
}

async function auditedRequests(): Promise<number> {
  let count = 0;
  for (let cursor = ""; ; ) {
    const page = (await stage.ask("GET", `/v1/audit-entries?limit=1000${cursor}`)).body as {
      readonly entries: readonly JsonObject[];
      readonly nextCursor?: string;
    };
    count += page.entries.length;
    if (page.nextCursor === undefined) return count;
    cursor = `&cursor=${page.nextCursor}`;
  }
}

/** Waits for the run that a request has begun, if it has. */
async function settled({ body }: Called): Promise<void> {
  const { run, stack, status } = (body ?? {}) as { run?: string; stack?: string; status?: string };
  if (run === undefined || stack === undefined || status === "awaiting-approval") return;
  await stage.ask("GET", `${stackAddress(stack)}/runs/${run}/events`);
}

/** What happens when it is asked for that often at once. */
async function change(operation: DescribedOperation, ask: (asked: Asked) => Promise<readonly Called[]>) {
  const asked = await prepared(operation);
  const before = await effects();
  const answers = await ask(asked);
  for (const answer of answers.slice(0, 1)) await settled(answer);
  const after = await effects();
  const made = Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]));
  return { asked, answers, made };
}

/** An answer as everybody who repeats its request gets it: what is shown once is shown to the first. */
function shared({ status, headers, body }: Called): unknown {
  const ofEachRequest = new Set(["request-id", "traceparent", "idempotency-replayed"]);
  const { token: _, ...rest } = (body ?? {}) as JsonObject;
  return { status, headers: [...headers].filter(([name]) => !ofEachRequest.has(name)), body: rest };
}

test("every POST that makes or begins something takes a key", () => {
  const unkeyed = posts.filter((each) => !keyed.includes(each)).map(({ operationId }) => operationId);
  expect(unkeyed.toSorted()).toEqual(questions.toSorted());
});

describe.each([
  ["one process", () => [world.api]],
  ["two processes", () => [world.api, world.other]],
] as const)("a hundred at once with one key, at %s", (_, processes) => {
  test.each(keyed)("$operationId: one effect, one answer", async (operation) => {
    const once = await change(operation, async (asked) => [await send(world.api, operation, asked, freshKey())]);
    const key = freshKey();
    const often = await change(operation, (asked) =>
      Promise.all(
        Array.from({ length: 100 }, (_, index) => {
          const api = processes()[index % processes().length] ?? world.api;
          return send(api, operation, asked, key);
        }),
      ),
    );
    expect(often.answers.map(({ status }) => status)).toEqual(Array(100).fill(often.asked.status));
    expect(often.made).toEqual(once.made);
    const [first, ...others] = often.answers.map(shared);
    for (const other of others) expect(other).toEqual(first);
    const replayed = often.answers.filter(({ headers }) => headers.get("idempotency-replayed") === "true");
    expect(replayed).toHaveLength(99);
  });
});

describe("a key", () => {
  test.each(keyed.filter(({ requestSchema }) => requestSchema !== null))(
    "of $operationId that comes with another body is refused",
    async (operation) => {
      const asked = await prepared(operation);
      const key = freshKey();
      const first = await send(world.api, operation, asked, key);
      expect(first.status).toBe(asked.status);
      await settled(first);
      const before = await effects();
      const body = { ...(asked.body ?? {}), ...otherMembers[operation.operationId] };
      const refused = await send(world.other, operation, { ...asked, body }, key);
      expect(refused).toMatchObject({ status: 422, body: { code: "key-reused" } });
      expect(await effects()).toEqual(before);
    },
  );

  test("of somebody else is another request", async () => {
    const { stack, digest } = await stage.planned();
    const start = (token: string) =>
      world.api.call("POST", `/v1/projects/test/stacks/${stack}/runs`, {
        token,
        body: { plan: digest },
        headers: { "idempotency-key": "k" },
      });
    const runs = await Promise.all([start(tokenOfAdmin()), start(world.owner), start(tokenOfAdmin())]);
    const [one, another, again] = runs.map(({ body }) => (body as { readonly run: string }).run);
    expect(again).toBe(one);
    expect(another).not.toBe(one);
  });

  test("of another operation is another request", async () => {
    const { stack } = await stage.planned();
    const headers = { "idempotency-key": "k-of-two" };
    const ask = (path: string, body: unknown) => world.api.call("POST", path, { token: tokenOfAdmin(), body, headers });
    expect((await ask("/v1/projects/test/stacks", { name: stage.fresh("s") })).status).toBe(201);
    expect((await ask(`/v1/projects/test/stacks/${stack}/plans`, { kind: "destroy" })).status).toBe(201);
    expect((await ask(`/v1/projects/test/stacks/${await stage.stack()}/plans`, { kind: "destroy" })).status).toBe(201);
  });

  test("keeps no secret with the answer", async () => {
    const asked: Asked = { body: { name: "t", role: "reader", expiresInDays: 1 }, status: 201 };
    const operation = keyed.find(({ operationId }) => operationId === "createToken");
    if (operation === undefined) throw new Error("tokens can't be made");
    const key = freshKey();
    const made = await send(world.api, operation, asked, key);
    const replayed = await send(world.other, operation, asked, key);
    expect(replayed.body).toEqual({ ...(made.body as object), token: undefined });
    const kept = await world.api.deployment.documentStore.list("idempotency-keys", { limit: 10_000 });
    expect(JSON.stringify(kept)).not.toContain((made.body as { readonly token: string }).token);
  });
});

test("a long answer is kept as the address of what it shows, and a repetition gets the same", async () => {
  const stack = await stage.stack();
  const many = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`a${index}`, "x".repeat(100)]));
  const body = { kind: "apply", declaration: attachments(many) };
  const key = freshKey();
  const ask = () =>
    world.api.call("POST", `/v1/projects/test/stacks/${stack}/plans`, {
      body,
      token: tokenOfAdmin(),
      headers: { "idempotency-key": key },
    });
  const [first, second] = [await ask(), await ask()];
  expect([first.status, first.text.length > 64 * 1024]).toEqual([201, true]);
  expect(second.headers.get("idempotency-replayed")).toBe("true");
  expect(shared(second)).toEqual(shared(first));
  const kept = await world.api.deployment.documentStore.list("idempotency-keys", { limit: 10_000 });
  expect(kept.filter(({ document }) => JSON.stringify(document).length > 64 * 1024)).toEqual([]);
});
