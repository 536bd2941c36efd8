import { beforeEach, describe, expect, test } from "vitest";
import type { Clock } from "../../../../packages/base/clock.ts";
import { Fault } from "../../../../packages/base/fault.ts";
import { MemoryStore } from "../../../../test/memory-store/memory-store.ts";
import type { WatchEvent } from "../../../contract/documents/resources.ts";
import { SqliteStore } from "../../../stores/sqlite/sqlite-store.ts";
import { Rejection } from "../../rejection.ts";
import { testDeployment } from "../deployment.fixture.ts";
import { beginStack } from "../stacks/begin-stack.ts";
import { ResourceWatch } from "./resource-watch.ts";
import type { WatchedStore } from "./stack-feed.ts";
import { countingIds, put, recordOf, remove, writer } from "./watched-records.fixture.ts";

/** A clock whose sleepers the test wakes. */
class HandClock implements Clock {
  #now = 0;
  readonly #sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  now = () => this.#now;
  sleep = (milliseconds: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      this.#sleepers.add({ until: this.#now + milliseconds, wake: resolve });
      signal?.addEventListener("abort", () => reject(signal.reason));
    });

  advance(milliseconds: number): void {
    this.#now += milliseconds;
    for (const sleeper of [...this.#sleepers]) {
      if (sleeper.until > this.#now) continue;
      this.#sleepers.delete(sleeper);
      sleeper.wake();
    }
  }
}

const page = { after: null, limit: 100 };
const limits = { window: 4, bookmarkMs: 1_000 };

let clock: HandClock;
let store: MemoryStore;
let watch: ResourceWatch;
beforeEach(() => {
  clock = new HandClock();
  store = new MemoryStore(countingIds());
  watch = new ResourceWatch({ store, clock }, limits);
});

/** Reads a watch event by event. */
async function reader(from: string | null, of = watch) {
  const end = new AbortController();
  const events = (await of.watch("dev", from, end.signal))[Symbol.asyncIterator]();
  const next = async (): Promise<WatchEvent | "end"> => {
    const { done, value } = await events.next();
    return done === true ? "end" : value;
  };
  const told = async () => {
    const event = await next();
    if (event === "end") return event;
    return "resource" in event ? `${event.type} ${event.resource.name}` : event.type;
  };
  return { next, told, end: () => end.abort() };
}

async function refusal(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (cause) {
    if (cause instanceof Rejection) return [cause.reason, cause.problems[0]?.code];
    throw cause;
  }
  return "none";
}

describe("a list", () => {
  test("is in pages by name, filtered, and names its version", async () => {
    const { write } = await writer(store, "dev");
    await write(put(recordOf("b")), put(recordOf("a")), put(recordOf("c", { type: "other:Thing" })));
    const first = await watch.list("dev", { after: null, limit: 1, filter: { type: "test:Thing" } });
    expect(first).toMatchObject({ resources: [{ key: "a.1", name: "a", status: "current" }] });
    const rest = await watch.list("dev", { after: first.next, limit: 5, filter: { type: "test:Thing" } });
    expect(rest).toMatchObject({ resources: [{ name: "b" }], next: null, resourceVersion: first.resourceVersion });
  });
});

describe("a watch", () => {
  test("begins with what there is, says so, and goes on with what happens", async () => {
    const { write } = await writer(store, "dev");
    await write(put(recordOf("a")), put(recordOf("b")));
    const { told, next, end } = await reader(null);
    expect([await told(), await told(), await told()]).toEqual(["ADDED a", "ADDED b", "BOOKMARK"]);
    await write(put(recordOf("a", { outputs: { changed: true } })));
    expect(await next()).toMatchObject({ type: "MODIFIED", resource: { key: "a.1", outputs: { changed: true } } });
    await write(remove(recordOf("b")));
    expect(await told()).toBe("DELETED b");
    end();
    expect(await told()).toBe("end");
    expect(watch.load).toEqual({ feeds: 0, watchers: 0 });
  });

  test("goes on after any event of a batch, neither twice nor with a gap", async () => {
    const { write } = await writer(store, "dev");
    await write(put(recordOf("a")));
    const { resourceVersion } = await watch.list("dev", page);
    await write(put(recordOf("b")), put(recordOf("c")), put(recordOf("d")));
    const first = await reader(resourceVersion);
    const event = await first.next();
    first.end();
    const second = await reader(event === "end" || event.type === "ERROR" ? "" : event.resourceVersion);
    expect([await second.told(), await second.told(), await second.told()]).toEqual(["ADDED c", "ADDED d", "BOOKMARK"]);
    second.end();
  });

  test("tells at intervals how far it has come, and a bookmark is a version to go on from", async () => {
    const { write } = await writer(store, "dev");
    await write(put(recordOf("a")));
    const { resourceVersion } = await watch.list("dev", page);
    const { told, next, end } = await reader(resourceVersion);
    expect(await told()).toBe("BOOKMARK");
    await write();
    const waiting = next();
    clock.advance(limits.bookmarkMs - 1);
    clock.advance(1);
    const mark = await waiting;
    end();
    expect(mark).toMatchObject({ type: "BOOKMARK" });
    const current = (await watch.list("dev", page)).resourceVersion;
    expect(mark === "end" || mark.type === "ERROR" ? "" : mark.resourceVersion).toBe(current);
    expect(current).not.toBe(resourceVersion);
  });

  test("what came together and is nothing in the end is not told", async () => {
    const { write } = await writer(store, "dev");
    await write(put(recordOf("a")));
    const { told, end } = await reader((await watch.list("dev", page)).resourceVersion);
    await told();
    await write(put(recordOf("x")), remove(recordOf("x")), remove(recordOf("a")), put(recordOf("a", { address: "b" })));
    expect(await told()).toBe("MODIFIED b");
    end();
  });

  test("of a stack that nobody has written to begins with its first batch", async () => {
    const empty = await watch.list("dev", page);
    const { told, end } = await reader(empty.resourceVersion);
    expect(await told()).toBe("BOOKMARK");
    const { write } = await writer(store, "dev");
    await write(put(recordOf("a")));
    expect(await told()).toBe("ADDED a");
    end();
  });
});

describe("what is not kept", () => {
  test("is refused: too old, of another stack's life, of the future, or no version at all", async () => {
    const { write } = await writer(store, "dev");
    await write(put(recordOf("a")));
    const old = (await watch.list("dev", page)).resourceVersion;
    for (let count = 0; count < 4; count += 1) await write(put(recordOf("a", { outputs: { count } })));
    expect(await refusal(reader(old))).toBe("none");
    await write(put(recordOf("a")));
    for (const gone of [old, "0-1", `${old.split("-")[0]}-99`])
      expect(await refusal(reader(gone))).toEqual(["gone", "compacted"]);
    for (const wrong of ["", "x", "1-", "a-b-c", "../1-1", "1-1-0"])
      expect(await refusal(reader(wrong))).toEqual(["unprocessable", "invalid-resource-version"]);
  });

  test("ends a watcher that is too slow", async () => {
    const { write } = await writer(store, "dev");
    await write(put(recordOf("a")));
    const slow = await reader((await watch.list("dev", page)).resourceVersion);
    const quick = await reader((await watch.list("dev", page)).resourceVersion);
    expect([await slow.told(), await quick.told()]).toEqual(["BOOKMARK", "BOOKMARK"]);
    for (let count = 0; count < 5; count += 1) {
      await write(put(recordOf("a", { outputs: { count } })));
      expect(await quick.told()).toBe("MODIFIED a");
    }
    expect(await slow.next()).toMatchObject({ type: "ERROR", problem: { code: "compacted" } });
    expect(await slow.told()).toBe("end");
    quick.end();
  });

  test("a stack that is removed and made anew ends its watchers", async () => {
    const first = await writer(store, "dev");
    await first.write(put(recordOf("a")));
    await first.write(remove(recordOf("a")));
    const { told, next, end } = await reader((await watch.list("dev", page)).resourceVersion);
    expect(await told()).toBe("BOOKMARK");
    await store.removeStack("dev", 1);
    const { write } = await writer(store, "dev");
    await write(put(recordOf("b")));
    expect(await next()).toMatchObject({ type: "ERROR", problem: { code: "compacted" } });
    end();
  });
});

describe("many watchers", () => {
  test("share what is read, and idle ones cost no reads", async () => {
    let reads = 0;
    const counted: WatchedStore = {
      readStack: (...given) => store.readStack(...given),
      changes: store.changes,
      readJournalAfter: (...given) => {
        reads += 1;
        return store.readJournalAfter(...given);
      },
    };
    const shared = new ResourceWatch({ store: counted, clock }, limits);
    const { write } = await writer(store, "dev");
    await write(put(recordOf("a")));
    const { resourceVersion } = await shared.list("dev", page);
    const readers = await Promise.all(Array.from({ length: 1_000 }, () => reader(resourceVersion, shared)));
    expect(shared.load).toEqual({ feeds: 1, watchers: 1_000 });
    await Promise.all(readers.map(({ told }) => told()));
    const before = reads;
    const waiting = readers.map(({ next }) => next());
    await write(put(recordOf("b")));
    const events = await Promise.all(waiting);
    expect(new Set(events).size).toBe(1);
    expect(reads - before).toBe(1);
    for (const { end } of readers) end();
    expect(new Set(await Promise.all(readers.map(({ told }) => told())))).toEqual(new Set(["end"]));
    expect(shared.load).toEqual({ feeds: 0, watchers: 0 });
  });
});

describe("a store that fails", () => {
  test("fails the watchers, and the next watch begins anew", async () => {
    let breaks: (cause: unknown) => void = () => {};
    const breaking: WatchedStore = {
      readStack: store.readStack,
      readJournalAfter: store.readJournalAfter,
      async *changes(stack, signal) {
        const broken = new Promise<never>((_, reject) => {
          breaks = reject;
        });
        for await (const change of store.changes(stack, signal)) {
          yield change;
          await broken;
        }
      },
    };
    const fragile = new ResourceWatch({ store: breaking, clock }, limits);
    const { write } = await writer(store, "dev");
    await write(put(recordOf("a")));
    const { resourceVersion } = await fragile.list("dev", page);
    const first = await reader(resourceVersion, fragile);
    expect(await first.told()).toBe("BOOKMARK");
    const failing = first.next();
    await write(put(recordOf("b")));
    breaks(new Fault("store-failed", "lost"));
    await expect(failing).rejects.toThrow("lost");
    const second = await reader(resourceVersion, fragile);
    expect([await second.told(), await second.told()]).toEqual(["ADDED b", "BOOKMARK"]);
    second.end();
  });
});

test("a file store is watched alike, from before its first batch on", async () => {
  const file = new SqliteStore(":memory:", countingIds());
  const filed = new ResourceWatch({ store: file, clock }, { window: 100, bookmarkMs: 1_000 });
  const empty = await filed.list("dev", page);
  await beginStack("dev", { ...testDeployment(), store: file });
  const { resourceVersion } = await filed.list("dev", page);
  const { write } = await writer(file, "dev");
  await write(put(recordOf("a")));
  for (const version of [empty.resourceVersion, resourceVersion]) {
    const { told, end } = await reader(version, filed);
    expect([await told(), await told()]).toEqual(["ADDED a", "BOOKMARK"]);
    end();
  }
  await file.close();
});
