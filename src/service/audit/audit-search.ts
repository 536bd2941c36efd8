import type { DocumentStore } from "../../engine/ports/document-store.ts";
import { type AuditEntry, auditEntryOf } from "./audit-entry.ts";
import { auditLog } from "./chain-writer.ts";

/** Which entries of the log are asked for. What is left out may be anything. */
export interface AuditQuestion {
  readonly principal?: string;
  /** In the words of the policies, or as lists show it: by the request's operation. */
  readonly action?: string;
  readonly stack?: string;
  readonly result?: Outcome["result"];
  /** In milliseconds since the epoch; the moment itself is in. */
  readonly from?: number;
  /** The moment itself is out. */
  readonly to?: number;
  readonly isNewestFirst: boolean;
}

type Intent = Extract<AuditEntry, { kind: "intent" }>;
type Outcome = Extract<AuditEntry, { kind: "outcome" }>;

/** An outcome that was asked for by its result has its intent beside it. */
export type FoundEntry = Intent | (Outcome & { readonly intent?: Intent });

export interface FoundPage {
  readonly entries: readonly FoundEntry[];
  /** The last place that the page is about; null where nothing follows. */
  readonly next: number | null;
}

/** Where few entries are what is asked for, so many are read at once. */
const readAtOnce = 1_000;

/** Clocks of several processes, and one that was set back, put times of the log out of order by no more than this. */
const mostDisorderMs = 86_400_000;

/**
 * A page of what is asked for, after a place (null: from the beginning). It reads the log from the end that the order
 * names, and no further than it must: a time is found by halves. Throws Faults of the document store.
 */
export async function searchAudit(
  documentStore: DocumentStore,
  question: AuditQuestion,
  after: number | null,
  limit: number,
): Promise<FoundPage> {
  const search = new Search(documentStore, question);
  const entries: FoundEntry[] = [];
  for await (const entry of search.inOrder(after, isNarrowed(question) ? readAtOnce : Math.min(limit, readAtOnce))) {
    const found = await search.found(entry);
    if (found === null) continue;
    entries.push(found);
    if (entries.length === limit) return { entries, next: entry.seq };
  }
  return { entries, next: null };
}

function isNarrowed({ isNewestFirst: _, ...conditions }: AuditQuestion): boolean {
  return Object.values(conditions).some((each) => each !== undefined);
}

class Search {
  readonly #documentStore: DocumentStore;
  readonly #question: AuditQuestion;
  /** Those that were read last, by place. */
  #known: ReadonlyMap<number, AuditEntry> = new Map();

  constructor(documentStore: DocumentStore, question: AuditQuestion) {
    this.#documentStore = documentStore;
    this.#question = question;
  }

  /**
   * The entries that may be asked for, in their order. What is no record any more is left out: `verify` tells of it.
   */
  async *inOrder(after: number | null, pageSize: number): AsyncGenerator<AuditEntry, void, void> {
    const { isNewestFirst, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = this.#question;
    if (isNewestFirst) {
      let end = after === null ? await this.#placeOf(to + mostDisorderMs) : after - 1;
      while (end > 0) {
        const start = Math.max(0, end - pageSize);
        for (const entry of (await this.#read(start, end - start)).toReversed()) {
          if (timeOf(entry) < from - mostDisorderMs) return;
          yield entry;
        }
        end = start;
      }
      return;
    }
    let start = after ?? (await this.#placeOf(from - mostDisorderMs));
    for (const length = await this.#documentStore.logLength(auditLog); start < length; start += pageSize) {
      for (const entry of await this.#read(start, pageSize)) {
        if (timeOf(entry) >= to + mostDisorderMs) return;
        yield entry;
      }
    }
  }

  /** An entry as it is given; null where it is not asked for. An outcome is about what its intent is about. */
  async found(entry: AuditEntry): Promise<FoundEntry | null> {
    const { principal, action, stack, result, from = 0, to = Number.POSITIVE_INFINITY } = this.#question;
    const time = timeOf(entry);
    if (time < from || time >= to) return null;
    const isAbout = (intent: Intent | null) =>
      (principal === undefined || intent?.principal === principal) &&
      (action === undefined || (intent !== null && isCalled(intent, action))) &&
      (stack === undefined || intent?.stack === stack);
    if (entry.kind === "intent") return result === undefined && isAbout(entry) ? entry : null;
    if (result !== undefined && entry.result !== result) return null;
    const isToBeJoined = [principal, action, stack, result].some((each) => each !== undefined);
    const intent = isToBeJoined ? await this.#intentAt(entry.of) : null;
    if (!isAbout(intent)) return null;
    return result === undefined || intent === null ? entry : { ...entry, intent };
  }

  async #intentAt(place: number): Promise<Intent | null> {
    const known = this.#known.get(place);
    const entry = known ?? (await this.#at(place));
    return entry?.kind === "intent" ? entry : null;
  }

  async #at(place: number): Promise<AuditEntry | null> {
    if (place < 1) return null;
    const [found] = await this.#documentStore.readLog(auditLog, place - 1, 1);
    return found === undefined ? null : auditEntryOf(found.entry);
  }

  async #read(after: number, limit: number): Promise<readonly AuditEntry[]> {
    const found = await this.#documentStore.readLog(auditLog, after, limit);
    const entries = found.flatMap(({ entry }) => auditEntryOf(entry) ?? []);
    this.#known = new Map(entries.map((entry) => [entry.seq, entry]));
    return entries;
  }

  /** How many entries were written before a moment, as far as the log is in order. */
  async #placeOf(moment: number): Promise<number> {
    const length = await this.#documentStore.logLength(auditLog);
    if (moment === Number.POSITIVE_INFINITY) return length;
    let [before, behind] = [0, length];
    while (moment > Number.NEGATIVE_INFINITY && before < behind) {
      const middle = Math.floor((before + behind) / 2);
      const entry = await this.#at(middle + 1);
      // What can't be read tells no time: the whole log is looked through then.
      if (entry === null) return this.#question.isNewestFirst ? length : 0;
      if (timeOf(entry) < moment) before = middle + 1;
      else behind = middle;
    }
    return before;
  }
}

/** Whether what was done is called so. A reveal is shown with both words. */
function isCalled({ action, operation }: Intent, asked: string): boolean {
  return asked === action || (operation !== undefined && [operation, `${action} by ${operation}`].includes(asked));
}

function timeOf({ at }: AuditEntry): number {
  return Date.parse(at);
}
