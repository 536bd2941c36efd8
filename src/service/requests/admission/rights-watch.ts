import { type Clock, pause } from "../../../../packages/base/clock.ts";
import type { Authority } from "../../access/authority.ts";
import { CallRefusal } from "../call-refusal.ts";
import type { HandledOperation } from "../handler.ts";
import { type Admission, authorize, stackOf, unauthenticated } from "./admission.ts";

/** How often the rights of those who listen are looked at again; what is read then is a second old at most. */
const pollMs = 500;
/** A look that takes longer than this tells nothing in time. */
const patienceMs = 750;

/** A call whose answer lasts. */
export interface Lasting {
  readonly operation: HandledOperation;
  readonly path: Readonly<Record<string, string>>;
  readonly authority: Authority;
}

/** The rights under which a call is answered, while its answer lasts. */
export interface WatchedRights {
  /** Aborts when the rights have ended, or can't be told any more. */
  readonly signal: AbortSignal;
  /** Why they have ended; null while they last. */
  readonly lost: unknown;
  /** Says that the answer is over. */
  end(): void;
}

interface Watched extends Lasting {
  /** The stack that it is about, as it was when the answer began; null where there was none. */
  readonly lineage: string | null;
  readonly over: AbortController;
}

/**
 * Looks again at the rights of all whose answers last (watches, events of runs, waits), and ends the answers of those
 * who have lost theirs: by revocation, expiry, a lost role, or with their stack. One look for all, however many listen
 * and whatever they hear; none while there is no listener.
 */
export class RightsWatch {
  readonly #admission: Admission;
  readonly #clock: Clock;
  readonly #watched = new Set<Watched>();
  #rest = new AbortController();

  constructor(admission: Admission, clock: Clock) {
    this.#admission = admission;
    this.#clock = clock;
  }

  /** How many answers are looked after. */
  get size(): number {
    return this.#watched.size;
  }

  /** `lineage`: of the stack that the call was let in for. */
  begin(lasting: Lasting, lineage: string | null): WatchedRights {
    const over = new AbortController();
    const watched: Watched = { ...lasting, lineage, over };
    this.#watched.add(watched);
    if (this.#watched.size === 1) {
      this.#rest = new AbortController();
      void this.#look(this.#rest.signal);
    }
    return {
      signal: over.signal,
      get lost() {
        return over.signal.aborted ? over.signal.reason : null;
      },
      end: () => this.#end(watched),
    };
  }

  #end(watched: Watched): void {
    if (this.#watched.delete(watched) && this.#watched.size === 0) this.#rest.abort();
  }

  async #look(rest: AbortSignal): Promise<void> {
    for (;;) {
      await pause(pollMs, this.#clock, rest);
      if (rest.aborted) return;
      const all = [...this.#watched];
      const looked = new AbortController();
      const late = pause(patienceMs, this.#clock, looked.signal).then(() => "late" as const);
      const judged = await Promise.race([this.#judge(all), late]);
      looked.abort();
      for (const watched of all) {
        const why = judged === "late" ? cannotTell : judged.get(watched);
        if (why === undefined) continue;
        this.#end(watched);
        watched.over.abort(why);
      }
    }
  }

  /** Why the rights of some have ended. Each caller and each stack is asked about once. */
  async #judge(all: readonly Watched[]): Promise<ReadonlyMap<Watched, unknown>> {
    const lost = new Map<Watched, unknown>();
    const lineages = new Map<string, Promise<string | null>>();
    const renewed = new Map<string, Promise<Authority>>();
    const judgeOne = async (watched: Watched): Promise<void> => {
      const { operation, path, authority, lineage } = watched;
      try {
        const { principal } = authority.caller;
        const now = renewed.get(principal) ?? authority.renewed?.() ?? Promise.resolve(authority);
        renewed.set(principal, now);
        const stack = stackOf(operation, path);
        const stands = stack === null ? null : (lineages.get(stack) ?? this.#admission.look(stack));
        if (stack !== null && stands instanceof Promise) lineages.set(stack, stands);
        // Together: a store that is lost fails both, and neither may go unheard.
        const [current, stood] = await Promise.all([now, stands]);
        if (Math.min(authority.until ?? Infinity, current.until ?? Infinity) <= this.#clock.now())
          throw unauthenticated("the token has ended");
        if (stack !== null && lineage !== null && stood !== lineage)
          throw new CallRefusal("not-found", `stack \`${stack}\` was removed`);
        authorize(operation, path, current);
      } catch (cause) {
        lost.set(watched, cause);
      }
    };
    await Promise.all(all.map(judgeOne));
    return lost;
  }
}

/** Who can't be known any more is not answered any longer. */
const cannotTell = new CallRefusal("identity-unavailable", "whether the caller still may can't be told now; ask again");
