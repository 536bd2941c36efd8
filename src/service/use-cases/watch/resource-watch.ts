import type { Clock } from "../../../../packages/base/clock.ts";
import { problem } from "../../../../packages/base/problems/problem.ts";
import type { WatchEvent } from "../../../contract/documents/resources.ts";
import { recordKey } from "../../../engine/state/records/record.ts";
import { Rejection } from "../../rejection.ts";
import { type PageRequest, pageOf } from "../lists/page.ts";
import { cursorOf, ListedStacks } from "../stacks/listed-stacks.ts";
import { resourceView } from "../state/resource-row.ts";
import type { ResourcePage } from "./resource-page.ts";
import { parseVersion, type ResourceVersion, versionText } from "./resource-version.ts";
import { bookmark, type FeedLimits, StackFeed, type WatchedStore } from "./stack-feed.ts";

const usualLimits: FeedLimits = { window: 2_000, bookmarkMs: 30_000 };

/** Where the stacks are that are watched, and what a process has read of them for lists. */
interface Watched {
  readonly store: WatchedStore;
  readonly clock: Clock;
  readonly listedStacks?: ListedStacks | undefined;
}

interface SharedFeed {
  readonly feed: StackFeed;
  readonly started: Promise<void>;
  watchers: number;
}

/**
 * Lists of resources and what happens to them from there on, for as many watchers as like: all who watch one stack
 * share one feed of decoded events. Lives as long as the process that serves.
 */
export class ResourceWatch {
  readonly #store: WatchedStore;
  readonly #clock: Clock;
  readonly #limits: FeedLimits;
  readonly #lists: ListedStacks;
  readonly #feeds = new Map<string, SharedFeed>();

  constructor({ store, clock, listedStacks = new ListedStacks() }: Watched, limits = usualLimits) {
    this.#store = store;
    this.#clock = clock;
    this.#limits = limits;
    this.#lists = listedStacks;
  }

  /** What is believed to exist in a stack, by name, then by key; and the version to watch from. */
  async list(stack: string, page: PageRequest): Promise<ResourcePage> {
    const { lineage, serial, rows } = await this.#lists.of(stack, this.#store);
    const { items, next } = pageOf(rows, cursorOf, page);
    return { resourceVersion: versionText({ lineage, serial, seen: null }), resources: items, next };
  }

  /**
   * What happens after `from` (a `resourceVersion`), in order, once each, until the signal. Without one it begins with
   * what there is, as ADDED. A BOOKMARK tells when all that was there at the beginning has been told, and from then on
   * at intervals how far the watcher has come. A Rejection "gone" when what happened since `from` is not kept any more;
   * when that befalls a watcher under way, or the stack is made anew, its last event is an ERROR. Throws Fault when the
   * store fails: watch again then, from the last version.
   */
  async watch(stack: string, from: string | null, signal: AbortSignal): Promise<AsyncIterable<WatchEvent>> {
    const version = from === null ? null : parseVersion(from);
    const shared = this.#share(stack);
    try {
      await shared.started;
      if (version !== null && !(await shared.feed.reaches(version))) throw new Rejection("gone", [compacted(stack)]);
    } catch (cause) {
      this.#leave(stack, shared);
      throw cause;
    }
    // Once, when it ends or its reader has gone, who may never have begun to read.
    let isOver = false;
    const leave = () => {
      signal.removeEventListener("abort", leave);
      if (!isOver) this.#leave(stack, shared);
      isOver = true;
    };
    signal.addEventListener("abort", leave);
    if (signal.aborted) leave();
    return this.#events(stack, shared.feed, version, signal, leave);
  }

  /** How many feeds are open, and for how many watchers. */
  get load(): { readonly feeds: number; readonly watchers: number } {
    const watchers = [...this.#feeds.values()].reduce((sum, { watchers }) => sum + watchers, 0);
    return { feeds: this.#feeds.size, watchers };
  }

  async *#events(
    stack: string,
    feed: StackFeed,
    from: ResourceVersion | null,
    signal: AbortSignal,
    leave: () => void,
  ): AsyncGenerator<WatchEvent, void, void> {
    try {
      let version = from;
      if (version === null) {
        const { lineage, serial, records, superseded } = await this.#store.readStack(stack);
        version = { lineage, serial, seen: null };
        const resourceVersion = versionText({ lineage: "", serial: 0, seen: null });
        for (const record of [...records.values(), ...superseded]) {
          if (signal.aborted) return;
          yield { type: "ADDED", resource: { key: recordKey(record), ...resourceView(record) }, resourceVersion };
        }
      }
      for (let polls = -1; !signal.aborted; ) {
        const next = feed.next(version);
        if (next.kind === "compacted") {
          yield { type: "ERROR", problem: compacted(stack) };
          return;
        }
        if (next.kind === "event") {
          const { event, serial, seen } = next.placed;
          version = { lineage: feed.head.lineage, serial, seen };
          yield event;
          continue;
        }
        if (polls !== feed.polls) {
          polls = feed.polls;
          if (version.serial <= feed.head.serial) version = feed.head;
          yield bookmark(version);
          continue;
        }
        await feed.wait(signal);
      }
    } finally {
      leave();
    }
  }

  #share(stack: string): SharedFeed {
    const known = this.#feeds.get(stack);
    if (known !== undefined && !known.feed.hasFailed) {
      known.watchers += 1;
      return known;
    }
    const feed = new StackFeed(stack, this.#store, this.#clock, this.#limits);
    const shared = { feed, started: feed.start(), watchers: 1 };
    this.#feeds.set(stack, shared);
    return shared;
  }

  #leave(stack: string, shared: SharedFeed): void {
    shared.watchers -= 1;
    if (shared.watchers > 0) return;
    shared.feed.stop();
    if (this.#feeds.get(stack) === shared) this.#feeds.delete(stack);
  }
}

function compacted(stack: string) {
  return problem(
    "compacted",
    `what happened to stack \`${stack}\` since that version is not kept any more; list again`,
  );
}
