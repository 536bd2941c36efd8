import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { Bug, invariant } from "../../base/invariant.ts";
import { isJsonObject, type Json, type JsonObject } from "../../base/json/json.ts";
import { LocalCloud, type LocalCloudOptions, type LocalFailure } from "./local-cloud.ts";
import { LocalStorage } from "./local-storage.ts";
import type { LocalVendor } from "./local-vendor.ts";

const start = Date.parse("2026-01-02T03:04:05.678Z");

/** A vendor of things: enough to see what the ground does with handlers. */
const things: LocalVendor = {
  name: "things",
  routes: [
    {
      method: "PUT",
      template: "things/{name}",
      handle: (request, params, world) => {
        const name = params["name"] ?? "";
        world.documents.put("thing", name, isJsonObject(request.body) ? request.body : {});
        world.wrote("create", name);
        const version = world.next();
        if (request.query.has("refuse")) return { status: 409, body: { message: "refused" } };
        invariant(!request.query.has("throw"), "thrown");
        return { status: 200, body: { name, version, at: world.timestamp(7) } };
      },
    },
    {
      method: "GET",
      template: "things/{name}",
      ignoreCase: true,
      handle: (_request, params, world) => {
        const document = world.documents.get("thing", params["name"] ?? "");
        return document === undefined ? { status: 404, body: { message: "no" } } : { status: 200, body: document };
      },
    },
    {
      method: "GET",
      template: "whoami",
      handle: (request) => ({ status: 200, body: request.caller === null ? null : { ...request.caller } }),
    },
    { method: "GET", template: "text", handle: () => ({ status: 200, body: "plain" }) },
    {
      method: "GET",
      template: "page",
      handle: () => ({ status: 200, headers: { "Content-Type": "text/html" }, body: "<p>" }),
    },
    {
      method: "GET",
      template: "never-complete",
      handle: () => ({ status: 200, complete: () => Promise.reject(new Bug("completion")) }),
    },
    {
      method: "GET",
      template: "never-loaded",
      prepare: () => Promise.reject(new Bug("loading")),
      handle: () => ({ status: 200 }),
    },
    { method: "DELETE", template: "nothing", handle: () => ({ status: 204, headers: { "x-note": "n" } }) },
  ],
  refusal: (status) => ({ status, body: { thing: "refusal", status } }),
  seeds: {
    thing: (object, world) => {
      const { name } = object;
      if (typeof name !== "string") throw new TypeError("`name` is missing");
      world.documents.put("thing", name, object);
    },
    broken: (_object, world) => {
      world.documents.put("thing", "broken", {});
      throw new Bug("seeder");
    },
  },
};

function local(storage = new LocalStorage(":memory:"), more: Partial<LocalCloudOptions> = {}) {
  const cloud = new LocalCloud({
    storage,
    vendors: [things],
    clock: { now: () => start, sleep: async () => {} },
    ids: { unique: () => "0".repeat(32), suffix: (length) => "a".repeat(length) },
    mode: "documented",
    operationMs: 0,
    ...more,
  });
  const send = (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
    cloud.fetch(new Request(`http://local.test/${path}`, { method, headers, ...(body === undefined ? {} : { body }) }));
  const call = async (method: string, path: string, body?: Json, headers?: Record<string, string>) => {
    const response = await send(method, path, body === undefined ? undefined : JSON.stringify(body), headers);
    return { status: response.status, body: (await response.json()) as JsonObject };
  };
  const objects = async () => {
    const { writes } = (await call("GET", "_local/log")).body;
    return (writes as readonly { readonly object: string }[]).map((each) => each.object);
  };
  return { send, call, objects };
}

describe("answers", () => {
  test("requests that wait together share one transaction, and each gets its own answer, in order", async () => {
    const storage = new LocalStorage(":memory:");
    let transactions = 0;
    const { transaction } = storage;
    storage.transaction = (work) => {
      transactions += 1;
      return transaction.call(storage, work) as ReturnType<typeof work>;
    };
    const { call, objects } = local(storage);
    const names = Array.from({ length: 20 }, (_, index) => `t${index}`);
    const answers = await Promise.all(names.map((name) => call("PUT", `things/${name}`, {})));
    expect(answers.map((answer) => answer.body["name"])).toEqual(names);
    expect(answers.map((answer) => answer.body["version"])).toEqual(names.map((_, index) => index + 1));
    expect(transactions).toBe(1);
    expect(await objects()).toEqual(names);
  });

  test("an error answer leaves no trace; its neighbours do", async () => {
    const { call, objects } = local();
    const answers = await Promise.all([
      call("PUT", "things/a", {}),
      call("PUT", "things/b?refuse", {}),
      call("PUT", "things/c", {}),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 409, 200]);
    expect((await call("GET", "things/b")).status).toBe(404);
    expect(await objects()).toEqual(["a", "c"]);
    expect(answers[2]?.body["version"]).toBe(2);
  });

  test("a handler that throws fails its own request only, without a trace, and the cause is told", async () => {
    const failures: LocalFailure[] = [];
    const { call, objects } = local(undefined, { failed: (failure) => failures.push(failure) });
    const answers = await Promise.all([
      call("PUT", "things/a", {}),
      call("PUT", "things/b?throw", {}),
      call("PUT", "things/c", {}),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 500, 200]);
    expect(answers[1]?.body).toEqual({ thing: "refusal", status: 500 });
    expect(failures).toEqual([{ method: "PUT", path: "/things/b", cause: expect.any(Bug) }]);
    expect(await objects()).toEqual(["a", "c"]);
  });

  test("when the commit fails nobody is told of success, and the cause is told", async () => {
    const storage = new LocalStorage(":memory:");
    const failures: LocalFailure[] = [];
    const { call } = local(storage, { failed: (failure) => failures.push(failure) });
    storage.close();
    const answers = await Promise.all([call("PUT", "things/a", {}), call("GET", "things/a")]);
    expect(answers.map(({ status }) => status)).toEqual([500, 500]);
    expect(failures.map(({ path }) => path)).toEqual(["/things/a", "/things/a"]);
  });

  test("what ends after the transaction and fails, or fails before it, is an answer of 500 too", async () => {
    const failures: LocalFailure[] = [];
    const { call } = local(undefined, { failed: (failure) => failures.push(failure) });
    expect((await call("GET", "never-complete")).status).toBe(500);
    expect((await call("GET", "never-loaded")).status).toBe(500);
    expect(failures.map(({ path }) => path)).toEqual(["/never-complete", "/never-loaded"]);
  });

  test.each([
    ["GET", "nowhere", undefined, 404],
    ["POST", "things/a", "{}", 404],
    ["PUT", "things/a", "{", 400],
    ["GET", "things/%E0%A4%A", undefined, 400],
  ])("%s %s with %s is %i", async (method, path, body, status) => {
    const response = await local().send(method, path, body);
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toContain("application/json");
  });

  test("params arrive decoded, and literals match in any case only where the route says so", async () => {
    const { call } = local();
    expect((await call("PUT", "things/a%2Fb%20c", { x: 1 })).body["name"]).toBe("a/b c");
    expect(await call("GET", "THINGS/a%2Fb%20c")).toEqual({ status: 200, body: { x: 1 } });
    expect((await call("PUT", "THINGS/a", {})).status).toBe(404);
  });

  test("a string is JSON, unless the handler names its type; no body is no body", async () => {
    const { send } = local();
    expect(await (await send("GET", "text")).text()).toBe('"plain"');
    const page = await send("GET", "page");
    expect([page.headers.get("content-type"), await page.text()]).toEqual(["text/html", "<p>"]);
    const nothing = await send("DELETE", "nothing");
    expect([nothing.status, nothing.headers.get("x-note"), await nothing.text()]).toEqual([204, "n", ""]);
  });
});

describe("seeds", () => {
  test("one or a list; they are no writes", async () => {
    const { call, objects } = local();
    expect(await call("POST", "_local/seed", { kind: "thing", name: "a" })).toEqual({
      status: 200,
      body: { seeded: 1 },
    });
    const list = [
      { kind: "thing", name: "b" },
      { kind: "principal", name: "ada" },
    ];
    expect((await call("POST", "_local/seed", list)).body).toEqual({ seeded: 2 });
    expect((await call("GET", "things/b")).body).toEqual({ name: "b" });
    expect(await objects()).toEqual([]);
  });

  test.each<[string, Json, string]>([
    ["an unknown kind", { kind: "thong" }, "principal, thing, broken"],
    ["no kind", {}, "kind"],
    ["no object", null, "object"],
    ["what the vendor finds malformed", { kind: "thing" }, "thing: `name` is missing"],
    ["a principal without a name", { kind: "principal" }, "name"],
  ])("%s: none of the list is planted, and the message tells", async (_, bad, message) => {
    const { call } = local();
    const answer = await call("POST", "_local/seed", [{ kind: "thing", name: "a" }, bad, { kind: "thing", name: "c" }]);
    expect(answer.status).toBe(400);
    expect(answer.body["message"]).toContain(message);
    for (const name of ["a", "c"]) expect((await call("GET", `things/${name}`)).status).toBe(404);
  });

  test("all complaints come at once", async () => {
    const answer = await local().call("POST", "_local/seed", [{ kind: "thing" }, { kind: "thong" }]);
    expect(answer.body["message"]).toMatch(/`name` is missing; unknown kind "thong"/);
  });

  test("a bug in a seeder is not taken for a malformed seed", async () => {
    const { send, call } = local();
    expect((await send("POST", "_local/seed", '{"kind":"broken"}')).status).toBe(500);
    expect((await call("GET", "things/broken")).status).toBe(404);
  });
});

describe("the clock", () => {
  test("is the given one plus what was advanced, with as many digits as asked", async () => {
    const { call } = local();
    const at = async () => (await call("PUT", "things/a", {})).body["at"];
    expect(await at()).toBe("2026-01-02T03:04:05.6780000Z");
    expect((await call("POST", "_local/clock", { advanceMs: 86_400_000 })).body).toEqual({ offsetMs: 86_400_000 });
    expect((await call("POST", "_local/clock", { advanceMs: 1 })).body).toEqual({ offsetMs: 86_400_001 });
    expect(await at()).toBe("2026-01-03T03:04:05.6790000Z");
  });

  test.each<[Json]>([[{}], [{ advanceMs: -1 }], [{ advanceMs: 1.5 }], [{ advanceMs: "1" }], [[]]])(
    "%j is refused",
    async (body) => {
      const { call } = local();
      expect((await call("POST", "_local/clock", body)).status).toBe(400);
      expect((await call("POST", "_local/clock", { advanceMs: 0 })).body).toEqual({ offsetMs: 0 });
    },
  );
});

describe("the write log", () => {
  test("tells what, who, when and by which call; and from a place on", async () => {
    const { call } = local();
    await call("PUT", "things/a?api-version=1", {}, { authorization: "Bearer local:nobody@local.example" });
    await call("PUT", "things/b", {});
    expect((await call("GET", "_local/log")).body["writes"]).toEqual([
      {
        seq: 1,
        at: "2026-01-02T03:04:05.678Z",
        vendor: "things",
        action: "create",
        object: "a",
        method: "PUT",
        path: "/things/a?api-version=1",
        caller: "nobody@local.example",
      },
      expect.objectContaining({ seq: 2, object: "b", caller: "" }),
    ]);
    expect((await call("GET", "_local/log?after=1")).body["writes"]).toMatchObject([{ object: "b" }]);
    expect((await call("GET", "_local/log?after=first")).status).toBe(400);
  });

  test("log, documents and clock outlive the process", async () => {
    const directory = mkdtempSync(join(tmpdir(), "plumb-local-cloud-"));
    try {
      const path = join(directory, "cloud.db");
      const first = new LocalStorage(path);
      const before = local(first);
      await before.call("PUT", "things/a", { x: 1 });
      await before.call("POST", "_local/clock", { advanceMs: 1000 });
      first.close();
      const second = new LocalStorage(path);
      const after = local(second);
      expect(await after.objects()).toEqual(["a"]);
      expect((await after.call("GET", "things/a")).body).toEqual({ x: 1 });
      expect((await after.call("PUT", "things/b", {})).body).toEqual({
        name: "b",
        version: 2,
        at: "2026-01-02T03:04:06.6780000Z",
      });
      second.close();
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});

describe("callers", () => {
  const admin = { name: "admin@local.example", accountAdmin: true, workspaceMember: true, permitted: true };
  const stranger = { name: "who", accountAdmin: false, workspaceMember: false, permitted: false };
  test.each<[string | undefined, JsonObject | null]>([
    [undefined, null],
    ["Basic abc", null],
    ["Bearer", null],
    ["Bearer any-token", admin],
    ["bearer any-token", admin],
    ["Bearer local:admin@local.example", admin],
    [
      "Bearer local:account-admin-only@local.example",
      { ...admin, name: "account-admin-only@local.example", workspaceMember: false },
    ],
    ["Bearer local:member-only@local.example", { ...admin, name: "member-only@local.example", accountAdmin: false }],
    ["Bearer local:nobody@local.example", { ...stranger, name: "nobody@local.example" }],
    ["Bearer local:who", stranger],
  ])("Authorization %s", async (authorization, expected) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    expect((await local().call("GET", "whoami", undefined, headers)).body).toEqual(expected);
  });

  test("a seeded principal has what its seed says, and replaces a native one of its name", async () => {
    const { call } = local();
    const whoami = async (name: string) =>
      (await call("GET", "whoami", undefined, { authorization: `Bearer local:${name}` })).body;
    await call("POST", "_local/seed", [
      { kind: "principal", name: "ada", accountAdmin: true },
      { kind: "principal", name: "admin@local.example", permitted: false },
    ]);
    expect(await whoami("ada")).toEqual({ name: "ada", accountAdmin: true, workspaceMember: false, permitted: true });
    expect(await whoami("admin@local.example")).toEqual({ ...stranger, name: "admin@local.example" });
  });
});

test("while another process keeps the database locked, requests wait and this process does not", async () => {
  const directory = mkdtempSync(join(tmpdir(), "plumb-locked-cloud-"));
  const path = join(directory, "cloud.db");
  const storage = new LocalStorage(path);
  const { call } = local(storage);
  const other = new DatabaseSync(path);
  other.exec("BEGIN IMMEDIATE");
  const answers = ["a", "b"].map((name) => call("PUT", `things/${name}`, {}));
  let turns = 0;
  const released = new Promise<void>((resolve) => {
    const count = setInterval(() => {
      turns += 1;
      if (turns < 20) return;
      clearInterval(count);
      answers.push(call("PUT", "things/c", {}));
      other.exec("COMMIT");
      resolve();
    }, 5);
  });
  await released;
  const documents = (await Promise.all(answers)).map(({ body }) => body);
  // Each has had its effect once, in the order in which they came.
  expect(documents).toMatchObject([
    { name: "a", version: 1 },
    { name: "b", version: 2 },
    { name: "c", version: 3 },
  ]);
  other.close();
  storage.close();
  rmSync(directory, { recursive: true });
});
