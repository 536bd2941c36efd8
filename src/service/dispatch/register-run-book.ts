import type { JsonObject } from "../../base/json.ts";
import type { Register, RegisterDocument } from "../../engine/ports/register.ts";
import { eventsLog } from "./register-event-log.ts";
import { isOpen, type KeptRun, type RunBook } from "./run-book.ts";

const runs = "runs";

/** Keys of the runs that somebody has still to do something about; one too many does no harm, one too few would. */
const openRuns = "open-runs";

const pageSize = 500;

/** So many looks at a key without a run show that whoever wrote it died before it wrote the run. */
const orphanLooks = 60;

/** Runs as documents of the register. */
export class RegisterRunBook implements RunBook {
  readonly #register: () => Register;
  readonly #orphans = new Map<string, number>();

  constructor(register: () => Register) {
    this.#register = register;
  }

  readonly add: RunBook["add"] = async (kept): Promise<KeptRun | null> => {
    const register = this.#register();
    const key = keyOf(kept);
    await register.put(openRuns, key, {});
    const outcome = await register.put(runs, key, stored(kept), { revision: null });
    return outcome.kind === "done" ? revised(kept, outcome.revision) : null;
  };

  readonly get: RunBook["get"] = async (stack, run): Promise<KeptRun | null> => {
    const found = await this.#register().get(runs, `${stack}/${run}`);
    return found === null ? null : read(found);
  };

  readonly list: RunBook["list"] = async (stack): Promise<readonly KeptRun[]> =>
    (await this.#all(runs, `${stack}/`)).map(read);

  readonly change: RunBook["change"] = async (stack, run, edit): Promise<KeptRun | null> => {
    const register = this.#register();
    const key = `${stack}/${run}`;
    for (;;) {
      const found = await register.get(runs, key);
      const next = found === null ? null : edit(read(found));
      if (found === null || next === null) return null;
      if (isOpen(next) && !isOpen(read(found))) await register.put(openRuns, key, {});
      const outcome = await register.put(runs, key, stored(next), { revision: found.revision });
      if (outcome.kind === "done") return revised(next, outcome.revision);
    }
  };

  readonly open: RunBook["open"] = async (): Promise<readonly KeptRun[]> => {
    const open: KeptRun[] = [];
    for (const { key } of await this.#all(openRuns, "")) {
      const found = await this.#register().get(runs, key);
      if (found !== null) open.push(read(found));
      else await this.#noteOrphan(key);
    }
    return open;
  };

  readonly settle: RunBook["settle"] = async (stack, run): Promise<void> => {
    await this.#register().remove(openRuns, `${stack}/${run}`);
  };

  /** Forgets all runs of a stack, with their events. */
  async forget(stack: string): Promise<void> {
    const register = this.#register();
    for (const { key } of await this.#all(runs, `${stack}/`)) {
      await register.removeLog(eventsLog(key));
      await register.remove(runs, key);
      await register.remove(openRuns, key);
    }
  }

  /** Forgets the runs that ended before a moment, with their events. One that is resumed meanwhile stays. */
  async forgetEndedBefore(moment: string, signal: AbortSignal): Promise<void> {
    const register = this.#register();
    for (let after = ""; ; ) {
      const page = await register.list(runs, { limit: pageSize, after });
      for (const found of page) {
        if (signal.aborted) return;
        const kept = read(found);
        const { endedAt } = kept.document;
        if (isOpen(kept) || endedAt === null || endedAt >= moment) continue;
        // Whose end is still to be told is open to those who tell it.
        if ((await register.get(openRuns, found.key)) !== null) continue;
        const outcome = await register.remove(runs, found.key, { revision: found.revision });
        if (outcome.kind === "done") await register.removeLog(eventsLog(found.key));
      }
      const last = page.at(-1);
      if (last === undefined || page.length < pageSize) return;
      after = last.key;
    }
  }

  async #noteOrphan(key: string): Promise<void> {
    const looks = (this.#orphans.get(key) ?? 0) + 1;
    this.#orphans.set(key, looks);
    if (looks < orphanLooks) return;
    this.#orphans.delete(key);
    await this.#register().remove(openRuns, key);
  }

  async #all(collection: string, prefix: string): Promise<readonly RegisterDocument[]> {
    const all: RegisterDocument[] = [];
    for (;;) {
      const after = all.at(-1)?.key;
      const page = await this.#register().list(collection, {
        prefix,
        limit: pageSize,
        ...(after === undefined ? {} : { after }),
      });
      all.push(...page);
      if (page.length < pageSize) return all;
    }
  }
}

function keyOf({ document: { stack, run } }: KeptRun): string {
  return `${stack}/${run}`;
}

function stored(kept: KeptRun): JsonObject {
  const { revision: _, ...document } = kept.document;
  return { format: 1, ...kept, document } as unknown as JsonObject;
}

function read({ document, revision }: RegisterDocument): KeptRun {
  const { format: _, ...kept } = document;
  return revised(kept as unknown as KeptRun, revision);
}

function revised(kept: KeptRun, revision: number): KeptRun {
  return { ...kept, document: { ...kept.document, revision } };
}
