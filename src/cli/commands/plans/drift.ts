import { type Command, type Invocation, printJson } from "../../command.ts";
import { withFoldCount } from "../../rendering/difference/with-fold-count.ts";
import { renderRights } from "../../rendering/plan/render-rights.ts";
import { driftCounts, isDrift, renderDrift } from "../../rendering/render-drift.ts";
import { renderInFlight } from "../../rendering/render-in-flight.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure } from "../../reports/report.ts";
import { fullOption } from "../../runs/full-option.ts";
import { excludeOption, targetOption } from "../../runs/selection-options.ts";
import { writeLines } from "../../terminal.ts";

export const drift: Command = {
  positionals: [],
  options: [
    fullOption,
    targetOption,
    excludeOption,
    {
      name: "detailed-exitcode",
      summary:
        "exit 3 when there is drift, or a call whose end is not known; " +
        "another spelling of the same value does not count",
    },
  ],
  description:
    "Reads every object the stack manages and compares it with what is recorded, whatever the declaration says " +
    "now: inputs and outputs, declared or not. Fields under `ignoreChanges` are shown as ignored; " +
    "objects with `onDrift: ignore` are left out. Shows who made the last change and when, " +
    "if the platform says so. Changes nothing: `plumb up` puts the declared values back, " +
    "`plumb refresh` records what was seen. Exits 1 when an object can't be read.",
  examples: [
    { line: "plumb drift", meaning: "what has moved in stack dev" },
    { line: "plumb drift -s prod --detailed-exitcode --json", meaning: "for a nightly check: exit 3 means drift" },
  ],
  run: async (invocation) => {
    const { people, settings } = invocation;
    const query = { ...patterns(invocation, "target"), ...patterns(invocation, "exclude") };
    const answer = await invocation.api.call("getStackDrift", { path: { stack: settings.stack }, query });
    if (!answer.ok) return reportFailure(invocation, answer.error);
    if (settings.json) printJson(invocation, answer.value);
    else {
      const inFlight = renderInFlight(answer.value.inFlight ?? [], people);
      const [moved, folds] = withFoldCount(people, (screen) => [
        ...renderDrift(answer.value.drift, screen),
        ...renderRights(answer.value.drift, screen, "past"),
      ]);
      writeLines(people, [
        ...inFlight,
        ...(inFlight.length === 0 ? [] : [""]),
        ...moved,
        driftCounts(answer.value, people),
        ...folds,
      ]);
    }
    const { drift: seen, inFlight = [] } = answer.value;
    // What was not read may have moved.
    if (seen.some((each) => each.class === "unreadable")) return exitCodes.failed;
    // What a call of unknown end has done is no drift yet, and it can't be said that there is none.
    const found = seen.some(isDrift) || inFlight.length > 0;
    return found && invocation.arguments.flags.has("detailed-exitcode") ? exitCodes.changes : exitCodes.done;
  },
};

function patterns({ arguments: { values } }: Invocation, name: string): Readonly<Record<string, string>> {
  const given = values.get(name);
  return given === undefined ? {} : { [name]: given.join(",") };
}
