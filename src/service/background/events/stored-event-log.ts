import { type Clock, sleepUntil } from "../../../../packages/base/clock.ts";
import { documentCodec } from "../../../../packages/base/json/plain.ts";
import type { RunEvent } from "../../../contract/documents/runs/run-events.ts";
import type { DocumentStore } from "../../../engine/ports/document-store.ts";
import type { NumberedEvent } from "../dispatcher.ts";
import { type EventLog, type EventPen, RunLost } from "./event-log.ts";

/** Events that come closer to each other than this are written together. */
const gatherMs = 20;

const events = documentCodec<RunEvent>();

/** Events that outlive the process; others may read them, and go on with the numbers. */
export class StoredEventLog implements EventLog {
  readonly #documentStore: () => DocumentStore;
  readonly #clock: Clock;

  constructor(documentStore: () => DocumentStore, clock: Clock) {
    this.#documentStore = documentStore;
    this.#clock = clock;
  }

  readonly open: EventLog["open"] = async (stack, run, lost): Promise<EventPen> => {
    const log = eventsLog(`${stack}/${run}`);
    const documentStore = this.#documentStore();
    return new StoredEventPen({
      log,
      documentStore,
      clock: this.#clock,
      length: await documentStore.logLength(log),
      lost,
    });
  };

  readonly read: EventLog["read"] = async (stack, run, after, limit): Promise<readonly NumberedEvent[]> => {
    const entries = await this.#documentStore().readLog(eventsLog(`${stack}/${run}`), after, limit);
    return entries.map(({ index, entry }) => ({ id: index, event: events.read(entry) }));
  };

  readonly length: EventLog["length"] = (stack, run) => this.#documentStore().logLength(eventsLog(`${stack}/${run}`));

  readonly changes: EventLog["changes"] = (stack, run, signal) =>
    this.#documentStore().changes(eventsLog(`${stack}/${run}`), signal);
}

/** The log with the events of a run, which is given as `<stack>/<run>`. */
export function eventsLog(run: string): string {
  return `run-events/${run}`;
}

interface PenInput {
  readonly log: string;
  readonly documentStore: DocumentStore;
  readonly clock: Clock;
  readonly length: number;
  readonly lost: () => void;
}

/** One write at a time; what is handed over meanwhile goes with the next. */
class StoredEventPen implements EventPen {
  readonly #input: PenInput;
  #length: number;
  #pending: RunEvent[] = [];
  #writing: Promise<void> | null = null;
  #hurry = new AbortController();
  #failure: { readonly cause: unknown } | null = null;

  constructor(input: PenInput) {
    this.#input = input;
    this.#length = input.length;
  }

  get length(): number {
    return this.#length + this.#pending.length;
  }

  push(event: RunEvent): void {
    // It will not be read: the next flush tells why.
    if (this.#failure !== null) return;
    this.#pending.push(event);
    this.#writing ??= this.#write();
  }

  async flush(): Promise<void> {
    this.#hurry.abort();
    while (this.#writing !== null) await this.#writing;
    this.#hurry = new AbortController();
    if (this.#failure !== null) throw this.#failure.cause;
  }

  async #write(): Promise<void> {
    const { log, documentStore, clock, lost } = this.#input;
    try {
      while (this.#pending.length > 0) {
        const next = clock.now() + gatherMs;
        // What happens in the same turn goes along.
        await null;
        const batch = this.#pending.splice(0);
        const outcome = await documentStore.appendLog(log, batch.map(events.write), this.#length);
        if (outcome.kind === "mismatch") throw new RunLost(`${log} has ${outcome.length} events, not ${this.#length}`);
        this.#length = outcome.length;
        await sleepUntil(next, clock, this.#hurry.signal);
      }
    } catch (cause) {
      this.#failure = { cause };
      lost();
    } finally {
      this.#writing = null;
    }
  }
}
