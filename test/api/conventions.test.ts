import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Problem } from "../../packages/base/problems/problem.ts";
import { auditOperations } from "../../src/contract/operations/audit.ts";
import { askedPage } from "../../src/service/requests/paging.ts";
import { attachments } from "../../src/service/use-cases/deployment.fixture.ts";
import { ApiWorld } from "./api-world.ts";

let world: ApiWorld;
beforeEach(() => {
  world = ApiWorld.alone();
});
afterEach(() => world.witness.testify());

const declaration = attachments({ a: "one" });
const digest = `sha256:${"0".repeat(64)}`;

describe("what is malformed is refused, with all that is wrong", () => {
  test.each<[string, unknown, string]>([
    ["/v1/declarations:check", "", "400 bad-request"],
    ["/v1/declarations:check", "{", "400 bad-request"],
    ["/v1/declarations:check", [], "422 invalid-body, wrong-type  -"],
    ["/v1/declarations:check", "null", "422 invalid-body, wrong-type  -"],
    ["/v1/declarations:check", {}, "422 invalid-body, missing-field  `file`, missing-field  `text`"],
    ["/v1/declarations:check", { file: "f", text: 1 }, "422 invalid-body, wrong-type /text `text`"],
    ["/v1/declarations:check", { file: "f", text: "", config: [] }, "422 invalid-body, wrong-type /config `config`"],
    ["/v1/declarations:graph", { text: "" }, "422 invalid-body, missing-field  `file`"],
    ["/v1/types/t:t/objects:read", {}, "422 invalid-body, missing-field  `id`"],
    ["/v1/types/t:t/objects:read", { id: "" }, "422 invalid-body, value-too-short /id `id`"],
    ["/v1/types/t:t/objects:read", { id: "i", state: [] }, "422 invalid-body, wrong-type /state `state`"],
    [
      "/v1/types/t:t/objects:read",
      { id: "i", declaration: "text" },
      "422 invalid-body, wrong-type /declaration `declaration`",
    ],
    ["/v1/types/t:t/objects:read", { id: "i", provider: 1 }, "422 invalid-body, wrong-type /provider `provider`"],
    ["/v1/functions/f:f:call", { arguments: "a" }, "422 invalid-body, wrong-type /arguments `arguments`"],
    ["/v1/projects/test/stacks/dev/plans", {}, "422 invalid-body, missing-field  `kind`"],
    ["/v1/projects/test/stacks/dev/plans", { kind: "aply" }, "422 invalid-body, value-not-allowed /kind `kind`"],
    [
      "/v1/projects/test/stacks/dev/plans",
      { kind: "apply", refresh: "no" },
      "422 invalid-body, wrong-type /refresh `refresh`",
    ],
    [
      "/v1/projects/test/stacks/dev/plans",
      { kind: "apply", declaration: {} },
      "422 invalid-body, missing-field /declaration `file`, missing-field /declaration `text`",
    ],
    ["/v1/projects/test/stacks/dev/runs", {}, "422 invalid-body, missing-field  `plan`"],
    [
      "/v1/projects/test/stacks/dev/runs",
      { plan: digest, parallel: 0 },
      "422 invalid-body, value-not-allowed /parallel `parallel`",
    ],
    [
      "/v1/projects/test/stacks/dev/runs",
      { plan: digest, parallel: 1.5 },
      "422 invalid-body, wrong-type /parallel `parallel`",
    ],
    [
      "/v1/projects/test/stacks/dev/resources:import",
      { imports: "all" },
      "422 invalid-body, wrong-type /imports `imports`",
    ],
    [
      "/v1/projects/test/stacks/dev/resources:import",
      { imports: [] },
      "422 invalid-body, value-too-short /imports `imports`",
    ],
    [
      "/v1/projects/test/stacks/dev/resources:import",
      { imports: [{ type: "t", id: "i" }] },
      "422 invalid-body, missing-field /imports/0 `name`",
    ],
    ["/v1/types/t:t/objects:findUnmanaged", { within: "here" }, "422 invalid-body, wrong-type /within `within`"],
    ["/v1/projects/test/stacks", {}, "422 invalid-body, missing-field  `name`"],
    ["/v1/projects/test/stacks/dev/resources/a:rename", {}, "422 invalid-body, missing-field  `to`"],
  ])("POST %s %j", async (path, body, wrong) => {
    const answer = await world.call("POST", path, { body });
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    const { status, code, problems } = answer.body as { status: number; code: string; problems: readonly Problem[] };
    expect(status).toBe(answer.status);
    const places = problems.map((each) => `${each.code} ${each.pointer} ${/`\w+`/.exec(each.detail)?.[0] ?? "-"}`);
    expect([`${status} ${code}`, ...places].join(", ")).toBe(wrong);
  });

  test("a body that is empty, none of JSON, a list or null is each told otherwise", async () => {
    const bodies = ["", "{", [], "null"];
    const answers = await Promise.all(bodies.map((body) => world.call("POST", "/v1/declarations:check", { body })));
    expect(new Set(answers.map(({ body }) => (body as { detail: string }).detail)).size).toBe(bodies.length);
  });

  test("all violations at once, each with its place in the body and a way out", async () => {
    const body = { kind: "apply", declaration: { file: 1, txt: "", config: {} }, refresh: "yes" };
    const { body: document } = await world.call("POST", "/v1/projects/test/stacks/dev/plans", { body });
    expect(document).toMatchObject({
      code: "invalid-body",
      problems: expect.arrayContaining([
        expect.objectContaining({ code: "missing-field", pointer: "/declaration" }),
        expect.objectContaining({ code: "wrong-type", pointer: "/declaration/file" }),
        expect.objectContaining({ code: "unknown-field", pointer: "/declaration/txt", fix: "text" }),
        expect.objectContaining({ code: "wrong-type", pointer: "/refresh" }),
      ]),
    });
  });

  test.each([
    ["?limit=0", /`limit` .* 1 /],
    ["?limit=many", /`limit` .* whole /],
    ["?limt=3", /`limt`/],
    ["?limit=3&limit=4", /`limit` .* twice/],
    ["?cursor=abc", /`cursor`/],
    ["?filter=nam:x", /`name`/],
    ["?filter=name=x", /`name` .*`:`/],
    ["?filter=name:%22x", / filter /],
  ])("GET /v1/stacks%s", async (query, says) => {
    const answer = await world.call("GET", `/v1/stacks${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code: "bad-request", detail: expect.stringMatching(says) } });
  });

  test.each([
    "/v1/projects/test/stacks/a%20b",
    "/v1/projects/test/stacks/%zz",
    "/v1/projects/test/stacks/.hidden",
    "/v1/projects/test/stacks/dev/plans/sha256:none",
  ])("GET %s", async (path) => {
    expect(await world.call("GET", path)).toMatchObject({ status: 400, body: { code: "bad-request" } });
  });
});

describe("methods and forms", () => {
  test.each([
    ["GET", "/"],
    ["GET", "/v1/nothing"],
    ["POST", "/v2/declarations:check"],
    ["POST", "/v1/projects/test/stacks/dev/runs/r1:fly"],
  ])("%s %s is nowhere", async (method, path) => {
    const { status, body } = await world.call(method, path);
    expect([404, 405, 400]).toContain(status);
    expect(body).toMatchObject({
      code: expect.stringMatching(/no-such-path|method-not-allowed|bad-request/),
      problems: [],
    });
  });

  test.each([
    ["DELETE", "/v1/projects/test/stacks/dev/plans", "POST, GET, HEAD"],
    ["GET", "/v1/declarations:check", "POST"],
    ["PATCH", "/v1/projects/test/stacks/dev/declaration", "GET, HEAD, PUT"],
    ["GET", "/v1/projects/test/stacks/dev/runs/r1:cancel", "POST"],
  ])("%s %s says what is allowed", async (method, path, allow) => {
    const answer = await world.call(method, path);
    expect(answer).toMatchObject({ status: 405, body: { code: "method-not-allowed" } });
    expect(answer.headers.get("allow")).toBe(allow);
  });

  test("HEAD is a GET without its document", async () => {
    const answer = await world.call("HEAD", "/v1/version");
    expect(answer).toMatchObject({ status: 200, text: "" });
  });

  test("an answer that can't be had in the form asked for", async () => {
    const accept = (value: string) => world.call("GET", "/v1/version", { headers: { accept: value } });
    expect(await accept("text/html")).toMatchObject({ status: 406, body: { code: "not-acceptable" } });
    expect(await accept("text/html, application/*;q=0.1")).toMatchObject({ status: 200 });
    expect(await accept("application/json;q=0, */*")).toMatchObject({ status: 406 });
  });

  test.each([
    [{ "content-type": "application/xml" }, 415],
    [{ "content-encoding": "gzip" }, 415],
    [{ "content-type": "application/json; charset=utf-8" }, 200],
    [{ "content-type": "text/plain" }, 200],
  ])("a body with %j", async (headers, status) => {
    expect(await world.call("POST", "/v1/declarations:check", { body: declaration, headers })).toMatchObject({
      status,
    });
  });

  test("a body that is too large, announced or not", async () => {
    const small = ApiWorld.alone({ bodyLimit: 1000 });
    const large = JSON.stringify({ ...declaration, text: "x".repeat(2000) });
    const announced = { "content-length": String(large.length) };
    for (const headers of [announced, {}])
      expect(await small.call("POST", "/v1/declarations:check", { body: large, headers })).toMatchObject({
        status: 413,
        body: { code: "body-too-large" },
      });
    small.witness.testify();
  });

  test("an address that is too long", async () => {
    expect((await world.call("GET", `/v1/stacks?filter=${"x".repeat(9000)}`)).status).toBe(414);
  });
});

describe("preferences", () => {
  test("return=minimal leaves the document out", async () => {
    const headers = { prefer: "return=minimal" };
    const stack = await world.call("POST", "/v1/projects/test/stacks", { body: { name: "prod" }, headers });
    expect(stack).toMatchObject({ status: 201, text: "" });
    expect([stack.headers.get("location"), stack.headers.get("preference-applied")]).toEqual([
      "/v1/projects/test/stacks/prod",
      "return=minimal",
    ]);
    const checked = await world.call("POST", "/v1/declarations:check", { body: declaration, headers });
    expect(checked).toMatchObject({ status: 204, text: "" });
  });

  test("wait=N gives the run as it is at its end", async () => {
    const { digest: plan } = await world.plan();
    const waited = await world.call("POST", "/v1/projects/test/stacks/dev/runs", {
      body: { plan },
      headers: { prefer: "wait=5" },
    });
    expect(waited).toMatchObject({ status: 202, body: { status: "done", changes: 1 } });
    expect(waited.headers.get("preference-applied")).toBe("wait=5");
  });
});

describe("pages", () => {
  beforeEach(async () => {
    for (const name of ["e", "b", "d", "a", "c"])
      await world.call("POST", "/v1/projects/test/stacks", { body: { name } });
  });
  const names = (body: unknown) => (body as { stacks: { name: string }[] }).stacks.map(({ name }) => name);

  test("follow one another to the end", async () => {
    const seen: string[] = [];
    let path = "/v1/stacks?limit=2";
    for (;;) {
      const { body } = await world.call("GET", path);
      seen.push(...names(body));
      const { nextCursor } = body as { nextCursor?: string };
      if (nextCursor === undefined) break;
      path = `/v1/stacks?limit=2&cursor=${nextCursor}`;
    }
    expect(seen).toEqual(["a", "b", "c", "d", "e"]);
  });

  test("a cursor of another filter, or altered, is refused", async () => {
    const { body } = await world.call("GET", "/v1/stacks?limit=1");
    const { nextCursor = "" } = body as { nextCursor?: string };
    expect((await world.call("GET", `/v1/stacks?limit=1&cursor=${nextCursor}&filter=name:a`)).status).toBe(400);
    expect((await world.call("GET", `/v1/types?limit=1&cursor=${nextCursor}`)).status).toBe(400);
    const altered = `${nextCursor.slice(0, -3)}${nextCursor.endsWith("A") ? "BBB" : "AAA"}`;
    expect((await world.call("GET", `/v1/stacks?cursor=${altered}`)).status).toBe(400);
  });

  test("a cursor of the audit log that names no place in it is refused, and no damage is told of", async () => {
    const served = await ApiWorld.served();
    const token = (await served.access?.tokenWith("admin")) ?? "";
    const list = askedPage(auditOperations.listAuditEntries, {}, {});
    for (const next of ["portal", "-1", "1.5", "Infinity", "1e3"]) {
      const { nextCursor } = list.answer({ items: [], next });
      const answer = await served.call("GET", `/v1/audit-entries?cursor=${nextCursor}`, { token });
      expect(answer, next).toMatchObject({ status: 400, body: { code: "bad-request" } });
    }
  });

  test("hold what the filter asks for", async () => {
    expect(names((await world.call("GET", "/v1/stacks?filter=name:b")).body)).toEqual(["b"]);
    expect(names((await world.call("GET", '/v1/stacks?filter=name:"x y"')).body)).toEqual([]);
  });
});

describe("a service", () => {
  test("knows each request by an id and a trace, and lets nobody keep the answer", async () => {
    const served = await ApiWorld.served();
    const token = (await served.access?.tokenWith("reader")) ?? "";
    const trace = "0af7651916cd43dd8448eb211c80319c";
    const headers = { "request-id": "deploy-42", traceparent: `00-${trace}-b7ad6b7169203331-01` };
    const known = await served.call("GET", "/v1/stacks", { token, headers });
    expect(known.headers.get("request-id")).toBe("deploy-42");
    expect(known.headers.get("traceparent")).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`));
    expect(known.headers.get("cache-control")).toBe("no-store");
    const strange = {
      "request-id": "a b\u00e9",
      traceparent: "00-00000000000000000000000000000000-0000000000000000-01",
    };
    const named = await served.call("GET", "/v1/nothing", { token, headers: strange });
    expect(named.status).toBe(404);
    const anonymous = await served.call("GET", "/v1/stacks", { headers: strange });
    expect(anonymous.status).toBe(401);
    expect(anonymous.headers.get("www-authenticate")).toMatch(/^Bearer /);
    expect(anonymous.headers.get("request-id")).toMatch(/^[0-9a-f]{32}$/);
    for (const [method, path] of [
      ["GET", "/v1/nowhere"],
      ["DELETE", "/livez"],
    ] as const) {
      expect((await served.call(method, path)).headers.get("request-id")).toMatch(/^[0-9a-f]{32}$/);
    }
    expect(anonymous.headers.get("traceparent")).not.toContain("0000000000000000-01");
    served.witness.testify();
  });

  test("lets each caller make so many requests, and says how many are left", async () => {
    const served = await ApiWorld.served({ rateLimit: { requests: 3, window: 60 } });
    const [one, other] = [await served.access?.tokenWith("reader"), await served.access?.tokenWith("reader")];
    const ask = async (token = "") => served.call("GET", "/v1/stacks", { token });
    const left = [];
    for (let count = 0; count < 3; count += 1) left.push((await ask(one)).headers.get("ratelimit"));
    expect(left).toEqual(['"default";r=2;t=20', '"default";r=1;t=40', '"default";r=0;t=60']);
    const refused = await ask(one);
    expect(refused).toMatchObject({ status: 429, body: { code: "too-many-requests" } });
    expect(refused.headers.get("retry-after")).toBe("20");
    expect(refused.headers.get("ratelimit-policy")).toBe('"default";q=3;w=60');
    expect((await ask(other)).status).toBe(200);
    served.deployment.advance(20_000);
    expect((await ask(one)).status).toBe(200);
    served.witness.testify();
  });

  test("does not tell of stacks that the caller may not see", async () => {
    const served = await ApiWorld.served();
    const admin = await served.access?.tokenWith("admin");
    for (const name of ["dev", "prod"])
      await served.call("POST", "/v1/projects/test/stacks", { token: admin ?? "", body: { name } });
    const reader = await served.access?.tokenWith("reader", "test/dev");
    const ask = (method: string, path: string) => served.call(method, path, { token: reader ?? "" });
    expect((await ask("GET", "/v1/stacks")).body).toMatchObject({ stacks: [{ stack: "test/dev", name: "dev" }] });
    expect(await ask("GET", "/v1/projects/test/stacks/prod")).toMatchObject({
      status: 404,
      body: { code: "not-found" },
    });
    expect(await ask("DELETE", "/v1/projects/test/stacks/prod")).toMatchObject({ status: 404 });
    expect(await ask("DELETE", "/v1/projects/test/stacks/dev")).toMatchObject({
      status: 403,
      body: { code: "forbidden" },
    });
    served.witness.testify();
  });

  test("one key, one effect; another body under it is refused, and so is a secret shown twice", async () => {
    const served = await ApiWorld.served();
    const token = (await served.access?.tokenWith("admin")) ?? "";
    const ask = (path: string, body: unknown) =>
      served.call("POST", path, { token, body, headers: { "idempotency-key": "k-1" } });
    const first = await ask("/v1/projects/test/stacks", { name: "prod" });
    const again = await ask("/v1/projects/test/stacks", { name: "prod" });
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect([first, again].map(({ headers }) => headers.get("idempotency-replayed"))).toEqual([null, "true"]);
    expect(await ask("/v1/projects/test/stacks", { name: "other" })).toMatchObject({
      status: 422,
      body: { code: "key-reused" },
    });
    const request = { name: "ci", role: "reader", expiresInDays: 1 };
    const made = await ask("/v1/tokens", request);
    const replayed = await ask("/v1/tokens", request);
    expect(made.body).toHaveProperty("token");
    const { token: _, ...rest } = made.body as { readonly token: string };
    expect(replayed.body).toEqual(rest);
    expect(await served.deployment.documentStore.list("idempotency-keys", { limit: 10 })).not.toMatchObject([
      expect.objectContaining({ document: expect.stringContaining("plumb_") }),
    ]);
    served.witness.testify();
  });

  test("a request that failed may be tried again with its key", async () => {
    const served = await ApiWorld.served();
    const token = (await served.access?.tokenWith("admin")) ?? "";
    const undo = () =>
      served.call("POST", "/v1/projects/test/stacks/dev/runs", {
        token,
        body: { plan: digest },
        headers: { "idempotency-key": "k" },
      });
    expect([(await undo()).status, (await undo()).status]).toEqual([404, 404]);
    expect(await served.deployment.documentStore.list("idempotency-keys", { limit: 10 })).toEqual([]);
    served.witness.testify();
  });
});

describe("what can't be read of a request", () => {
  const forms = [
    ["an answer in another form", { accept: "text/html" }, 406],
    ["a body in another form", { "content-type": "text/html" }, 415],
  ] as const;

  test.each(forms)(
    "%s is told to who is known, and may: nobody keeps a refusal off the record by it",
    async (_, headers, status) => {
      const world = await ApiWorld.served();
      const body = { name: "x" };
      const statusFor = async (role: "reader" | "admin" | null) => {
        const token = role === null ? undefined : await world.access?.tokenWith(role);
        const given = token === undefined ? {} : { token };
        return (await world.call("POST", "/v1/projects/test/stacks", { body, headers, ...given })).status;
      };
      expect([await statusFor(null), await statusFor("reader"), await statusFor("admin")]).toEqual([401, 403, status]);
      const log = await world.call("GET", "/v1/audit-entries", {
        token: (await world.access?.tokenWith("admin")) ?? "",
      });
      expect(log.text).toContain('"action":"stack:create"');
    },
  );

  test("an escape that stands for nothing is told to who is known", async () => {
    const world = await ApiWorld.served();
    expect((await world.call("GET", "/v1/projects/test/stacks/%ff")).status).toBe(401);
    const token = (await world.access?.tokenWith("reader")) ?? "";
    expect(await world.call("GET", "/v1/projects/test/stacks/%ff", { token })).toMatchObject({ status: 400 });
  });
});
