import type { NumberedEvent } from "../dispatcher.ts";
import { isOpen, type RunRepository } from "../kept-runs/run-repository.ts";
import { type EventLog, pagesOf } from "./event-log.ts";

/**
 * The events of a kept run after the given number, those to come as they happen. Ends with the summary after which
 * the run was not resumed, or with the signal.
 */
export async function* followEvents(
  stack: string,
  run: string,
  after: number,
  signal: AbortSignal,
  { repository, log }: { readonly repository: RunRepository; readonly log: EventLog },
): AsyncGenerator<NumberedEvent, void, void> {
  const isLast = async (id: number) => {
    const kept = await repository.get(stack, run);
    return kept === null || id > kept.document.eventsBefore;
  };
  const kept = await repository.get(stack, run);
  const length = await log.length(stack, run);
  if (kept !== null && !isOpen(kept) && after >= length && length > 0) {
    const [last] = await log.read(stack, run, length - 1, 1);
    if (last?.event.event === "summary" && (await isLast(last.id))) return;
  }
  let at = after;
  for await (const _ of log.changes(stack, run, signal)) {
    for await (const page of pagesOf(log, stack, run, at)) {
      for (const each of page) {
        if (signal.aborted) return;
        yield each;
        at = each.id;
        if (each.event.event === "summary" && (await isLast(each.id))) return;
      }
    }
  }
}
