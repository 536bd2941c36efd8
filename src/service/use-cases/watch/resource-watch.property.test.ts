import fc from "fast-check";
import { expect, test } from "vitest";
import type { Clock } from "../../../../packages/base/clock.ts";
import { MemoryStore } from "../../../../test/memory-store/memory-store.ts";
import type { WatchEvent } from "../../../contract/documents/resources.ts";
import type { RecordEffect } from "../../../engine/state/journal.ts";
import { type ResourceRecord, recordKey } from "../../../engine/state/records/record.ts";
import { resourceView } from "../state/resource-row.ts";
import { ResourceWatch } from "./resource-watch.ts";
import type { WatchedStore } from "./stack-feed.ts";
import { countingIds, put, recordOf, remove, writer } from "./watched-records.fixture.ts";

/** One change of a batch: what is done to which of a few uids. */
const change = fc.record({
  uid: fc.constantFrom("a", "b", "c", "d"),
  what: fc.constantFrom("make", "change", "rename", "replace", "drop"),
});
const batch = fc.array(change, { maxLength: 4 });

/** What happens, in this order: writes, watchers that come, watchers that break off and come again. */
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("write" as const), batch }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("watch" as const), back: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("begin" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("break off" as const), which: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("wait" as const), ticks: fc.nat(12) }) },
);

type Rows = ReadonlyMap<string, unknown>;

const clock: Clock = {
  now: () => 0,
  sleep: (_, signal) =>
    new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
};

async function ticks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick += 1) await Promise.resolve();
}

/** A store whose reads take a while, each another one. */
function slowly(store: MemoryStore, delays: readonly number[]): WatchedStore {
  let read = 0;
  const delay = () => {
    read += 1;
    return ticks(delays[read % delays.length] ?? 0);
  };
  return {
    readStack: async (...given) => {
      await delay();
      const state = await store.readStack(...given);
      await delay();
      return state;
    },
    readJournalAfter: async (...given) => {
      await delay();
      const reading = await store.readJournalAfter(...given);
      await delay();
      return reading;
    },
    changes: store.changes,
  };
}

/** Effects of a batch over the records there are, so that each is one that a run could have. */
function effectsOf(
  changes: readonly { readonly uid: string; readonly what: string }[],
  records: Map<string, ResourceRecord>,
) {
  return changes.flatMap(({ uid, what }, index): readonly RecordEffect[] => {
    const current = [...records.values()].find((record) => record.uid === uid && record.status === "current");
    const next = (record: ResourceRecord) => {
      records.set(recordKey(record), record);
      return put(record);
    };
    if (current === undefined) return what === "drop" ? [] : [next(recordOf(uid, { outputs: { index } }))];
    if (what === "drop") {
      records.delete(recordKey(current));
      return [remove(current)];
    }
    if (what === "rename") return [next({ ...current, address: `${current.address}x` })];
    if (what !== "replace") return [next({ ...current, outputs: { changed: records.size, index } })];
    const generation = current.generation + 1;
    return [next({ ...current, status: "superseded" }), next({ ...current, generation })];
  });
}

/** Keeps a copy of the list by what it is told, and holds it against what the list was. */
class Follower {
  readonly #watch: ResourceWatch;
  readonly #history: ReadonlyMap<number, Rows>;
  readonly rows: Map<string, unknown>;
  /** From where it goes on when it breaks off. */
  version: string | null;
  #abort = new AbortController();
  #loop: Promise<void> = Promise.resolve();
  isUpToDate = false;

  constructor(watch: ResourceWatch, history: ReadonlyMap<number, Rows>, version: string | null, rows: Rows) {
    this.#watch = watch;
    this.#history = history;
    this.version = version;
    this.rows = new Map(rows);
    this.begin();
  }

  begin(): void {
    this.#abort = new AbortController();
    this.#loop = this.#follow(this.#abort.signal);
  }

  async end(): Promise<void> {
    this.#abort.abort();
    await this.#loop;
  }

  async #follow(signal: AbortSignal): Promise<void> {
    // What was told as there from the beginning is told anew.
    if (this.version === null) this.rows.clear();
    for await (const event of await this.#watch.watch("dev", this.version, signal)) this.#take(event);
  }

  #take(event: WatchEvent): void {
    if (event.type === "ERROR") throw new Error(event.problem.detail);
    const isWhole = /^[^-]+-[0-9]+$/.test(event.resourceVersion);
    if (event.type !== "BOOKMARK") {
      const { key, ...row } = event.resource;
      expect([event.type, this.rows.has(key)]).toEqual([event.type, event.type !== "ADDED"]);
      if (event.type === "DELETED") this.rows.delete(key);
      else this.rows.set(key, row);
      if (event.resourceVersion === "-0") return;
    }
    this.version = event.resourceVersion;
    const serial = Number(event.resourceVersion.split("-")[1]);
    if (isWhole) expect(this.rows).toEqual(this.#history.get(serial));
  }
}

test("what is told of a list from any version on is what became of it, whoever writes meanwhile", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { maxLength: 30 }),
      fc.array(fc.nat(7), { minLength: 1 }),
      async (actions, delays) => {
        const store = new MemoryStore(countingIds());
        const watch = new ResourceWatch({ store: slowly(store, delays), clock }, { window: 1000, bookmarkMs: 1000 });
        const { write } = await writer(store, "dev");
        const records = new Map<string, ResourceRecord>();
        const history = new Map<number, Rows>();
        const versions: string[] = [];
        const commit = async (changes: Parameters<typeof effectsOf>[0]) => {
          const effects = effectsOf(changes, records);
          const writing = write(...effects);
          const rows = new Map([...records].map(([key, record]) => [key, resourceView(record)]));
          history.set(history.size + 1, rows);
          await writing;
          versions.push(
            (await new ResourceWatch({ store, clock }).list("dev", { after: null, limit: 1 })).resourceVersion,
          );
        };
        await commit([{ uid: "a", what: "make" }]);
        const followers: Follower[] = [];
        for (const each of actions) {
          if (each.kind === "write") await commit(each.batch);
          else if (each.kind === "wait") await ticks(each.ticks);
          else if (each.kind === "begin") followers.push(new Follower(watch, history, null, new Map()));
          else if (each.kind === "watch") {
            const serial = Math.max(1, history.size - each.back);
            followers.push(new Follower(watch, history, versions[serial - 1] ?? "", history.get(serial) ?? new Map()));
          } else {
            const follower = followers[each.which];
            await follower?.end();
            follower?.begin();
          }
        }
        await ticks(2_000);
        const now = history.get(history.size);
        for (const follower of followers) {
          await follower.end();
          expect(follower.rows).toEqual(now);
        }
        expect(watch.load).toEqual({ feeds: 0, watchers: 0 });
      },
    ),
    { numRuns: 300 },
  );
});
