import type { InFlightCall, SettledCall } from "../../contract/documents/in-flight-calls.ts";
import { shortDigest } from "../runs/whole-plan.ts";
import type { Terminal } from "../terminal.ts";
import { alignColumns, clean, counted, textWidth, wrap } from "./text.ts";

type Screen = Pick<Terminal, "paint" | "width" | "whole">;

/** The calls of a run whose end is not known, by the objects that may exist; nothing where there are none. */
export function renderInFlight(calls: readonly InFlightCall[], screen: Screen): readonly string[] {
  if (calls.length === 0) return [];
  const be = calls.length === 1 ? "is" : "are";
  return [
    `${screen.paint("yellow", `${counted(calls.length, "call")} ${be} in flight:`)} what became of ` +
      `${calls.length === 1 ? "it" : "them"} is not known; the next plan finds out.`,
    ...indented(
      calls.map((call) => [...columns(call), operationText(call)]),
      screen,
    ),
  ];
}

/** What became of calls that were in flight when a plan was made, or a run went on; said before anything else. */
export function renderSettled(
  calls: readonly SettledCall[],
  screen: Screen,
  decider: "the plan" | "the run" = "the plan",
): readonly string[] {
  if (calls.length === 0) return [];
  const rows = calls.map((call) => [
    ...columns(call),
    `run ${shortDigest(clean(call.run))}`,
    becameText(call, decider),
  ]);
  return [
    screen.paint("yellow", `${counted(calls.length, "call")} ${calls.length === 1 ? "was" : "were"} in flight:`),
    ...indented(rows, screen),
  ];
}

/** Rows of a table, and where one of them is too wide, each on lines of its own: no id is cut. */
function indented(rows: readonly (readonly string[])[], { width, whole }: Screen): readonly string[] {
  const aligned = alignColumns(rows);
  if (whole || aligned.every((line) => textWidth(line) <= width - 2)) return aligned.map((line) => `  ${line}`);
  return rows.flatMap((row) =>
    wrap(row.join("  "), width - 4).map((line, place) => `${place === 0 ? "  " : "    "}${line.trimEnd()}`),
  );
}

function columns({ operation, name, type, id, fields }: InFlightCall): readonly string[] {
  const what = operation === "update" && fields.length > 0 ? `${operation} (${fields.join(", ")})` : operation;
  return [what, name, type, id].map(clean);
}

function operationText({ platformOperation }: InFlightCall): string {
  return platformOperation === undefined ? "" : `operation ${clean(platformOperation)}`;
}

function becameText(call: SettledCall, decider: string): string {
  const { became, operation, detail } = call;
  const why = detail === "" ? "" : ` (${clean(detail)})`;
  switch (became) {
    case "took-effect":
      return operation === "delete" ? "it is gone" : "it took effect, and is recorded";
    case "came-to-nothing":
      return `no read shows its effect; ${decider} decides anew`;
    case "not-shown":
      return operation === "delete"
        ? "it is not shown any more, so it is likely gone; the next run makes sure"
        : `its object is not shown any more; ${decider} decides anew`;
    case "not-seen":
      return `it is not seen, and may still take effect${why}`;
    case "pending":
      return [`it is still in flight, and may exist${why}`, operationText(call)]
        .filter((each) => each !== "")
        .join("; ");
    case "unreadable":
      return `it may exist, and can't be read${why}`;
    case "not-provably-ours":
      return `something else is there${why}`;
  }
}
