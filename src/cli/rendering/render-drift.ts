import { visible } from "../../../packages/base/text/visible.ts";
import { type DriftRow, type DriftView, driftRanks } from "../../contract/documents/drift.ts";
import type { FieldView } from "../../contract/documents/plans/steps.ts";
import type { Screen } from "../terminal.ts";
import { broken } from "./cut.ts";
import { localTime } from "./local-time.ts";
import type { Color } from "./paint.ts";
import { oldObjectNote } from "./plan/action-words.ts";
import { driftField } from "./plan/drift-field.ts";
import { fieldLines } from "./plan/render-field.ts";
import { clean, counted, wrap } from "./text.ts";

type DriftClass = DriftRow["class"];

interface ClassWords {
  readonly color: Color;
  /** What stands above the values; who and when stand after it. */
  readonly says: string;
  readonly why?: string;
}

/** How each class is said, the gravest first. */
const classWords: Readonly<Record<DriftClass, ClassWords>> = {
  gone: { color: "red", says: "gone" },
  unreadable: { color: "red", says: "unreadable" },
  "out-of-band": { color: "yellow", says: "changed out of band" },
  output: { color: "yellow", says: "output moved", why: "only the platform gives it" },
  "lagging read": { color: "cyan", says: "lagging read" },
  "equivalent form": { color: "dim", says: "equivalent form: it means the same" },
};

type DriftRank = NonNullable<DriftRow["rank"]>;

/** How each rank is said; the last is what needs no word. */
const rankWords: Readonly<Record<DriftRank, string>> = {
  "rights-widened": "rights widened",
  "guard-removed": "guard removed",
  "approver-lost": "approver lost",
  "rights-changed": "rights changed",
  enabled: "enabled",
  "rights-lost": "rights lost",
  disabled: "disabled",
  other: "",
};

const classes = Object.keys(classWords) as readonly DriftClass[];
/** True for what moved; another spelling of the same value is no drift. */
export function isDrift(row: DriftRow): boolean {
  return row.class !== "equivalent form";
}

/**
 * Every object that differs as a block: what kind of difference, old and new values, who and when. Objects and values
 * whose drift means most for people's access come first.
 */
export function renderDrift(drift: readonly DriftRow[], screen: Screen): readonly string[] {
  const objects = [...rowsByObject(drift).values()];
  return objects
    .toSorted((one, other) => gravity(one) - gravity(other))
    .flatMap((rows) => [...objectLines(rows, screen), ""]);
}

/** By what it means for people's access, then by the class: the smaller, the graver. */
function gravity(rows: readonly DriftRow[]): number {
  const rank = driftRanks.find((each) => rows.some((row) => row.rank === each)) ?? "other";
  return driftRanks.indexOf(rank) * classes.length + classes.findIndex((each) => isAmong(each, rows));
}

/** How many objects differ, and in what way; what could not be read is told beside them, and is no drift. */
export function driftCounts({ objects, drift, inFlight }: DriftView, { paint }: Screen): string {
  const read = drift.filter((row) => row.class !== "unreadable");
  const drifted = rowsByObject(read.filter(isDrift)).size;
  const unread = rowsByObject(drift.filter((row) => row.class === "unreadable")).size;
  // Each object counts once, by the gravest of what is said of it.
  const gravest = [...rowsByObject(read).values()].map((rows) => classes.find((each) => isAmong(each, rows)));
  const counts = classes.flatMap((each) => {
    const count = gravest.filter((one) => one === each).length;
    return count === 0 ? [] : [`${count} ${each}`];
  });
  const rest = counts.length === 0 ? "" : ` (${counts.join(", ")})`;
  const access = driftRanks.flatMap((rank) => {
    const objects = rowsByObject(drift.filter((row) => row.rank === rank)).size;
    return objects === 0 || rankWords[rank] === "" ? [] : [`${rankWords[rank]} at ${objects}`];
  });
  const means = access.length === 0 ? "" : `: ${paint("red", access.join(", "))}`;
  const calls = inFlight ?? [];
  const open =
    `, but what ${counted(calls.length, "call")} in flight ${calls.length === 1 ? "has" : "have"} done is not ` +
    "known";
  if (objects === 0) return `The stack manages nothing${calls.length === 0 ? "" : open}.`;
  const all = counted(objects, "object");
  const beside = unread === 0 ? "" : `; ${unread} could not be read`;
  if (drifted > 0) return `${paint("bold", "Drift:")} ${drifted} of ${all}${rest}${means}${beside}.`;
  if (calls.length > 0) return `${paint("bold", "No drift is seen")}${open}${rest}${beside}.`;
  if (unread > 0) return `${paint("bold", "No drift is seen")}, but ${unread} of ${all} could not be read${rest}.`;
  const known = objects === 1 ? "The object is" : `All ${objects} objects are`;
  return `${paint("bold", "No drift.")} ${known} as recorded${rest}.`;
}

function isAmong(name: DriftClass, rows: readonly DriftRow[]): boolean {
  return rows.some((row) => row.class === name);
}

function rowsByObject(drift: readonly DriftRow[]): ReadonlyMap<string, readonly DriftRow[]> {
  return Map.groupBy(drift, ({ name, id }) => JSON.stringify([name, id]));
}

function objectLines(rows: readonly DriftRow[], screen: Screen): readonly string[] {
  const { paint, width } = screen;
  const [first] = rows;
  if (first === undefined) return [];
  // A grant that stands there under another condition is not gone.
  const isGone = rows.some((row) => row.class === "gone") && rows.every(({ path }) => path === "");
  const symbol = isGone ? paint("red", "-") : paint("yellow", "~");
  const inner = width - 4;
  const former = first.superseded === true ? `  ${paint("dim", `(${oldObjectNote})`)}` : "";
  return [
    `${symbol} ${paint("bold", clean(first.name))}  ${clean(first.type)}${former}`,
    ...broken(visible(first.id), inner, screen).map((line) => `    ${paint("dim", line)}`),
    ...classes.flatMap((each) => {
      const ofClass = rows.filter((row) => row.class === each);
      return driftRanks
        .flatMap((rank) => rankLines(each, rank, ofClass, { ...screen, width: inner }))
        .map((line) => `    ${line}`);
    }),
  ];
}

function rankLines(name: DriftClass, rank: DriftRank, all: readonly DriftRow[], screen: Screen): readonly string[] {
  const rows = all.filter((row) => (row.rank ?? "other") === rank);
  const { paint, width } = screen;
  const { color, says, why } = classWords[name];
  const whole = rows.filter((row) => row.path === "");
  const details = whole.flatMap(({ detail }) => (detail === undefined ? [] : wrap(detail, width - 2)));
  const block = (heading: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [paint(means === "" ? color : "red", heading), ...lines.map((line) => `  ${line}`)];
  const linesOf = (some: readonly DriftRow[]) => fieldLines(fieldsOf(some), "changes", { ...screen, width: width - 2 });
  const mayLag = name === "lagging read" || (name === "gone" && whole.every(({ kept }) => kept === true));
  const means = rankWords[rank] === "" ? "" : `${rankWords[rank]}${mayLag ? ", or a lagging read" : ""}: `;
  const isMoved = name === "out-of-band" || name === "output";
  // Of values it tells how they came, where that is known better.
  const detail = rows.find((row) => row.path !== "")?.detail;
  const what = `${says}${isMoved ? lastChangeText(rows) : ""}${why === undefined ? "" : `: ${why}`}`;
  const heading = `${means}${detail ?? what}`;
  return [
    ...block(heading, [...details, ...linesOf(rows.filter((row) => row.ignored !== true))]),
    ...block(`${heading}, which ignoreChanges leaves so`, linesOf(rows.filter((row) => row.ignored === true))),
  ];
}

function fieldsOf(rows: readonly DriftRow[]): readonly FieldView[] {
  return rows.filter((row) => row.path !== "").map(driftField);
}

/** ` by ada@acme.example at 2026-01-02T03:04:05Z`, as far as the platform tells. */
function lastChangeText(rows: readonly DriftRow[]): string {
  const by = rows.find((row) => row.by !== undefined)?.by;
  const at = rows.find((row) => row.at !== undefined)?.at;
  return `${by === undefined ? "" : ` by ${clean(by)}`}${at === undefined ? "" : ` at ${localTime(at)}`}`;
}
