import { type AuditRow, auditResults } from "../../../contract/documents/audit.ts";
import { type Command, printJson } from "../../command.ts";
import { localTime } from "../../rendering/local-time.ts";
import { principalName } from "../../rendering/principal-name.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";
import { fullOption } from "../../runs/full-option.ts";
import { stacksNamed } from "../../stacks/stack-by-name.ts";
import { stackTyped } from "../../stacks/stack-label.ts";
import { writeTable } from "../../terminal.ts";

export const auditList: Command = {
  positionals: [],
  options: [
    fullOption,
    { name: "principal", value: "WHO", summary: "only what this principal did" },
    { name: "action", value: "ACTION", summary: "only this action: as WHAT shows it, or in the words of the policies" },
    {
      name: "result",
      value: "RESULT",
      names: auditResults,
      summary: "only those with this result: done, refused or failed",
    },
    { name: "from", value: "TIME", summary: "not before this time (UTC, such as 2026-01-01T00:00:00Z)" },
    { name: "to", value: "TIME", summary: "before this time" },
    { name: "newest", summary: "the newest first" },
  ],
  description:
    "Lists who did what, from where, and with what result, oldest first; " +
    "with `--stack` only what was done to that stack.",
  examples: [
    { line: "plumb audit list --json", meaning: "every record, with digests" },
    { line: "plumb audit list -s prod --result refused --newest", meaning: "what was refused of stack prod" },
  ],
  run: async (invocation) => {
    const { settings } = invocation;
    const { flags, values } = invocation.arguments;
    const given = ["principal", "action", "result", "from", "to"].flatMap((name) => {
      const value = values.get(name)?.at(-1);
      return value === undefined ? [] : [[name, value] as const];
    });
    const named = await stacksNamed(settings.stackGiven ? [stackTyped(settings)] : undefined, invocation.project);
    if (!named.ok) return reportMistake(invocation, named.error);
    const query = {
      ...Object.fromEntries(given),
      ...(named.value === undefined ? {} : { stack: named.value[0] }),
      ...(flags.has("newest") ? { order: "newest" } : {}),
    };
    const answer = await invocation.api.list("listAuditEntries", { query });
    if (!answer.ok) return reportFailure(invocation, answer.error);
    if (settings.json) printJson(invocation, answer.value);
    else {
      const outcomes = new Map(
        answer.value.flatMap((row) => (row.kind === "outcome" ? [[row.of, row.result] as const] : [])),
      );
      // An outcome that was asked for by its result has its intent beside it.
      const rows = answer.value
        .flatMap((row) => (row.kind === "intent" ? [row] : (row.intent ?? [])))
        .map((row) => [
          String(row.seq),
          localTime(row.at),
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
      const isWhole = Object.keys(query).length === 0;
      if (rows.length === 0)
        invocation.people.write(isWhole ? "Nothing is recorded yet.\n" : "Nothing like that is recorded.\n");
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
