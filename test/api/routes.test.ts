import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Fault } from "../../packages/base/fault.ts";
import { Bug } from "../../packages/base/invariant.ts";
import { attachments } from "../../src/service/use-cases/deployment.fixture.ts";
import type { Deployment } from "../../src/service/use-cases/deployment.ts";
import { ensureStack } from "../../src/service/use-cases/stacks/begin-stack.ts";
import { ApiWorld } from "./api-world.ts";

const declaration = attachments({ a: "one" });
const broken = attachments({ a: "[x]" });
const id = "projects/acme/locations/here/endpointAttachments/a";
const attachment = "connectors:EndpointAttachment";

let world: ApiWorld;
beforeEach(() => {
  world = ApiWorld.alone();
});
afterEach(() => world.witness.testify());

async function json(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await world.call(method, path, { ...(body === undefined ? {} : { body }), headers });
  return { status: answer.status, body: answer.body };
}

describe("every route", () => {
  test("the version, the caller, health", async () => {
    expect(await json("GET", "/v1/version")).toEqual({ status: 200, body: { version: "0", readOnly: false } });
    expect(await json("GET", "/v1/whoami")).toMatchObject({ body: { caller: { principal: "local:owner" } } });
    expect(await json("GET", "/v1/logins")).toEqual({ status: 200, body: { logins: [] } });
    expect(await json("GET", "/livez")).toEqual({ status: 200, body: { status: "ok" } });
    expect(await json("GET", "/readyz")).toEqual({ status: 200, body: { status: "ok" } });
    expect(await world.call("GET", "/metrics")).toMatchObject({ status: 200, text: "# EOF\n" });
  });

  test("the description describes itself", async () => {
    const { status, body } = await json("GET", "/v1/openapi.json");
    expect(status).toBe(200);
    expect(body).toMatchObject({ openapi: "3.1.0", paths: { "/v1/openapi.json": { get: { security: [] } } } });
  });

  test("types: the list, one of them, and its schema", async () => {
    const { body } = await json("GET", "/v1/types");
    expect(body).toMatchObject({
      types: expect.arrayContaining([expect.objectContaining({ type: "iam:OAuthClient", kind: "resource" })]),
    });
    for (const token of ["iam:OAuthClient", "iam%3AOAuthClient"]) {
      expect(await json("GET", `/v1/types/${token}`)).toMatchObject({ status: 200, body: { type: "iam:OAuthClient" } });
      expect(await json("GET", `/v1/types/${token}/schema`)).toMatchObject({
        status: 200,
        body: { type: "object", properties: { oauthClientId: { type: "string" } } },
      });
    }
    for (const path of ["/v1/types/iam:Nope", "/v1/types/iam:Nope/schema"])
      expect(await json("GET", path)).toMatchObject({ status: 404, body: { code: "unknown-type" } });
  });

  test("a check: problems are the answer, not a failure", async () => {
    expect(await json("POST", "/v1/declarations:check", declaration)).toEqual({ status: 200, body: { problems: [] } });
    const checked = await json("POST", "/v1/declarations:check", broken);
    expect(checked).toMatchObject({
      status: 200,
      body: { problems: [{ code: "wrong-type", span: { file: "plumb.yaml" } }] },
    });
  });

  test("the graph of a declaration", async () => {
    expect(await json("POST", "/v1/declarations:graph", declaration)).toMatchObject({
      status: 200,
      body: { nodes: [{ name: "a", kind: "resource" }], edges: [] },
    });
  });

  test("a declaration: kept under its ETag, validated only, with its versions", async () => {
    const path = "/v1/projects/test/stacks/dev/declaration";
    expect((await json("GET", path)).status).toBe(404);
    const first = await world.call("PUT", path, { body: declaration, headers: { "if-none-match": "*" } });
    expect(first).toMatchObject({ status: 201, body: { version: 1, text: declaration.text } });
    expect(first.headers.get("location")).toBe(path);
    const etag = first.headers.get("etag") ?? "";
    const only = await world.call("PUT", `${path}?validateOnly=true`, { body: broken, headers: { "if-match": etag } });
    expect(only).toMatchObject({ status: 200, body: { problems: [{ code: "wrong-type" }] } });
    expect(await json("PUT", path, broken, { "if-match": etag })).toMatchObject({
      status: 422,
      body: { problems: [{ code: "wrong-type", pointer: expect.stringMatching(/^\//), span: { line: 7 } }] },
    });
    const second = await world.call("PUT", path, { body: attachments({ a: "two" }), headers: { "if-match": etag } });
    expect(second).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await json("PUT", path, declaration, { "if-match": etag })).toMatchObject({
      status: 412,
      body: { code: "changed-meanwhile" },
    });
    expect(await json("PUT", path, declaration)).toMatchObject({
      status: 428,
      body: { code: "precondition-required" },
    });
    expect(await json("GET", `${path}/versions`)).toMatchObject({
      body: { versions: [{ version: 2 }, { version: 1 }] },
    });
    expect(await json("GET", `${path}/versions/1`)).toMatchObject({ body: { text: declaration.text } });
    expect((await json("GET", `${path}/versions/7`)).status).toBe(404);
  });

  test("plans: made, listed, shown, and known by their digest", async () => {
    const made = await world.call("POST", "/v1/projects/test/stacks/dev/plans", {
      body: { kind: "apply", newStack: true, declaration },
    });
    expect(made).toMatchObject({ status: 201, body: { stack: "test/dev", kind: "apply", summary: { create: 1 } } });
    const { digest } = made.body as { readonly digest: string };
    const path = `/v1/projects/test/stacks/dev/plans/${digest}`;
    expect(made.headers.get("location")).toBe(path);
    expect(await json("GET", "/v1/projects/test/stacks/dev/plans")).toMatchObject({
      status: 200,
      body: { plans: [{ digest, kind: "apply", summary: { create: 1 } }] },
    });
    expect(await json("GET", path)).toEqual({ status: 200, body: made.body });
    expect(await json("GET", path, undefined, { "if-none-match": `"${digest}"` })).toEqual({
      status: 304,
      body: undefined,
    });
  });

  test("a plan of each kind", async () => {
    await world.up();
    const [{ run } = { run: "" }] = (
      (await json("GET", "/v1/projects/test/stacks/dev/runs")).body as { runs: { run: string }[] }
    ).runs;
    for (const body of [
      { kind: "apply", newStack: true, declaration, refresh: false },
      { kind: "destroy" },
      { kind: "refresh" },
      { kind: "undo", run },
      {
        kind: "import",
        imports: [{ type: "settings:RestrictWorkspaceAdmins", name: "guard", id: "global" }],
        declaration: null,
      },
    ])
      expect(await json("POST", "/v1/projects/test/stacks/dev/plans", body)).toMatchObject({
        status: 201,
        body: { kind: body.kind },
      });
    expect((await json("POST", "/v1/projects/test/stacks/dev/plans", { kind: "undo", run: "none" })).status).toBe(404);
    expect(await json("POST", "/v1/projects/test/stacks/new/plans", { kind: "apply", newStack: true })).toMatchObject({
      status: 422,
      body: { code: "no-declaration" },
    });
  });

  test("a run: started, followed as JSON lines and as server-sent events, taken up after any event", async () => {
    const { digest } = await world.plan();
    const started = await world.call("POST", "/v1/projects/test/stacks/dev/runs", {
      body: { plan: digest, parallel: 1 },
    });
    const { run } = started.body as { readonly run: string };
    const path = `/v1/projects/test/stacks/dev/runs/${run}`;
    expect(started).toMatchObject({ status: 202, body: { status: expect.stringMatching(/queued|running/) } });
    expect(started.headers.get("location")).toBe(path);
    const events = await world.follow("dev", run);
    expect(events.map((event) => [event.event, "phase" in event ? event.phase : ""])).toEqual([
      ["started", ""],
      ["step", "started"],
      ["step", "done"],
      ["summary", ""],
    ]);
    const sse = await world.call("GET", `${path}/events`, { headers: { accept: "text/event-stream" } });
    expect(sse.headers.get("content-type")).toBe("text/event-stream");
    expect([...sse.text.matchAll(/^id: (\d+)$/gm)].map((match) => match[1])).toEqual(["1", "2", "3", "4"]);
    const rest = await world.call("GET", `${path}/events`, {
      headers: { accept: "text/event-stream", "last-event-id": "3" },
    });
    expect([...rest.text.matchAll(/^id: (\d+)$/gm)].map((match) => match[1])).toEqual(["4"]);
    const lines = await world.call("GET", `${path}/events?after=2`);
    expect(lines.text.trimEnd().split("\n")).toHaveLength(2);
    const stepCounts = { done: 1, failed: 0, open: 0 };
    expect(await json("GET", path)).toMatchObject({ status: 200, body: { status: "done", changes: 1, stepCounts } });
    expect((await json("GET", "/v1/projects/test/stacks/dev/runs")).body).toMatchObject({
      runs: [{ run, status: "done" }],
    });
    expect(await json("POST", `${path}:cancel`)).toMatchObject({ status: 409, body: { code: "run-over" } });
    expect((await json("POST", `${path}:resume`)).status).toBe(409);
    expect((await json("POST", `${path}:approve`, { comment: "fine" })).status).toBe(409);
    expect((await json("POST", `${path}:reject`)).status).toBe(409);
    for (const [method, unknown] of [
      ["GET", "none"],
      ["GET", "none/events"],
      ["POST", "none:cancel"],
    ] as const)
      expect(await json(method, `/v1/projects/test/stacks/dev/runs/${unknown}`)).toMatchObject({ status: 404 });
  });

  test("a run with a plan that is no longer true ends in a refusal", async () => {
    const { digest } = await world.plan();
    await world.up();
    const events = await world.follow("dev", await world.start("dev", digest));
    expect(events).toMatchObject([{ event: "summary", status: "refused" }]);
  });

  test("resources and outputs of a stack", async () => {
    await world.up();
    expect((await json("GET", "/v1/projects/test/stacks/dev/resources")).body).toMatchObject({
      resources: [{ name: "a", id }],
    });
    expect(await json("GET", "/v1/projects/test/stacks/dev/resources/a")).toMatchObject({
      status: 200,
      body: { name: "a", id, inputs: { description: "one" }, generation: 1 },
    });
    expect(await json("GET", "/v1/projects/test/stacks/dev/outputs")).toEqual({ status: 200, body: { outputs: {} } });
    expect((await json("GET", "/v1/projects/test/stacks/dev/outputs?reveal=true")).status).toBe(200);
  });

  test("a watch tells what there is, and what happens from there", async () => {
    await world.up();
    const list = await json("GET", "/v1/projects/test/stacks/dev/resources");
    const { resourceVersion } = list.body as { readonly resourceVersion: string };
    const leave = new AbortController();
    const path = `/v1/projects/test/stacks/dev/resources?watch=true&resourceVersion=${encodeURIComponent(resourceVersion)}`;
    const watching = await world.open("GET", path, { signal: leave.signal });
    const reader = watching.body?.getReader();
    expect((await json("DELETE", "/v1/projects/test/stacks/dev/resources/a")).status).toBe(204);
    let seen = "";
    while (!seen.includes("DELETED")) seen += new TextDecoder().decode((await reader?.read())?.value);
    expect(JSON.parse(seen.split("\n").find((line) => line.includes("DELETED")) ?? "")).toMatchObject({
      type: "DELETED",
      resource: { name: "a" },
    });
    leave.abort();
    await reader?.cancel();
    const gone = "/v1/projects/test/stacks/dev/resources?watch=true&resourceVersion=x.1";
    expect([410, 422]).toContain((await json("GET", gone)).status);
  });

  test("objects are read, with and without qualifiers", async () => {
    await world.up();
    const path = `/v1/types/${attachment}/objects:read`;
    const asked = { id: "here/a", declaration };
    expect(await json("POST", path, { ...asked, state: { description: "one" } })).toMatchObject({
      status: 200,
      body: { type: attachment, id, outputs: { description: "one", name: id } },
    });
    expect(await json("POST", path, { ...asked, state: { description: "two" } })).toMatchObject({
      status: 422,
      body: { code: "state-mismatch" },
    });
    expect((await json("POST", path, { ...asked, id: "here/b" })).status).toBe(404);
  });

  test("a function is called", async () => {
    const path = "/v1/functions/migrate:getPrivateEndpointConnection:call";
    const answer = await json("POST", path, { arguments: { resourceGroupName: "rg" } });
    expect(answer).toMatchObject({
      status: 422,
      body: { problems: expect.arrayContaining([expect.objectContaining({ code: "missing-field" })]) },
    });
  });

  test("imports: a list is recorded together, or not at all; under one name, then a conflict", async () => {
    const guard = { type: "settings:RestrictWorkspaceAdmins", name: "guard", id: "global" };
    const absent = { type: attachment, name: "absent", id: "here/absent" };
    const path = "/v1/projects/test/stacks/dev/resources:import";
    await json("POST", "/v1/projects/test/stacks", { name: "dev" });
    expect(await json("POST", path, { imports: [guard, absent], declaration })).toMatchObject({
      status: 404,
      body: { problems: [{ code: "not-found", address: "absent" }] },
    });
    const asked = { imports: [guard], declaration };
    expect(await json("POST", path, asked)).toMatchObject({
      status: 201,
      body: { imported: [{ name: "guard", id: "global", declaration: { type: guard.type } }] },
    });
    expect(await json("POST", path, asked)).toMatchObject({ status: 201, body: { imported: [{ name: "guard" }] } });
    const renamed = { imports: [{ ...guard, name: "again" }], declaration };
    expect(await json("POST", path, renamed)).toMatchObject({ status: 409, body: { code: "claimed-twice" } });
    await json("POST", "/v1/projects/test/stacks", { name: "other" });
    expect(await json("POST", "/v1/projects/test/stacks/other/resources:import", asked)).toMatchObject({
      status: 409,
      body: { code: "claimed-twice" },
    });
  });

  test("what no stack manages", async () => {
    const path = `/v1/types/${attachment}/objects:findUnmanaged`;
    const asked = { within: { location: "here" }, declaration };
    expect(await json("POST", path, asked)).toEqual({ status: 200, body: { unmanaged: [] } });
    await world.up();
    await json("DELETE", "/v1/projects/test/stacks/dev/resources/a");
    expect(await json("POST", path, asked)).toMatchObject({
      status: 200,
      body: { unmanaged: [{ id, suggestedName: "a", declaredAs: "a", outputs: { description: "one" } }] },
    });
  });

  test("stacks: made, listed, shown, removed", async () => {
    expect(await json("POST", "/v1/projects/test/stacks", { name: "prod" })).toEqual({
      status: 201,
      body: {
        ...{ stack: "test/prod", project: "test", name: "prod", resources: 0, serial: 1 },
        ...{ lastRun: null, drift: null, problems: [] },
      },
    });
    expect((await json("POST", "/v1/projects/test/stacks", { name: "prod" })).status).toBe(409);
    expect((await json("POST", "/v1/projects/test/stacks", { name: "-" })).status).toBe(422);
    await world.up();
    expect((await json("GET", "/v1/stacks")).body).toMatchObject({
      stacks: [
        { stack: "test/dev", name: "dev", resources: 1 },
        { stack: "test/prod", name: "prod" },
      ],
    });
    expect(await json("GET", "/v1/projects/test/stacks/dev")).toMatchObject({ status: 200, body: { resources: 1 } });
    expect((await json("GET", "/v1/projects/test/stacks/nobody")).status).toBe(404);
    expect((await json("DELETE", "/v1/projects/test/stacks/prod")).status).toBe(204);
    expect(await json("DELETE", "/v1/projects/test/stacks/dev")).toMatchObject({
      status: 409,
      body: { code: "stack-in-use" },
    });
    expect((await json("DELETE", "/v1/projects/test/stacks/nobody")).status).toBe(404);
  });

  test("settings of a stack, under their ETag", async () => {
    const path = "/v1/projects/test/stacks/dev/settings";
    await json("POST", "/v1/projects/test/stacks", { name: "dev" });
    const plain = await world.call("GET", path);
    expect(plain.body).toEqual({ approvals: 0, driftEveryMs: null, webhooks: [] });
    const etag = plain.headers.get("etag") ?? "";
    const body = { approvals: 2, driftEveryMs: null, webhooks: [] };
    expect(await json("PUT", path, body, { "if-match": etag })).toEqual({
      status: 200,
      body: { ...body, problems: [] },
    });
    expect((await json("PUT", path, body, { "if-match": etag })).status).toBe(412);
    expect((await json("PUT", path, { ...body, approvals: 99 }, { "if-match": "*" })).status).toBe(422);
    expect((await json("PUT", path, body)).status).toBe(428);
  });

  test("drift and refresh", async () => {
    await world.up();
    expect(await json("GET", "/v1/projects/test/stacks/dev/drift")).toEqual({
      status: 200,
      body: { stack: "test/dev", objects: 1, drift: [], inFlight: [] },
    });
    await world.deployment.wire("DELETE", `v1/${id}`);
    // So long after the last write no read lags behind any more.
    world.deployment.advance(600_000);
    expect(await json("POST", "/v1/projects/test/stacks/dev/state:refresh")).toMatchObject({
      status: 409,
      body: { code: "drops-all" },
    });
    const named = { dropAllOf: ["google"] };
    expect((await json("POST", "/v1/projects/test/stacks/dev/state:refresh", named)).body).toMatchObject({
      drift: [{ name: "a", class: "gone" }],
    });
    expect((await json("GET", "/v1/projects/test/stacks/dev/resources")).body).toMatchObject({ resources: [] });
  });

  test("state: exported, renamed, forgotten, imported", async () => {
    await world.up();
    const { body: document } = await json("GET", "/v1/projects/test/stacks/dev/state");
    expect((await json("POST", "/v1/projects/test/stacks/dev/resources/a:rename", { to: "b" })).status).toBe(204);
    expect((await json("DELETE", "/v1/projects/test/stacks/dev/resources/b")).status).toBe(204);
    const any = { "if-match": "*" };
    expect(await json("PUT", "/v1/projects/test/stacks/dev/state", { document }, any)).toMatchObject({
      status: 422,
      body: { code: "invalid-state" },
    });
    const stale = { "if-match": `"${(document as { digest: string }).digest}"` };
    expect((await json("PUT", "/v1/projects/test/stacks/dev/state", { document, force: true }, stale)).status).toBe(
      412,
    );
    expect((await json("PUT", "/v1/projects/test/stacks/dev/state", { document, force: true }, any)).status).toBe(200);
    expect((await json("GET", "/v1/projects/test/stacks/dev/resources")).body).toMatchObject({
      resources: [{ name: "a", id }],
    });
  });

  test("the store is examined and repaired", async () => {
    expect(await json("GET", "/v1/store/health")).toMatchObject({ status: 200, body: { status: "nothing" } });
    expect(await json("POST", "/v1/store/health:repair")).toMatchObject({ status: 200, body: { status: "nothing" } });
  });
});

describe("a service", () => {
  test("lends tokens and roles, and notes who did what", async () => {
    const served = await ApiWorld.served();
    const token = (await served.access?.tokenWith("admin")) ?? "";
    await ensureStack("test/dev", served.deployment);
    const ask = (method: string, path: string, body?: unknown) =>
      served.call(method, path, { token, ...(body === undefined ? {} : { body }) });
    const made = await ask("POST", "/v1/tokens", { name: "deploys", role: "operator", expiresInDays: 3 });
    expect(made).toMatchObject({ status: 201, body: { name: "deploys", token: expect.stringMatching(/^plumb_/) } });
    const { id: handle, token: its } = made.body as { readonly id: string; readonly token: string };
    expect((await served.call("GET", "/v1/whoami", { token: its })).body).toMatchObject({
      caller: { name: "deploys of a admin" },
    });
    const list = await ask("GET", "/v1/tokens");
    expect(list.text).not.toContain(its);
    expect(list.body).toMatchObject({ tokens: expect.arrayContaining([expect.objectContaining({ id: handle })]) });
    expect(await ask("POST", `/v1/tokens/${handle}:revoke`)).toMatchObject({
      status: 200,
      body: { revokedAt: expect.stringMatching(/./) },
    });
    expect((await served.call("GET", "/v1/whoami", { token: its })).status).toBe(401);
    expect((await ask("POST", "/v1/tokens/none:revoke")).status).toBe(404);
    for (const path of ["/v1/role-assignments", "/v1/projects/test/stacks/dev/role-assignments"]) {
      const subject = `${path}/${encodeURIComponent("group:a team")}`;
      expect(await ask("PUT", subject, { role: "planner" })).toMatchObject({
        status: 200,
        body: { subject: "group:a team", role: "planner" },
      });
      expect((await ask("GET", path)).body).toMatchObject({
        assignments: expect.arrayContaining([expect.objectContaining({ subject: "group:a team" })]),
      });
      expect((await ask("DELETE", subject)).status).toBe(204);
    }
    expect((await ask("GET", "/v1/principals")).status).toBe(200);
    const log = await ask("GET", "/v1/audit-entries?limit=2");
    expect(log.body).toMatchObject({
      entries: [
        { seq: 1, kind: "intent", action: "token:manage", operation: "createToken", role: "operator" },
        { seq: 2, kind: "outcome", of: 1, result: "done", status: 201 },
      ],
      nextCursor: expect.stringMatching(/./),
    });
    const reader = (await served.access?.tokenWith("reader")) ?? "";
    expect((await served.call("DELETE", "/v1/projects/test/stacks/dev", { token: reader })).status).toBe(403);
    const whole = (await ask("GET", "/v1/audit-entries?limit=1000")).body as { readonly entries: readonly unknown[] };
    expect(whole.entries.slice(-2)).toMatchObject([
      { kind: "intent", operation: "deleteStack", stack: "test/dev" },
      { kind: "outcome", result: "refused", status: 403, code: "forbidden" },
    ]);
    expect(await ask("POST", "/v1/audit-entries:verify")).toMatchObject({ status: 200, body: { ok: true } });
    served.witness.testify();
  });
});

describe("a failing world", () => {
  /** The application over a store that fails. */
  function failing(cause: unknown): ApiWorld {
    const store = new Proxy(world.deployment.store, {
      get: () => async () => {
        throw cause;
      },
    });
    const deployment: Deployment = { ...world.deployment, store };
    return ApiWorld.alone({ deployment });
  }

  test("shows its message and never its private detail", async () => {
    const fault = new Fault("store-failed", "the disk is full", {
      privateDetail: "secret-token",
      cause: new Error("at /var/lib/secret-path"),
    });
    const api = failing(fault);
    const answer = await api.call("GET", "/v1/projects/test/stacks/dev/resources");
    expect(answer).toMatchObject({ status: 503, body: { code: "store-failed", detail: "the disk is full" } });
    expect(answer.headers.get("retry-after")).toBe("5");
    expect(answer.text).not.toContain("secret");
    api.witness.testify();
  });

  test.each([new Bug("internal-detail"), new TypeError("internal-detail")])(
    "a bug says that it is one and nothing more: %s",
    async (cause) => {
      const api = failing(cause);
      const answer = await api.call("GET", "/v1/projects/test/stacks/dev/outputs");
      expect(answer).toMatchObject({
        status: 500,
        body: { code: "bug", title: "a defect of Plumbline", problems: [] },
      });
      expect(answer.text).not.toContain("internal-detail");
      api.witness.testify();
    },
  );
});
