import { Context } from "@temporalio/activity";
import { ApplicationFailure } from "@temporalio/common";
import { Fault } from "../packages/base/fault.ts";
import type { DriverMeans } from "../src/service/background/run-driver.ts";
import type { Activities, Went } from "./run-input.ts";

interface ActivitiesInput {
  /** Settles when the process is ready to carry runs out. */
  readonly means: Promise<DriverMeans>;
  /** Aborted when the process is to give its runs back. */
  readonly leaving: AbortSignal;
  /** The runs that this process carries out, kept by the activities; each ends when it is called. */
  readonly carried: Map<string, () => void>;
}

/** A wait of this length is stood by for, with the stack held; a longer one is a timer. */
const patienceMs = 10_000;

/** How often a sign of life is given, with what the run has told by then. A platform may be at work for minutes. */
const heartbeatMs = 1_000;

/** What workers do for workflows. Nothing of a stack's content goes to Temporal: ids, states and moments alone. */
export function activitiesOf({ means, leaving, carried }: ActivitiesInput): Activities {
  return {
    advance: async ({ stack, run }): Promise<Went> => {
      const context = Context.current();
      const { advance, note } = await means;
      const cancelled = new AbortController();
      const lost = new AbortController();
      // What was not asked for by a caller is a worker that ends, or one that was too late: the run is given back.
      const stop = () => (context.cancellationDetails?.cancelRequested === true ? cancelled : lost).abort();
      context.cancellationSignal.addEventListener("abort", stop, { once: true });
      let [events, last] = [0, ""];
      const heartbeat = setInterval(() => context.heartbeat({ events, event: last }), heartbeatMs);
      carried.set(run, () => cancelled.abort());
      try {
        const went = await advance(stack, run, {
          patienceMs,
          cancelled: cancelled.signal,
          leaving: AbortSignal.any([leaving, lost.signal]),
          tries: context.info.attempt,
          heard: ({ event }) => {
            events += 1;
            last = event;
          },
        });
        if (went.kind === "ended") return { kind: "ended", status: went.status };
        return went.kind === "put-off" ? { kind: "put-off", until: went.until } : { kind: went.kind };
      } catch (cause) {
        note({ kind: "run-failed", stack, run, cause });
        const code = cause instanceof Fault ? cause.code : "defect";
        throw ApplicationFailure.retryable(`run ${run} could not go on (${code}); the worker's log says why`, code);
      } finally {
        clearInterval(heartbeat);
        carried.delete(run);
      }
    },
  };
}
