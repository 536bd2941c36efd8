import { beforeEach, describe, expect, test } from "vitest";
import { Fault } from "../../base/fault.ts";
import type { Fetch } from "../../base/fetch.ts";
import { Bug } from "../../base/invariant.ts";
import { attachments, type TestDeployment, testDeployment } from "../../service/deployment.fixture.ts";
import type { Deployment } from "../../service/deployment.ts";
import type { ProblemDocument, RunEvent } from "../api/documents.ts";
import { application } from "./application.ts";

const declaration = attachments({ a: "one" });
const broken = attachments({ a: "[x]" });
const id = "projects/acme/locations/here/endpointAttachments/a";

let world: TestDeployment;
let api: Fetch;
beforeEach(() => {
  world = testDeployment();
  api = application({ deployment: world, localCloud: null });
});

async function call(method: string, path: string, body?: unknown, through: Fetch = api) {
  const sent = typeof body === "string" ? body : JSON.stringify(body);
  const request = new Request(`http://test${path}`, { method, ...(sent === undefined ? {} : { body: sent }) });
  const response = await through(request);
  const text = await response.text();
  return { status: response.status, type: response.headers.get("content-type"), text };
}

async function json(method: string, path: string, body?: unknown) {
  const answer = await call(method, path, body);
  return { status: answer.status, body: JSON.parse(answer.text) };
}

async function plan(kind = "apply", stack = "dev"): Promise<string> {
  const { body } = await json("POST", `/v1/stacks/${stack}/plans`, { kind, declaration, refresh: true });
  return body.digest;
}

async function up(): Promise<readonly RunEvent[]> {
  const { text } = await call("POST", "/v1/stacks/dev/runs", { plan: await plan() });
  return linesOf(text);
}

function linesOf(text: string): readonly RunEvent[] {
  expect(text.endsWith("\n")).toBe(true);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as RunEvent);
}

describe("every route", () => {
  test("GET /v1/version", async () => {
    expect(await json("GET", "/v1/version")).toEqual({ status: 200, body: { version: "0" } });
  });

  test("GET /v1/types: the list, and one of them", async () => {
    const { body } = await json("GET", "/v1/types");
    expect(body.types).toContainEqual(expect.objectContaining({ type: "iam:OAuthClient", kind: "resource" }));
    for (const token of ["iam:OAuthClient", "iam%3AOAuthClient"]) {
      expect(await json("GET", `/v1/types/${token}`)).toMatchObject({ status: 200, body: { type: "iam:OAuthClient" } });
    }
    expect(await json("GET", "/v1/types/iam:Nope")).toMatchObject({ status: 404, body: { code: "unknown-type" } });
  });

  test("POST /v1/check: problems are the answer, not a failure", async () => {
    expect(await json("POST", "/v1/check", declaration)).toEqual({ status: 200, body: { problems: [] } });
    const { status, body } = await json("POST", "/v1/check", broken);
    expect(status).toBe(200);
    expect(body.problems).toMatchObject([{ code: "wrong-type", span: { file: "plumb.yaml" } }]);
  });

  test("POST /v1/graph", async () => {
    expect(await json("POST", "/v1/graph", declaration)).toMatchObject({
      status: 200,
      body: { nodes: [{ name: "a", kind: "resource" }], edges: [] },
    });
  });

  test("plans: made, listed, shown", async () => {
    const made = await json("POST", "/v1/stacks/dev/plans", { kind: "apply", declaration });
    expect(made).toMatchObject({ status: 201, body: { stack: "dev", kind: "apply", summary: { create: 1 } } });
    const list = await json("GET", "/v1/stacks/dev/plans");
    expect(list).toMatchObject({
      status: 200,
      body: { plans: [{ digest: made.body.digest, kind: "apply", summary: { create: 1 } }] },
    });
    expect(await json("GET", `/v1/stacks/dev/plans/${made.body.digest}`)).toEqual({ status: 200, body: made.body });
    expect(await json("GET", "/v1/stacks/other/plans")).toEqual({ status: 200, body: { plans: [] } });
  });

  test("runs stream their events, one a line", async () => {
    const answer = await call("POST", "/v1/stacks/dev/runs", { plan: await plan(), parallel: 1 });
    expect(answer).toMatchObject({ status: 200, type: "application/x-ndjson" });
    expect(linesOf(answer.text).map((event) => [event.event, "phase" in event ? event.phase : ""])).toEqual([
      ["started", ""],
      ["step", "started"],
      ["step", "done"],
      ["summary", ""],
    ]);
  });

  test("a run with a plan that is no longer true is a stream of one refusal", async () => {
    const digest = await plan();
    await up();
    const answer = await call("POST", "/v1/stacks/dev/runs", { plan: digest });
    expect(answer.status).toBe(200);
    expect(linesOf(answer.text)).toMatchObject([{ event: "summary", status: "refused" }]);
  });

  test("resources and outputs of a stack", async () => {
    await up();
    expect((await json("GET", "/v1/stacks/dev/resources")).body).toMatchObject({ resources: [{ name: "a", id }] });
    expect(await json("GET", "/v1/stacks/dev/resources/a")).toMatchObject({
      status: 200,
      body: { name: "a", id, inputs: { description: "one" }, generation: 1 },
    });
    expect(await json("GET", "/v1/stacks/dev/outputs")).toEqual({ status: 200, body: { outputs: {} } });
  });

  test("POST /v1/get, with and without qualifiers", async () => {
    await up();
    const asked = { type: "connectors:EndpointAttachment", id: "here/a", declaration };
    expect(await json("POST", "/v1/get", { ...asked, state: { description: "one" } })).toMatchObject({
      status: 200,
      body: { type: "connectors:EndpointAttachment", id, outputs: { description: "one", name: id } },
    });
    const { status, body } = await json("POST", "/v1/get", { ...asked, state: { description: "two" } });
    expect([status, body.code]).toEqual([422, "state-mismatch"]);
    expect((await json("POST", "/v1/get", { ...asked, id: "here/b" })).status).toBe(404);
  });

  test("POST /v1/lookup", async () => {
    const asked = { function: "migrate:getPrivateEndpointConnection", arguments: { resourceGroupName: "rg" } };
    const { status, body } = await json("POST", "/v1/lookup", asked);
    expect(status).toBe(422);
    expect(body.problems.map(({ code }: { code: string }) => code)).toContain("missing-field");
  });

  test("POST imports: once, then a conflict", async () => {
    const asked = { type: "settings:RestrictWorkspaceAdmins", name: "guard", id: "global" };
    expect(await json("POST", "/v1/stacks/dev/imports", asked)).toMatchObject({
      status: 201,
      body: { name: "guard", id: "global", declaration: { type: asked.type } },
    });
    const again = await json("POST", "/v1/stacks/dev/imports", asked);
    expect(again).toMatchObject({ status: 409, body: { code: "already-exists", status: 409 } });
    const elsewhere = await json("POST", "/v1/stacks/other/imports", asked);
    expect(elsewhere).toMatchObject({ status: 409, body: { code: "claimed-twice" } });
  });

  test("POST imports: a list is recorded together, or not at all", async () => {
    const guard = { type: "settings:RestrictWorkspaceAdmins", name: "guard", id: "global" };
    const absent = { type: "connectors:EndpointAttachment", name: "absent", id: "here/absent" };
    const path = "/v1/stacks/dev/imports";
    expect(await json("POST", path, { imports: [guard, absent], declaration })).toMatchObject({
      status: 404,
      body: { problems: [{ code: "not-found", address: "absent" }] },
    });
    expect(await json("POST", path, { imports: [guard], declaration })).toMatchObject({
      status: 201,
      body: { imported: [{ name: "guard", declaration: { type: guard.type } }] },
    });
  });

  test("POST /v1/unmanaged: what no stack manages", async () => {
    const asked = { type: "connectors:EndpointAttachment", within: { location: "here" }, declaration };
    expect(await json("POST", "/v1/unmanaged", asked)).toEqual({ status: 200, body: { unmanaged: [] } });
    await up();
    await call("DELETE", "/v1/stacks/dev/resources/a");
    expect(await json("POST", "/v1/unmanaged", asked)).toMatchObject({
      status: 200,
      body: { unmanaged: [{ id, suggestedName: "a", declaredAs: "a", outputs: { description: "one" } }] },
    });
  });

  test("stacks: made, listed, removed", async () => {
    expect(await json("POST", "/v1/stacks", { name: "prod" })).toEqual({
      status: 201,
      body: { name: "prod", resources: 0, serial: 1 },
    });
    expect((await json("POST", "/v1/stacks", { name: "prod" })).status).toBe(409);
    await up();
    expect((await json("GET", "/v1/stacks")).body.stacks).toMatchObject([
      { name: "dev", resources: 1 },
      { name: "prod" },
    ]);
    expect((await call("DELETE", "/v1/stacks/prod")).status).toBe(204);
    expect(await json("DELETE", "/v1/stacks/dev")).toMatchObject({ status: 409, body: { code: "stack-in-use" } });
    expect((await call("DELETE", "/v1/stacks/nobody")).status).toBe(404);
  });

  test("drift and refresh", async () => {
    await up();
    expect(await json("GET", "/v1/stacks/dev/drift")).toEqual({
      status: 200,
      body: { stack: "dev", objects: 1, drift: [] },
    });
    await world.wire("DELETE", `v1/${id}`);
    // So long after the last write no read lags behind any more.
    world.advance(600_000);
    expect((await json("POST", "/v1/stacks/dev/refresh")).body.drift).toMatchObject([{ name: "a", class: "gone" }]);
    expect((await json("GET", "/v1/stacks/dev/resources")).body).toEqual({ resources: [] });
  });

  test("runs are listed, and undone by a plan", async () => {
    const [started] = await up();
    const { body } = await json("GET", "/v1/stacks/dev/runs");
    expect(body.runs).toMatchObject([{ status: "done", changes: 1 }]);
    expect(started).toMatchObject({ run: body.runs[0].run });
    expect(await json("POST", "/v1/stacks/dev/undo", { run: body.runs[0].run })).toMatchObject({
      status: 201,
      body: { kind: "undo", summary: { delete: 1 } },
    });
    expect((await json("POST", "/v1/stacks/dev/undo", { run: "none" })).status).toBe(404);
  });

  test("state: exported, renamed, forgotten, imported", async () => {
    await up();
    const { body: document } = await json("GET", "/v1/stacks/dev/state");
    expect((await call("POST", "/v1/stacks/dev/resources/a/rename", { to: "b" })).status).toBe(204);
    expect((await call("DELETE", "/v1/stacks/dev/resources/b")).status).toBe(204);
    expect(await json("PUT", "/v1/stacks/dev/state", { document })).toMatchObject({
      status: 422,
      body: { code: "invalid-state" },
    });
    expect((await call("PUT", "/v1/stacks/dev/state", { document, force: true })).status).toBe(204);
    expect((await json("GET", "/v1/stacks/dev/resources")).body.resources).toMatchObject([{ name: "a", id }]);
  });

  test("/_local/ is the embedded cloud's, where there is one", async () => {
    expect((await call("GET", "/_local/log")).status).toBe(404);
    const seen: string[] = [];
    const localCloud: Fetch = async (request) => {
      seen.push(`${request.method} ${new URL(request.url).pathname}${new URL(request.url).search}`);
      return new Response("{}", { status: 202 });
    };
    const with_ = application({ deployment: world, localCloud });
    expect((await call("POST", "/_local/log?after=1", "{}", with_)).status).toBe(202);
    expect(seen).toEqual(["POST /_local/log?after=1"]);
  });

  test.each([
    ["GET", "/"],
    ["GET", "/v1/check"],
    ["DELETE", "/v1/stacks/dev/plans"],
    ["POST", "/v2/check"],
  ])("%s %s is nowhere", async (method, path) => {
    expect(await json(method, path)).toMatchObject({ status: 404, body: { code: "no-such-path", problems: [] } });
  });
});

describe("malformed bodies are answered with 400 and what is wrong", () => {
  const get = { type: "t", id: "i" };

  test.each<[string, unknown, RegExp]>([
    ["/v1/check", "", /not JSON/],
    ["/v1/check", "{", /not JSON/],
    ["/v1/check", [], /must be a JSON object/],
    ["/v1/check", null, /must be a JSON object/],
    ["/v1/check", {}, /`file`, `text` and `config`/],
    ["/v1/check", { file: "f", text: 1 }, /`file`, `text` and `config`/],
    ["/v1/check", { file: "f", text: "", config: [] }, /`file`, `text` and `config`/],
    ["/v1/graph", { text: "" }, /`file`, `text` and `config`/],
    ["/v1/get", {}, /`type`/],
    ["/v1/get", { type: "t", id: "" }, /`id`/],
    ["/v1/get", { ...get, state: [] }, /`state`/],
    ["/v1/get", { ...get, declaration: "text" }, /`declaration`/],
    ["/v1/get", { ...get, provider: 1 }, /`provider`/],
    ["/v1/lookup", { arguments: {} }, /`function`/],
    ["/v1/lookup", { function: "f", arguments: "a" }, /`arguments`/],
    ["/v1/stacks/dev/plans", {}, /`kind`/],
    ["/v1/stacks/dev/plans", { kind: "refresh" }, /`kind`/],
    ["/v1/stacks/dev/plans", { kind: "apply", refresh: "no" }, /`refresh`/],
    ["/v1/stacks/dev/plans", { kind: "apply", declaration: {} }, /`declaration`/],
    ["/v1/stacks/dev/runs", {}, /`plan`/],
    ["/v1/stacks/dev/runs", { plan: "p", parallel: 0 }, /`parallel`/],
    ["/v1/stacks/dev/runs", { plan: "p", parallel: 1.5 }, /`parallel`/],
    ["/v1/stacks/dev/imports", { type: "t", id: "i" }, /`name`/],
    ["/v1/stacks/dev/imports", { type: "t", name: "n" }, /`id`/],
    ["/v1/stacks/dev/imports", { imports: "all" }, /`imports`/],
    ["/v1/stacks/dev/imports", { imports: [] }, /`imports` is empty/],
    ["/v1/stacks/dev/imports", { imports: [{ type: "t", id: "i" }] }, /`name`/],
    ["/v1/unmanaged", { within: {} }, /`type`/],
    ["/v1/unmanaged", { type: "t", within: "here" }, /`within`/],
    ["/v1/stacks", {}, /`name`/],
    ["/v1/stacks/dev/undo", {}, /`run`/],
    ["/v1/stacks/dev/resources/a/rename", {}, /`to`/],
  ])("%s %j", async (path, body, says) => {
    const answer = await call("POST", path, body);
    expect(answer).toMatchObject({ status: 400, type: "application/problem+json" });
    const document = JSON.parse(answer.text) as ProblemDocument;
    expect(document).toMatchObject({ status: 400, code: "bad-request", problems: [] });
    expect(document.detail).toMatch(says);
  });
});

describe("problem documents", () => {
  test.each<[string, string, unknown, number, string]>([
    ["POST", "/v1/graph", broken, 422, "wrong-type"],
    ["POST", "/v1/stacks/dev/plans", { kind: "apply", declaration: broken }, 422, "wrong-type"],
    ["GET", "/v1/stacks/dev/plans/sha256:none", undefined, 404, "plan-unknown"],
    ["POST", "/v1/stacks/dev/runs", { plan: "sha256:none" }, 404, "plan-unknown"],
    ["GET", "/v1/stacks/dev/resources/nobody", undefined, 404, "not-found"],
  ])("%s %s", async (method, path, body, status, code) => {
    const answer = await call(method, path, body);
    expect(answer).toMatchObject({ status, type: "application/problem+json" });
    expect(JSON.parse(answer.text)).toMatchObject({
      status,
      code,
      type: `urn:plumbline:problem:${code}`,
      title: expect.stringMatching(/./),
      detail: expect.stringMatching(/./),
      problems: [{ code, severity: "error" }],
    });
  });

  /** The application over a store that fails. */
  function failing(cause: unknown): Fetch {
    const store = new Proxy(world.store, {
      get: () => async () => {
        throw cause;
      },
    });
    const deployment: Deployment = { ...world, store };
    return application({ deployment, localCloud: null });
  }

  test("a failing world shows its message and never its private detail", async () => {
    const fault = new Fault("store-failed", "the disk is full", {
      privateDetail: "secret-token",
      cause: new Error("at /var/lib/secret-path"),
    });
    const answer = await call("GET", "/v1/stacks/dev/resources", undefined, failing(fault));
    expect(answer).toMatchObject({ status: 503, type: "application/problem+json" });
    expect(JSON.parse(answer.text)).toMatchObject({ code: "store-failed", detail: "the disk is full" });
    expect(answer.text).not.toContain("secret");
  });

  test.each([new Bug("internal-detail"), new TypeError("internal-detail")])(
    "a bug says that it is one and nothing more: %s",
    async (cause) => {
      const answer = await call("GET", "/v1/stacks/dev/outputs", undefined, failing(cause));
      expect(answer).toMatchObject({ status: 500, type: "application/problem+json" });
      expect(JSON.parse(answer.text)).toMatchObject({ code: "bug", title: "a defect of Plumbline", problems: [] });
      expect(answer.text).not.toContain("internal-detail");
    },
  );

  test("a run whose events break off ends without a summary", async () => {
    const digest = await plan();
    const { store } = world;
    let reads = 0;
    const breaking = new Proxy(store, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (name !== "append") return typeof member === "function" ? member.bind(target) : member;
        return async (...given: Parameters<typeof store.append>) => {
          reads += 1;
          if (reads > 1) throw new Fault("store-failed", "the disk is full");
          return store.append(...given);
        };
      },
    });
    const fetch = application({ deployment: { ...world, store: breaking }, localCloud: null });
    const response = await fetch(
      new Request("http://test/v1/stacks/dev/runs", { method: "POST", body: JSON.stringify({ plan: digest }) }),
    );
    expect(response.status).toBe(200);
    const chunks: string[] = [];
    const reading = (async () => {
      for await (const chunk of response.body ?? []) chunks.push(new TextDecoder().decode(chunk));
    })();
    await expect(reading).rejects.toThrow("the disk is full");
    expect(chunks.join("")).toContain('"event":"started"');
    expect(chunks.join("")).not.toContain('"summary"');
  });
});
