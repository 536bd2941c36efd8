import type { RunEvent } from "../../../contract/documents/runs/run-events.ts";
import type { ApplyEvent } from "../../../engine/apply/apply-events.ts";
import { isPutBack, removedAlong } from "../plans/plan-view.ts";

/** What happened to a step, in the API's words. */
export function reportedEvents(event: ApplyEvent): readonly RunEvent[] {
  const { step, at, attempt } = event;
  const about = {
    ...(at === null ? {} : { at }),
    step: step.id,
    name: step.address,
    type: step.type,
    action: step.action,
    attempt,
  };
  const common = { event: "step" as const, ...about, ...(isPutBack(step) ? { putBack: true as const } : {}) };
  switch (event.kind) {
    case "started":
      return [{ ...common, phase: "started", ...(event.platform === undefined ? {} : { platform: event.platform }) }];
    case "waiting": {
      const { why, platform, detail, since } = event;
      return [{ ...common, phase: "waiting", why, ...(platform === undefined ? {} : { platform }), detail, since }];
    }
    case "retrying": {
      const { why, status, afterMs } = event;
      return [{ event: "retrying", ...about, why, ...(status === null ? {} : { status }), afterMs }];
    }
    case "call": {
      const { method, host, status, durationMs } = event;
      return [{ event: "call", ...about, method, host, ...(status === null ? {} : { status }), durationMs }];
    }
    case "done": {
      const { durationMs, wasAbsent, wasAsWanted, keepsOld, warning } = event;
      const id = event.id === null ? {} : { id: event.id };
      const told = {
        ...(wasAbsent === true ? { wasAbsent } : {}),
        ...(wasAsWanted === true ? { wasAsWanted } : {}),
        ...(keepsOld === true ? { keepsOld } : {}),
        ...(warning === undefined ? {} : { warning }),
      };
      // What went with the write is told as well: as much is gone as by a step of its own.
      const along = (wasAsWanted === true ? [] : removedAlong(step)).map(
        ({ name, type, action, id: gone = "" }): RunEvent => {
          const { at } = about;
          const when = at === undefined ? {} : { at };
          return { event: "step", ...when, phase: "done", name, type, action, id: gone, durationMs };
        },
      );
      return [{ ...common, phase: "done", ...id, durationMs, ...told }, ...along];
    }
    default:
      return [{ ...common, phase: event.kind, problem: event.problem }];
  }
}
