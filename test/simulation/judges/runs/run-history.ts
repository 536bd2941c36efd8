import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { Intent, JournalEntry } from "../../../../src/engine/state/journal.ts";
import type { PhysicalIdentity, ResourceRecord } from "../../../../src/engine/state/records/record.ts";

type Records = ReadonlyMap<string, ResourceRecord>;

/** A run as the journal tells it, with the state before it and, once it has ended, behind it. */
export interface SeenRun {
  readonly run: string;
  /** When it began, by our machines' clock. */
  readonly at: string;
  /** The plan of each round. */
  readonly plans: string[];
  /** When each round began, by no clock of ours. */
  readonly roundsAtMs: number[];
  readonly before: Records;
  readonly outputsBefore: JsonObject;
  /** What was open when it began. */
  readonly openBefore: readonly Intent[];
  /** Records before it were those of an imported state: they told what was known at its export. */
  readonly isOfImported: boolean;
  /** Uids of the objects that it called a platform about. */
  readonly called: Set<string>;
  /** Ids, in lower case, of all objects that it wrote to or meant to write to, or whose record it changed. */
  readonly objects: Set<string>;
  ended: RunEnd | null;
}

interface RunEnd {
  /** When it ended, by our machines' clock. */
  readonly at: string;
  /** The same by no clock of ours. */
  readonly atMs: number;
  readonly status: string;
  readonly after: Records;
  readonly outputs: JsonObject;
}

/** What was known before an entry. */
interface Before {
  readonly records: Records;
  readonly outputs: JsonObject;
  readonly open: readonly Intent[];
  readonly isOfImported: boolean;
  /** When the entry was written, by no clock of ours. */
  readonly atMs: number;
}

/** The runs of a stack, the oldest first, read off its journal entry by entry. */
export class RunHistory {
  readonly runs: SeenRun[] = [];
  readonly #byId = new Map<string, SeenRun>();

  /** To be told of each entry before the state takes it. */
  begins(entry: JournalEntry, before: Before): void {
    const { records, outputs, open, isOfImported } = before;
    if (entry.kind === "run-started") {
      const known = this.#byId.get(entry.run);
      if (known !== undefined) {
        known.plans.push(entry.plan);
        known.roundsAtMs.push(before.atMs);
        // A run of several rounds ends with the last.
        known.ended = null;
        return;
      }
      const { run, at, plan } = entry;
      const seen: SeenRun = {
        run,
        at,
        plans: [plan],
        roundsAtMs: [before.atMs],
        before: new Map(records),
        outputsBefore: outputs,
        openBefore: open,
        isOfImported,
        called: new Set(),
        objects: new Set(),
        ended: null,
      };
      this.runs.push(seen);
      this.#byId.set(run, seen);
      return;
    }
    const seen = this.#byId.get(entry.run);
    if (seen === undefined) return;
    if (entry.kind === "intent") {
      seen.called.add(entry.uid);
      note(seen, entry.identity);
    }
    if (entry.kind !== "result") return;
    for (const effect of entry.effects) {
      if (effect.kind === "put") note(seen, effect.record.identity);
      const uid = effect.kind === "put" ? effect.record.uid : effect.uid;
      for (const record of records.values()) if (record.uid === uid) note(seen, record.identity);
    }
  }

  /** To be told of each entry when the state has taken it. `atMs`: when it was written, 0 where none heard of that. */
  ends(entry: JournalEntry, records: Records, outputs: JsonObject, atMs: number): void {
    if (entry.kind !== "run-ended") return;
    const seen = this.#byId.get(entry.run);
    if (seen === undefined) return;
    const { at, status } = entry;
    seen.ended = { at, atMs: atMs === 0 ? Date.parse(at) : atMs, status, after: new Map(records), outputs };
  }

  /** The run that carries out a plan. */
  ofPlan(digest: string | undefined): SeenRun | undefined {
    return digest === undefined ? undefined : this.runs.findLast(({ plans }) => plans.includes(digest));
  }
}

function note({ objects }: SeenRun, { id }: PhysicalIdentity): void {
  objects.add(objectOf(id));
}

/** What the platforms' log calls the object of an id; a share is written by its whole policy. */
export function objectOf(id: string): string {
  if (id.includes("/reservations/")) return `${id.split(" ")[0]}/iampolicy`.toLowerCase();
  return id === "global" ? "settings/restrict_workspace_admins" : id.toLowerCase();
}

/** The path of a look, as the platforms' log calls its object. */
export function lookPath(path: string): string {
  return path
    .toLowerCase()
    .replace(/settings\/types\/([^/]+)\/names\/default$/, "settings/$1")
    .replace(/\/getiampolicy$/, "/iampolicy");
}
