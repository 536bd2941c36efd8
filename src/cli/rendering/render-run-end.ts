import { timeInWords } from "../../../packages/base/time-in-words.ts";
import type { RunSummary } from "../../contract/documents/runs/run-events.ts";
import type { Screen } from "../terminal.ts";
import { doneCounts } from "./plan/action-words.ts";
import { entryLines } from "./plan/render-value.ts";
import { renderInFlight } from "./render-in-flight.ts";
import { clean, inARow } from "./text.ts";

/** How a run ended, and the outputs. Its problems are rendered apart. */
export function renderSummary(summary: RunSummary, screen: Screen): readonly string[] {
  const { paint } = screen;
  const { inFlight = [] } = summary;
  // Records may have been brought up to date all the same.
  const what = counts(summary) || (summary.status === "done" ? "no object was changed" : "nothing was changed");
  const time = timeInWords(summary.durationMs);
  const lines = {
    done: `${paint("green", `Done in ${time}:`)} ${what}.`,
    failed: `${paint("red", `Failed after ${time}:`)} ${what}.`,
    cancelled: `${paint("yellow", `Cancelled after ${time}:`)} ${what}. The next run goes on from here.`,
    refused: `${paint("red", "Refused:")} ${what}.`,
    stopped:
      `${paint("yellow", `Stopped after ${time}:`)} ${what}. All that was approved is done; ` +
      "what is left needs your approval.",
  };
  return [
    "",
    lines[summary.status],
    ...renderInFlight(inFlight, screen),
    ...(summary.status === "done" ? renderOutputs(summary.outputs, screen) : []),
  ];
}

/** What was seen of a run whose end was not. `begun`: the steps of which only that is known. */
export function renderSeen(soFar: RunSummary, begun: readonly string[], screen: Screen): readonly string[] {
  const open = inARow(begun.map(clean), screen.whole ? undefined : shownBegun);
  return [
    "",
    `${screen.paint("bold", "Seen of the run:")} ${counts(soFar) || "no step was seen to end"}.`,
    ...(begun.length === 0 ? [] : [`  ? begun, and not known how it ended: ${open}`]),
  ];
}

/** How many of the steps are named, on a terminal that cuts, whose end was not seen. */
const shownBegun = 8;

/** What was done, failed and left out; empty where nothing was. */
function counts({ inFlight = [], ...summary }: RunSummary): string {
  return [
    doneCounts(summary),
    ...(summary.failed > 0 ? [`${summary.failed} failed`] : []),
    ...(inFlight.length > 0 ? [`${inFlight.length} in flight`] : []),
    ...(summary.skipped > 0 ? [`${summary.skipped} skipped`] : []),
  ]
    .filter((each) => each !== "")
    .join(", ");
}

/** The outputs with aligned values, below a heading; nothing when there are none. */
export function renderOutputs(outputs: RunSummary["outputs"], screen: Screen): readonly string[] {
  const entries = Object.entries(outputs);
  if (entries.length === 0) return [];
  const lines = entryLines(entries, { ...screen, width: screen.width - 2, whole: true });
  return ["", screen.paint("bold", "Outputs:"), ...lines.map((line) => `  ${line}`)];
}
