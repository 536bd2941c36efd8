import type { RunEvent } from "../../../contract/documents/runs/run-events.ts";
import type { NumberedEvent } from "../dispatcher.ts";
import type { EventLog, EventPen } from "./event-log.ts";

interface Written {
  readonly events: NumberedEvent[];
  readonly wake: Set<() => void>;
  failure: { readonly cause: unknown } | null;
}

/** Events of this process's own runs, as long as it lives; those of others are read from `others`. */
export class MemoryEventLog implements EventLog {
  readonly #written = new Map<string, Written>();
  readonly #others: EventLog;

  constructor(others: EventLog) {
    this.#others = others;
  }

  readonly open: EventLog["open"] = async (stack, run): Promise<EventPen> => {
    const key = `${stack}/${run}`;
    const written: Written = this.#written.get(key) ?? { events: [], wake: new Set(), failure: null };
    written.failure = null;
    this.#written.set(key, written);
    return new MemoryPen(written);
  };

  readonly read: EventLog["read"] = async (stack, run, after, limit): Promise<readonly NumberedEvent[]> => {
    const written = this.#written.get(`${stack}/${run}`);
    return written === undefined
      ? this.#others.read(stack, run, after, limit)
      : written.events.slice(after, after + limit);
  };

  readonly length: EventLog["length"] = async (stack, run) =>
    this.#written.get(`${stack}/${run}`)?.events.length ?? this.#others.length(stack, run);

  readonly changes: EventLog["changes"] = (stack, run, signal) => {
    const written = this.#written.get(`${stack}/${run}`);
    return written === undefined ? this.#others.changes(stack, run, signal) : changesOf(written, signal);
  };

  /** The run broke off by a fault: whoever follows it hears of it. */
  fail(stack: string, run: string, cause: unknown): void {
    const written = this.#written.get(`${stack}/${run}`);
    if (written === undefined) return;
    written.failure = { cause };
    for (const wake of written.wake) wake();
  }
}

class MemoryPen implements EventPen {
  readonly #written: Written;

  constructor(written: Written) {
    this.#written = written;
  }

  get length(): number {
    return this.#written.events.length;
  }

  push(event: RunEvent): void {
    const { events, wake } = this.#written;
    events.push({ id: events.length + 1, event });
    for (const each of wake) each();
  }

  async flush(): Promise<void> {}
}

async function* changesOf(written: Written, signal: AbortSignal): AsyncGenerator<void, void, void> {
  let isNew = true;
  let wake = () => {};
  const note = () => {
    isNew = true;
    wake();
  };
  written.wake.add(note);
  signal.addEventListener("abort", note);
  try {
    while (!signal.aborted) {
      if (isNew) {
        isNew = false;
        const { failure } = written;
        yield;
        // What was told before the failure has been read by now.
        if (failure !== null) throw failure.cause;
        continue;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    written.wake.delete(note);
    signal.removeEventListener("abort", note);
  }
}
