import type { AuditRow } from "../../../contract/documents/audit.ts";
import { type Command, printJson } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { principalName } from "../rendering/principal-name.ts";
import { clean } from "../rendering/text.ts";
import { reportFailure } from "../report.ts";
import { writeTable } from "../terminal.ts";

export const auditList: Command = {
  positionals: [],
  options: [],
  description: "Lists who did what, from where, and with what result, oldest first.",
  examples: [{ line: "plumb audit list --json", meaning: "every record, with digests" }],
  run: async (invocation) => {
    const answer = await invocation.api.list("listAuditEntries", {});
    if (!answer.ok) return reportFailure(invocation, answer.error);
    if (invocation.settings.json) printJson(invocation, answer.value);
    else {
      const outcomes = new Map(
        answer.value.flatMap((row) => (row.kind === "outcome" ? [[row.of, row.result] as const] : [])),
      );
      const rows = answer.value
        .filter((row) => row.kind === "intent")
        .map((row) => [
          String(row.seq),
          clean(row.at),
          clean(whatOf(row)),
          clean(row.stack ?? "-"),
          clean(
            [
              row.subject ?? (row.paths.join(" ") || row.plan) ?? "-",
              ...(row.role === undefined ? [] : [row.role]),
            ].join(" "),
          ),
          clean(outcomes.get(row.seq) ?? "open"),
          clean(row.from.address ?? "-"),
          principalName(row.principal, row.principalName),
        ]);
      if (rows.length === 0) invocation.people.write("Nothing is recorded yet.\n");
      else writeTable(invocation.people, [["SEQ", "AT", "WHAT", "STACK", "ABOUT", "OUTCOME", "FROM", "WHO"], ...rows]);
    }
    return exitCodes.done;
  },
};

/** A reveal is called so, whatever the operation was that opened the values. */
function whatOf({ action, operation }: Extract<AuditRow, { readonly kind: "intent" }>): string {
  if (action === "secret:reveal" && operation !== undefined) return `${action} by ${operation}`;
  return operation ?? action;
}
