import { isOwnStack } from "../stack-name.ts";
import type { Audit } from "./audit.ts";
import type { AuditOutcome } from "./audit-entry.ts";

interface CarriedRun {
  readonly run: string;
  readonly stack: string;
  readonly plan: string;
  readonly caller: { readonly principal: string };
}

const results: Readonly<Record<string, AuditOutcome["result"]>> = {
  done: "done",
  refused: "refused",
  rejected: "refused",
  queued: "done",
};

/**
 * Notes each time that a process carries out a run, before its first step, under the name of whoever started it; and
 * how it ended. A run that is taken over has a record for each process that had it; that of a process that died has no
 * outcome. An outcome that can't be noted changes nothing of what was done: `onLost` is told, and the record stays
 * open.
 */
export function auditedRuns(audit: Pick<Audit, "record" | "conclude">, onLost: (run: string, cause: unknown) => void) {
  return {
    begins: async ({ run, stack, plan, caller }: CarriedRun) => {
      const from = { address: null, userAgent: null };
      const what = { action: "run:carry", stack: isOwnStack(stack) ? null : stack, subject: run, plan };
      const ticket = await audit.record({ principal: caller.principal, from, request: run, ...what });
      return (status: string) => {
        const outcome = { result: results[status] ?? "failed", status: null, code: `run-${status}` } as const;
        return audit.conclude(ticket, outcome).catch((cause: unknown) => onLost(run, cause));
      };
    },
  };
}
