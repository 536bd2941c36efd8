import type { DriftView } from "../../../contract/documents/drift.ts";
import { type Command, printJson } from "../../command.ts";
import { withFoldCount } from "../../rendering/difference/with-fold-count.ts";
import { renderRights } from "../../rendering/plan/render-rights.ts";
import { renderDrift } from "../../rendering/render-drift.ts";
import { counted } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";
import { Patience, waitOption } from "../../runs/busy-stack.ts";
import { dropAllOfIn, dropAllOfOption } from "../../runs/drop-all-of-option.ts";
import { fullOption } from "../../runs/full-option.ts";
import { excludeOption, selectionIn, targetOption } from "../../runs/selection-options.ts";
import { writeLines } from "../../terminal.ts";

export const refresh: Command = {
  positionals: [],
  options: [fullOption, waitOption, dropAllOfOption, targetOption, excludeOption],
  description:
    "Reads every object the stack manages and records what is seen; the records of objects that are gone are " +
    "dropped. No platform is changed; the next plan shows what differs from the declaration. " +
    "Exits 1 when an object can't be read; its record then stays as it is. " +
    "Refused if all records of a provider would be dropped, " +
    "since a credential of another tenant sees no objects either.",
  examples: [
    { line: "plumb refresh", meaning: "bring the records of stack dev up to date" },
    {
      line: "plumb refresh --drop-all-of azure",
      meaning: "all objects of provider azure are gone: drop their records",
    },
    { line: "plumb refresh --target 'web-*'", meaning: "only what is called so" },
    { line: "plumb refresh -s prod --json", meaning: "what was adopted, as JSON" },
  ],
  run: async (invocation) => {
    const { people, settings } = invocation;
    const patience = Patience.of(invocation);
    if (!patience.ok) return reportMistake(invocation, patience.error);
    const asked = { path: { stack: settings.stack }, body: { ...dropAllOfIn(invocation), ...selectionIn(invocation) } };
    const answer = await patience.value.whenFree(() => invocation.api.call("refreshState", asked));
    if (!answer.ok) return reportFailure(invocation, answer.error);
    if (settings.json) printJson(invocation, answer.value);
    else {
      const { drift } = answer.value;
      const [moved, folds] = withFoldCount(people, (screen) => [
        ...renderDrift(drift, screen),
        ...renderRights(drift, screen, "past"),
      ]);
      writeLines(people, [...moved, outcome(answer.value), ...folds]);
    }
    return unreadable(answer.value).size > 0 ? exitCodes.failed : exitCodes.done;
  },
};

function unreadable({ drift }: DriftView): ReadonlySet<string> {
  return objectsOf(drift.filter((row) => row.class === "unreadable"));
}

function outcome(view: DriftView): string {
  if (view.objects === 0) return "The stack manages nothing.";
  const gone = objectsOf(view.drift.filter((row) => row.class === "gone" && row.kept !== true));
  const kept = objectsOf(view.drift.filter((row) => row.kept === true || row.class === "lagging read"));
  const failed = unreadable(view);
  const left = new Set([...failed, ...kept]);
  const adopted = [...objectsOf(view.drift)].filter((each) => !gone.has(each) && !left.has(each));
  const parts = [
    ...(adopted.length > 0 ? [`${counted(adopted.length, "record")} brought up to date`] : []),
    ...(gone.size > 0 ? [`${counted(gone.size, "record")} dropped`] : []),
    ...(left.size > 0 ? [`${counted(left.size, "record")} left unchanged`] : []),
  ];
  return `Looked at ${counted(view.objects, "object")}: ${parts.length === 0 ? "all as recorded" : parts.join(", ")}.`;
}

/** The old object of a replacement goes by the same name as the present one. */
function objectsOf(rows: DriftView["drift"]): ReadonlySet<string> {
  return new Set(rows.map(({ name, id }) => JSON.stringify([name, id])));
}
