import type { RunSummary } from "../../../contract/documents/runs/run-events.ts";
import type { KeptRun } from "../kept-runs/run-repository.ts";
import type { WebhookOutbox } from "./webhook-outbox.ts";

/** Puts the message `run.ended` into the outbox. `lastEvent` names the occasion: announced twice, it is sent once. */
export async function announceEnd(
  { document, lineage }: KeptRun,
  { create, update, replace, ...summary }: RunSummary,
  lastEvent: number,
  at: string,
  outbox: WebhookOutbox,
): Promise<void> {
  const { stack, run, plan, caller } = document;
  const { status, durationMs, failed, skipped, problems } = summary;
  await outbox.put({ stack, lineage }, "run.ended", `${run}-${lastEvent}`, at, {
    run,
    plan,
    status: document.status,
    startedBy: caller.name,
    durationMs,
    counts: { create, update, replace, delete: summary.delete, failed, skipped },
    problems: problems.map(({ code, address = null }) => ({ code, address })),
    summary: status,
  });
}
