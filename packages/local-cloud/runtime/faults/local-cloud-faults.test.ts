import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { Bug } from "../../../base/invariant.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../base/json/json.ts";
import { LocalCloud } from "../local-cloud.ts";
import { LocalStorage } from "../local-storage.ts";
import type { LocalReply, LocalVendor } from "../local-vendor.ts";
import type { FaultMatch, InjectedFault } from "./fault-rule.ts";

const start = Date.parse("2026-01-02T03:04:05.678Z");

/** A vendor of things with version tags, and of jobs that make them in the background. */
const things: LocalVendor = {
  name: "things",
  routes: [
    {
      method: "PUT",
      template: "things/{name}",
      handle: (request, params, world) => {
        const name = params["name"] ?? "";
        const before = world.documents.get("thing", name);
        const sent = isJsonObject(request.body) ? request.body : {};
        if (sent["etag"] !== undefined && sent["etag"] !== before?.["etag"]) return { status: 412, body: "stale" };
        const thing = { value: sent["value"] ?? null, etag: `tag-${world.next()}`, at: world.timestamp(3) };
        world.documents.put("thing", name, thing);
        world.wrote(before === undefined ? "create" : "update", name);
        return { status: 200, body: thing };
      },
    },
    {
      method: "GET",
      template: "things/{name}",
      handle: (_request, params, world) => {
        const thing = world.documents.get("thing", params["name"] ?? "");
        return thing === undefined ? { status: 404, body: { message: "no" } } : { status: 200, body: thing };
      },
    },
    {
      method: "GET",
      template: "things",
      handle: (_request, _params, world) => ({
        status: 200,
        body: [...world.documents.scan("thing", "", "")].map(({ key, document }) => `${key}=${document["value"]}`),
      }),
    },
    {
      method: "DELETE",
      template: "things/{name}",
      handle: (_request, params, world) => {
        world.documents.delete("thing", params["name"] ?? "");
        world.wrote("delete", params["name"] ?? "");
        return { status: 204 };
      },
    },
    {
      method: "POST",
      template: "jobs/{name}",
      handle: (_request, params, world) => {
        const name = params["name"] ?? "";
        const doneMs = world.now() + world.operationMs;
        world.documents.put("job", name, { doneMs });
        world.wrote("create", name);
        return jobReply(name, world.now() >= doneMs);
      },
    },
    {
      method: "GET",
      template: "jobs/{name}",
      handle: (_request, params, world) => {
        const job = world.documents.get("job", params["name"] ?? "");
        if (job === undefined) return { status: 404, body: { message: "no job" } };
        return jobReply(params["name"] ?? "", world.now() >= Number(job["doneMs"]));
      },
    },
  ],
  seeds: {},
  refusal: (status, request) => ({ status, body: { things: status, path: request.path } }),
  operationPaths: ({ body }) => (isJsonObject(body) && "job" in body ? [`jobs/${body["job"]}?poll=yes`] : []),
};

function jobReply(name: string, done: boolean): LocalReply {
  return { status: 200, body: { job: name, done } };
}

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A process whose steady time goes on while it is stopped. */
interface Stopping {
  readonly elapsed: () => number;
  readonly overslept: (milliseconds: number) => void;
}

function local(path = ":memory:", stopping?: Stopping) {
  const storage = new LocalStorage(path);
  closers.push(() => storage.close());
  let now = start;
  let tickMs = 0;
  const slept: number[] = [];
  const cloud = new LocalCloud({
    storage,
    vendors: [things],
    clock: {
      now: () => {
        now += tickMs;
        return now;
      },
      sleep: async (milliseconds, signal) => {
        signal?.throwIfAborted();
        slept.push(milliseconds);
        now += milliseconds;
        stopping?.overslept(milliseconds);
      },
    },
    elapsed: stopping?.elapsed,
    ids: { unique: () => "0".repeat(32), suffix: (length) => "a".repeat(length) },
    mode: "documented",
    operationMs: 0,
  });
  const send = (method: string, path: string, body?: Json, headers: Record<string, string> = {}) =>
    cloud.fetch(
      new Request(`http://x.test/${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  const call = async (method: string, path: string, body?: Json) => {
    const response = await send(method, path, body);
    const text = await response.text();
    return { status: response.status, body: (text === "" ? null : JSON.parse(text)) as JsonObject };
  };
  return {
    cloud,
    send,
    call,
    slept,
    /** From now on each look at the clock takes its time, as on a busy machine. */
    tick: (milliseconds: number) => {
      tickMs = milliseconds;
    },
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
    /** One rule, in process. */
    fault: (fault: InjectedFault, match: FaultMatch = {}) => cloud.faults.add({ match, fault })[0] ?? "",
    writes: async () => {
      const { writes } = (await call("GET", "_local/log")).body;
      return (writes as readonly JsonObject[]).map((write) => `${write["action"]} ${write["object"]}`);
    },
    counts: () => cloud.faults.list().map(({ matched, fired }) => [matched, fired]),
  };
}

describe("faults of an exchange", () => {
  test("a status comes in the vendor's shape, before any effect", async () => {
    const { fault, call, send, writes } = local();
    fault({ kind: "status", status: 503 }, { method: "PUT" });
    expect(await call("PUT", "things/a", {})).toEqual({ status: 503, body: { things: 503, path: "things/a" } });
    expect((await send("PUT", "things/a")).headers.get("retry-after")).toBeNull();
    expect(await writes()).toEqual([]);
    expect((await call("GET", "things/a")).status).toBe(404);
  });

  test("a status can come after the effect", async () => {
    const { fault, call, writes } = local();
    fault({ kind: "status", status: 504, when: "after" }, { nth: 1 });
    expect((await call("PUT", "things/a", {})).status).toBe(504);
    expect(await writes()).toEqual(["create a"]);
  });

  test("where no vendor knows the path a status is bare", async () => {
    const { fault, call } = local();
    fault({ kind: "status", status: 500 });
    expect(await call("GET", "nowhere")).toEqual({ status: 500, body: { message: "HTTP 500" } });
  });

  test("Retry-After in seconds and as a date of the virtual clock", async () => {
    const { fault, send } = local();
    await send("POST", "_local/clock", { advanceMs: 60_000 });
    fault({ kind: "status", status: 429, retryAfterSeconds: 7 }, { nth: 1 });
    fault({ kind: "status", status: 429, retryAfterSeconds: 7, retryAfterForm: "date" }, { nth: 2 });
    const [seconds, date] = [await send("GET", "things/a"), await send("GET", "things/a")];
    expect(seconds.headers.get("retry-after")).toBe("7");
    expect(date.headers.get("date")).toBe("Fri, 02 Jan 2026 03:05:05 GMT");
    expect(date.headers.get("retry-after")).toBe("Fri, 02 Jan 2026 03:05:12 GMT");
  });

  test("what is malformed is refused as ever", async () => {
    const { fault, send } = local();
    fault({ kind: "status", status: 503 }, { method: "PUT" });
    expect((await send("GET", "things/%E0%A4%A")).status).toBe(400);
  });

  test("latency is waited for on the clock, adds up, and goes together with other faults", async () => {
    const { fault, call, slept, counts } = local();
    fault({ kind: "latency", ms: 300 });
    fault({ kind: "latency", ms: 50 }, { nth: 1 });
    fault({ kind: "status", status: 500 }, { nth: 2 });
    expect((await call("PUT", "things/a", {})).body["at"]).toBe("2026-01-02T03:04:06.028Z");
    expect((await call("GET", "things/a")).status).toBe(500);
    expect(slept).toEqual([350, 300]);
    expect(counts()).toEqual([
      [2, 2],
      [2, 1],
      [2, 1],
    ]);
  });

  test("who gives up while waiting is not served", async () => {
    const { cloud, fault, writes } = local();
    fault({ kind: "latency", ms: 300 });
    const gone = new AbortController();
    const request = new Request("http://x.test/things/a", { method: "PUT", signal: gone.signal });
    const answer = cloud.fetch(request);
    gone.abort(new Error("enough"));
    await expect(answer).rejects.toThrow("enough");
    expect(await writes()).toEqual([]);
  });

  test.each([
    [3_999, "arrives", ["create a"]],
    [4_000, "is lost, like a connection of a process that was stopped", []],
  ])("a request that wakes %d ms late %s", async (late, _, left) => {
    let passed = 0;
    const { fault, send, writes } = local(":memory:", {
      elapsed: () => passed,
      overslept: (milliseconds) => {
        passed += milliseconds + late;
      },
    });
    fault({ kind: "latency", ms: 300 }, { method: "PUT" });
    const answer = await send("PUT", "things/a", {}).catch((cause: unknown) => cause);
    if (left.length === 0) expect(answer).toMatchObject({ cause: { code: "ECONNRESET" } });
    expect(await writes()).toEqual(left);
  });

  test.each<[InjectedFault, string, readonly string[]]>([
    [{ kind: "reset-before" }, "ECONNRESET", []],
    [{ kind: "reset-after" }, "ECONNRESET", ["create a"]],
    [{ kind: "lost-response" }, "ETIMEDOUT", ["create a"]],
  ])("%j ends in %s and leaves %j", async (broken, code, left) => {
    const { fault, send, writes } = local();
    fault(broken, { method: "PUT" });
    const failure = await send("PUT", "things/a", {}).catch((cause: unknown) => cause);
    expect(failure).toBeInstanceOf(TypeError);
    expect(failure).toMatchObject({ cause: { code } });
    expect(await writes()).toEqual(left);
  });

  test("a lost response takes its time", async () => {
    const { fault, send, slept } = local();
    fault({ kind: "lost-response" }, { nth: 1 });
    fault({ kind: "lost-response", afterMs: 5 });
    for (let turn = 0; turn < 2; turn += 1) await expect(send("GET", "things/a")).rejects.toThrow();
    expect(slept).toEqual([30_000, 5]);
  });

  test("a duplicate takes effect twice; either answer is told", async () => {
    const { fault, call, writes } = local();
    fault({ kind: "duplicate" }, { path: "things/a" });
    fault({ kind: "duplicate", answer: "first" }, { path: "things/b" });
    expect((await call("PUT", "things/a", {})).body["etag"]).toBe("tag-2");
    expect((await call("PUT", "things/b", {})).body["etag"]).toBe("tag-3");
    expect(await writes()).toEqual(["create a", "update a", "create b", "update b"]);
  });

  test("the second delivery of a duplicate can be refused: the first stands", async () => {
    const { fault, call, writes } = local();
    const { etag = null } = (await call("PUT", "things/a", {})).body;
    fault({ kind: "duplicate" }, { method: "PUT" });
    expect((await call("PUT", "things/a", { value: 1, etag })).status).toBe(412);
    expect((await call("GET", "things/a")).body["value"]).toBe(1);
    expect(await writes()).toEqual(["create a", "update a"]);
  });

  test("a truncated body breaks off, or ends too early, after the effect", async () => {
    const { fault, send, writes } = local();
    fault({ kind: "truncated-body" }, { nth: 1 });
    fault({ kind: "truncated-body", bytes: 0 }, { nth: 2 });
    fault({ kind: "truncated-body", bytes: 8, ending: "clean" }, { nth: 3 });
    fault({ kind: "truncated-body", bytes: 999, ending: "clean" }, { nth: 4 });
    fault({ kind: "truncated-body" }, { nth: 5 });
    for (let turn = 0; turn < 2; turn += 1) {
      const broken = await send("PUT", "things/a", { value: 1 });
      expect(broken.status).toBe(200);
      await expect(broken.text()).rejects.toThrow(TypeError);
    }
    expect(await (await send("GET", "things/a")).text()).toBe('{"value"');
    expect(await (await send("GET", "things/a")).json()).toMatchObject({ value: 1 });
    expect(await (await send("DELETE", "things/a")).text()).toBe("");
    expect(await writes()).toEqual(["create a", "update a", "delete a"]);
  });
});

describe("stale versions", () => {
  test("a write under a version is refused as stale; one without a version is not concerned", async () => {
    const { fault, call, counts } = local();
    const { etag = null } = (await call("PUT", "things/a", { value: 1 })).body;
    fault({ kind: "stale-etag" }, { method: "PUT", times: 1 });
    expect((await call("PUT", "things/b", {})).status).toBe(200);
    expect((await call("PUT", "things/a", { value: 2, etag })).status).toBe(412);
    expect((await call("PUT", "things/a", { value: 2, etag })).status).toBe(200);
    expect(counts()).toEqual([[2, 1]]);
  });

  test("a read shows the tag before the present one, beside what is there now", async () => {
    const { fault, call } = local();
    const first = (await call("PUT", "things/a", { value: 1 })).body["etag"];
    fault({ kind: "stale-etag" }, { method: "GET" });
    expect((await call("GET", "things/a")).body).toMatchObject({ value: 1, etag: "tag-0" });
    await call("PUT", "things/a", { value: 2 });
    await call("PUT", "things/b", { value: 2 });
    expect((await call("GET", "things/a")).body).toMatchObject({ value: 2, etag: first });
  });
});

describe("other values", () => {
  test("a read shows another value in one place, or nothing there; what is written stays", async () => {
    const { fault, call, cloud } = local();
    await call("PUT", "things/a", { value: 1 });
    fault({ kind: "other-value", at: "/made/up", value: [1] }, { path: "things/a" });
    expect((await call("GET", "things/a")).body).toMatchObject({ value: 1, made: { up: [1] } });
    expect((await call("GET", "things/b")).status).toBe(404);
    cloud.faults.clear();
    fault({ kind: "other-value", at: "/value" });
    expect((await call("GET", "things/a")).body).not.toHaveProperty("value");
    cloud.faults.clear();
    expect((await call("GET", "things/a")).body).toMatchObject({ value: 1 });
  });
});

describe("lagging reads", () => {
  test("by writes: the last ones are not seen, in reads of one and of many", async () => {
    const { fault, call } = local();
    await call("PUT", "things/a", { value: 1 });
    fault({ kind: "read-lag", writes: 2 });
    expect((await call("GET", "things/a")).body["value"]).toBe(1);
    await call("PUT", "things/b", { value: 1 });
    await call("PUT", "things/a", { value: 2 });
    expect((await call("GET", "things")).body).toEqual(["a=1"]);
    await call("DELETE", "things/a");
    expect((await call("GET", "things")).body).toEqual(["a=1", "b=1"]);
    expect((await call("GET", "things/a")).body["value"]).toBe(1);
    await call("PUT", "things/c", { value: 3 });
    expect((await call("GET", "things")).body).toEqual(["a=2", "b=1"]);
    await call("PUT", "things/c", { value: 4 });
    expect((await call("GET", "things")).body).toEqual(["b=1"]);
    expect((await call("GET", "things/a")).status).toBe(404);
  });

  test("by time: what is younger is not seen", async () => {
    const { fault, call, advance } = local();
    fault({ kind: "read-lag", ms: 1000 });
    await call("PUT", "things/a", { value: 1 });
    expect((await call("GET", "things/a")).status).toBe(404);
    advance(1000);
    expect((await call("GET", "things/a")).body["value"]).toBe(1);
    await call("PUT", "things/a", { value: 2 });
    advance(999);
    expect((await call("GET", "things/a")).body["value"]).toBe(1);
    advance(1);
    expect((await call("GET", "things/a")).body["value"]).toBe(2);
  });

  test("a late reader changes nothing, and without the rule the present is seen", async () => {
    const { cloud, fault, call } = local();
    fault({ kind: "read-lag", writes: 1 }, { times: 1 });
    await call("PUT", "things/a", { value: 1 });
    expect((await call("GET", "things/a")).status).toBe(404);
    expect((await call("GET", "things/a")).status).toBe(200);
    cloud.faults.clear();
    fault({ kind: "read-lag", writes: 1 });
    expect((await call("GET", "things/a")).status).toBe(200);
  });
});

describe("operations", () => {
  test.each([
    ["holds", { status: 200, body: { job: "j", done: true } }],
    ["lost", { status: 404, body: { message: "no job" } }],
  ] as const)("stuck, and the effect %s", async (effect, truth) => {
    const { cloud, fault, call, advance, writes } = local();
    fault({ kind: "stuck-operation", effect }, { method: "POST" });
    const pending = { status: 200, body: { job: "j", done: false } };
    expect(await call("POST", "jobs/j")).toEqual(pending);
    advance(1e9);
    expect(await call("GET", "jobs/j")).toEqual(pending);
    expect(await writes()).toEqual(effect === "holds" ? ["create j"] : []);
    cloud.faults.clear();
    expect(await call("GET", "jobs/j")).toEqual(truth);
  });

  test("stuck, however long its begin takes", async () => {
    const { fault, call, tick } = local();
    tick(5);
    fault({ kind: "stuck-operation", effect: "lost" }, { method: "POST" });
    const pending = { status: 200, body: { job: "j", done: false } };
    expect(await call("POST", "jobs/j")).toEqual(pending);
    expect(await call("GET", "jobs/j")).toEqual(pending);
  });

  test.each(["holds", "lost"] as const)("vanished, and the effect %s", async (effect) => {
    const { fault, call, cloud, writes } = local();
    fault({ kind: "vanished-operation", effect });
    expect((await call("POST", "jobs/j")).body).toEqual({ job: "j", done: false });
    expect(await call("GET", "jobs/j")).toEqual({ status: 404, body: { things: 404, path: "jobs/j" } });
    expect(await writes()).toEqual(effect === "holds" ? ["create j"] : []);
    const listed = await call("GET", "_local/faults");
    expect(listed.body["operations"]).toEqual([{ path: "jobs/j", fate: "vanished" }]);
    cloud.faults.clear();
    expect((await call("GET", "jobs/j")).status).toBe(effect === "holds" ? 200 : 404);
  });

  test("a write that begins none goes its usual way and is not counted as hit", async () => {
    const { fault, call, counts, writes } = local();
    fault({ kind: "stuck-operation", effect: "lost" });
    expect((await call("PUT", "things/a", { value: 1 })).status).toBe(200);
    expect((await call("GET", "things/a")).body["value"]).toBe(1);
    expect(await writes()).toEqual(["create a"]);
    expect(counts()).toEqual([[1, 0]]);
  });
});

describe("rules", () => {
  test("each counts what it is about; the first whose turn it is has its way", async () => {
    const { fault, call, counts } = local();
    fault({ kind: "status", status: 500 }, { every: 2 });
    fault({ kind: "status", status: 429 }, { method: "GET" });
    const statuses = [];
    for (const method of ["PUT", "GET", "GET", "PUT"])
      statuses.push((await call(method, "things/a", undefined)).status);
    expect(statuses).toEqual([200, 500, 429, 500]);
    expect(counts()).toEqual([
      [4, 2],
      [2, 1],
    ]);
  });

  test("counts stay although what the request did is undone", async () => {
    const { fault, call, counts } = local();
    fault({ kind: "duplicate" }, { method: "PUT" });
    expect((await call("PUT", "things/a", { etag: "none" })).status).toBe(412);
    expect(counts()).toEqual([[1, 1]]);
  });

  test("over the wire: added all or none, listed with their counts, removed", async () => {
    const { call, send } = local();
    const rules = [
      { id: "slow", fault: { kind: "latency", ms: 1 } },
      { match: { nth: 2 }, fault: { kind: "status", status: 500 } },
    ];
    expect(await call("POST", "_local/faults", rules)).toEqual({ status: 200, body: { added: ["slow", "fault-2"] } });
    expect((await call("POST", "_local/faults", { fault: { kind: "reset-before" } })).body).toEqual({
      added: ["fault-3"],
    });
    const refused = await call("POST", "_local/faults", [
      { id: "other", fault: { kind: "latency", ms: 1 } },
      { id: "slow", fault: { kind: "stale-etag" } },
      { id: "slow", fault: { kind: "stale-etag" } },
    ]);
    expect(refused.status).toBe(400);
    expect(refused.body["complaints"]).toEqual(['rules[1].id "slow" is taken', 'rules[2].id "slow" is taken']);
    await expect(send("GET", "things/a")).rejects.toThrow(TypeError);
    expect((await call("GET", "_local/faults")).body).toEqual({
      rules: [
        { id: "slow", matched: 1, fired: 1, rule: rules[0] },
        { id: "fault-2", matched: 1, fired: 0, rule: rules[1] },
        { id: "fault-3", matched: 1, fired: 1, rule: { fault: { kind: "reset-before" } } },
      ],
      operations: [],
    });
    expect((await call("DELETE", "_local/faults")).body).toEqual({ removed: 3 });
    expect((await call("GET", "_local/faults")).body["rules"]).toEqual([]);
    expect((await call("GET", "things/a")).status).toBe(404);
  });

  test("an id that was given is not given again", async () => {
    const { cloud, fault } = local();
    cloud.faults.add({ id: "fault-2", fault: { kind: "reset-before" } });
    expect(fault({ kind: "reset-before" })).toBe("fault-3");
  });

  test("never apply to the control surface", async () => {
    const { fault, call } = local();
    fault({ kind: "reset-before" });
    expect((await call("GET", "_local/log")).status).toBe(200);
    expect((await call("GET", "_local/nowhere")).status).toBe(404);
  });

  test("in process, what makes no sense is a bug, and nothing of it stays", () => {
    const { cloud } = local();
    const sound = { fault: { kind: "reset-before" } } as const;
    expect(() => cloud.faults.add(sound, { fault: { kind: "status", status: 200 } })).toThrow(Bug);
    expect(cloud.faults.list()).toEqual([]);
  });

  test("are the same for every process on the database, and so are counts and marks", async () => {
    const directory = mkdtempSync(join(tmpdir(), "plumb-faults-"));
    closers.push(() => rmSync(directory, { recursive: true }));
    const path = join(directory, "cloud.db");
    const [one, other] = [local(path), local(path)];
    expect((await other.call("GET", "things/a")).status).toBe(404);
    one.fault({ kind: "status", status: 500 }, { every: 3, path: "things/**" });
    one.fault({ kind: "vanished-operation" });
    const statuses: number[] = [];
    for (const each of [one, other, other, one, one, other]) statuses.push((await each.call("GET", "things/a")).status);
    expect(statuses).toEqual([404, 404, 500, 404, 404, 500]);
    expect(one.counts()).toEqual(other.counts());
    await one.call("POST", "jobs/j");
    expect((await other.call("GET", "jobs/j")).body).toEqual({ things: 404, path: "jobs/j" });
    expect(local(path).counts()).toEqual([
      [6, 2],
      [1, 1],
    ]);
    other.cloud.faults.clear();
    expect((await one.call("GET", "jobs/j")).status).toBe(200);
  });
});
