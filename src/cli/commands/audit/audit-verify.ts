import { type Command, printJson } from "../../command.ts";
import { clean, counted, wrap } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure } from "../../reports/report.ts";
import { withCommands, writeLines } from "../../terminal.ts";

/** What is found, too, where a backup has taken the place of a longer log. */
const atRestore: ReadonlySet<string> = new Set(["cut-off", "rewritten"]);

const restored =
  "Either the store was restored from a backup, which ends the log there, or the log was tampered with. After a " +
  "restore that you know of, put `audit.checkpoints` beside what was there before, with the service stopped: the " +
  "next `plumb audit verify` holds the log against the checkpoints in the store.";

export const auditVerify: Command = {
  positionals: [],
  options: [],
  description:
    "Reads the whole audit log and checks each record against the one before it and against the signed " +
    "checkpoints. Finds records that were changed, removed, moved or cut off. " +
    "Exits with 1 if there are any, and if there are checkpoints that can't be checked. A restore from a backup ends " +
    "the log at the backup, which looks as if it had been cut off.",
  examples: [{ line: "plumb audit verify", meaning: "say whether the log is as it was written" }],
  run: async (invocation) => {
    const answer = await invocation.api.call("verifyAuditLog", {});
    if (!answer.ok) return reportFailure(invocation, answer.error);
    const { ok, length, findings, moreFindings = 0, vouchedFor, ofOtherKeys } = answer.value;
    if (invocation.settings.json) printJson(invocation, answer.value);
    else {
      const whole = `All of ${counted(length, "record")} are as they were written`;
      const told = length === 0 ? "The audit log is empty." : `${whole}${signedOf(vouchedFor, ofOtherKeys)}.`;
      const mayBeRestored = !ok && findings.every(({ kind }) => atRestore.has(kind));
      const verdict = ok
        ? told
        : mayBeRestored
          ? "The audit log does not go on as it was signed."
          : "The audit log was tampered with.";
      const lines = findings.map(({ seq, kind, detail }) => `  ${seq}: ${kind}: ${clean(detail)}`);
      const more = moreFindings === 0 ? [] : [`  and ${counted(moreFindings, "finding")} more`];
      const reasons = mayBeRestored ? wrap(withCommands(invocation.people, restored), invocation.people.width) : [];
      const unchecked = ofOtherKeys === 0 ? [] : wrap(uncheckedOf(ofOtherKeys), invocation.people.width);
      writeLines(invocation.people, [verdict, ...lines, ...more, ...unchecked, ...reasons]);
    }
    return ok && ofOtherKeys === 0 ? exitCodes.done : exitCodes.failed;
  },
};

/** How far checkpoints vouch for records; those of other keys are told by themselves. */
function signedOf(vouchedFor: number, ofOtherKeys: number): string {
  if (vouchedFor > 0) return `; signed checkpoints cover the first ${vouchedFor}`;
  return ofOtherKeys > 0 ? "" : "; no signed checkpoint covers them yet";
}

/** Without the key of its checkpoints a log that was made anew, or whose end was cut off, looks whole. */
function uncheckedOf(count: number): string {
  const whose = count === 1 ? "its" : "their";
  return (
    `${counted(count, "signed checkpoint")} can't be checked, since ${whose} key is not here (audit.key beside the ` +
    "state): records may have been changed or cut off unseen."
  );
}
