import { type Command, printJson } from "../../command.ts";
import { clean, counted } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure } from "../../reports/report.ts";
import { writeLines } from "../../terminal.ts";

export const auditVerify: Command = {
  positionals: [],
  options: [],
  description:
    "Reads the whole audit log and checks each record against the one before it and against the signed " +
    "checkpoints. Finds records that were changed, removed, moved or cut off. " +
    "Exits with 1 if there are any, and if there are checkpoints that can't be checked.",
  examples: [{ line: "plumb audit verify", meaning: "say whether the log is as it was written" }],
  run: async (invocation) => {
    const answer = await invocation.api.call("verifyAuditLog", {});
    if (!answer.ok) return reportFailure(invocation, answer.error);
    const { ok, length, findings, moreFindings = 0, vouchedFor, ofOtherKeys } = answer.value;
    // Without the key of its checkpoints a log whose end was cut off looks whole.
    const isUnchecked = ok && vouchedFor === 0 && ofOtherKeys > 0;
    if (invocation.settings.json) printJson(invocation, answer.value);
    else {
      const whole = `All of ${counted(length, "record")} are as they were written`;
      const signed =
        vouchedFor === 0 ? "no signed checkpoint covers them yet" : `signed checkpoints cover the first ${vouchedFor}`;
      const unchecked =
        `${counted(ofOtherKeys, "signed checkpoint")} can't be checked, since their key is not here (audit.key ` +
        "beside the state): the end of the log may have been cut off";
      const ofRecords = isUnchecked ? `${whole}, but ${unchecked}.` : `${whole}; ${signed}.`;
      const told = length === 0 ? "The audit log is empty." : ofRecords;
      const verdict = ok ? told : "The audit log was tampered with.";
      const lines = findings.map(({ seq, kind, detail }) => `  ${seq}: ${kind}: ${clean(detail)}`);
      const more = moreFindings === 0 ? [] : [`  and ${counted(moreFindings, "finding")} more`];
      writeLines(invocation.people, [verdict, ...lines, ...more]);
    }
    return ok && !isUnchecked ? exitCodes.done : exitCodes.failed;
  },
};
