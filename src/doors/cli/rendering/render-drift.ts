import type { DriftRow, DriftView } from "../../api/documents.ts";
import type { Screen } from "../terminal.ts";
import { cutMiddle } from "./cut.ts";
import type { Color } from "./paint.ts";
import { fieldLines } from "./render-field.ts";
import { clean, counted, wrap } from "./text.ts";

type DriftClass = DriftRow["class"];

interface ClassWords {
  readonly color: Color;
  /** What stands above the values. */
  readonly says: string;
}

/** How each class is said, the gravest first. */
const classWords: Readonly<Record<DriftClass, ClassWords>> = {
  gone: { color: "red", says: "gone" },
  unreadable: { color: "red", says: "unreadable" },
  "out-of-band": { color: "yellow", says: "changed out of band" },
  "lagging read": { color: "cyan", says: "lagging read: the platform still shows what was before our last write" },
  "platform default": { color: "dim", says: "platform default: nobody declares it" },
  "equivalent form": { color: "dim", says: "equivalent form: it means the same" },
};

const classes = Object.keys(classWords) as readonly DriftClass[];
const harmless: ReadonlySet<DriftClass> = new Set<DriftClass>(["platform default", "equivalent form"]);

/** True for drift that somebody should know of: not the platform's own defaults, not another spelling of a value. */
export function isGrave(row: DriftRow): boolean {
  return !harmless.has(row.class);
}

/** Every object that differs as a block: what kind of difference, old and new values, who and when. */
export function renderDrift(drift: readonly DriftRow[], screen: Screen): readonly string[] {
  return [...rowsByObject(drift).values()].flatMap((rows) => [...objectLines(rows, screen), ""]);
}

/** How many objects differ, and in what way. */
export function driftCounts({ objects, drift }: DriftView, { paint }: Screen): string {
  const grave = rowsByObject(drift.filter(isGrave)).size;
  const counts = classes.flatMap((each) => {
    const count = drift.filter((row) => row.class === each).length;
    return count === 0 ? [] : [`${count} ${each}`];
  });
  const rest = counts.length === 0 ? "" : ` (${counts.join(", ")})`;
  if (objects === 0) return "The stack manages nothing.";
  if (grave > 0) return `${paint("bold", "Drift:")} ${grave} of ${counted(objects, "object")}${rest}.`;
  const known = objects === 1 ? "The object is" : `All ${objects} objects are`;
  return `${paint("bold", "No drift.")} ${known} as recorded${rest}.`;
}

function rowsByObject(drift: readonly DriftRow[]): ReadonlyMap<string, readonly DriftRow[]> {
  return Map.groupBy(drift, ({ name, id }) => JSON.stringify([name, id]));
}

function objectLines(rows: readonly DriftRow[], screen: Screen): readonly string[] {
  const { paint, width } = screen;
  const [first] = rows;
  if (first === undefined) return [];
  const symbol = rows.some((row) => row.class === "gone") ? paint("red", "-") : paint("yellow", "~");
  const inner = width - 4;
  return [
    `${symbol} ${paint("bold", clean(first.name))}  ${clean(first.type)}`,
    `    ${paint("dim", cutMiddle(clean(first.id), inner, screen))}`,
    ...classes.flatMap((each) => {
      const ofClass = rows.filter((row) => row.class === each);
      return classLines(each, ofClass, { ...screen, width: inner }).map((line) => `    ${line}`);
    }),
  ];
}

function classLines(name: DriftClass, rows: readonly DriftRow[], screen: Screen): readonly string[] {
  const { paint, width } = screen;
  if (rows.length === 0) return [];
  const { color, says } = classWords[name];
  const whole = rows.filter((row) => row.path === "");
  const fields = rows
    .filter((row) => row.path !== "")
    .map(({ path, old, new: now }) => ({
      path,
      ...(old === undefined ? {} : { old }),
      ...(now === undefined ? {} : { new: now }),
      reason: "declared" as const,
      replace: false,
    }));
  const details = whole.flatMap(({ detail }) => (detail === undefined ? [] : wrap(detail, width - 2)));
  return [
    `${paint(color, says)}${name === "out-of-band" ? lastChange(rows) : ""}`,
    ...[...details, ...fieldLines(fields, "changes", { ...screen, width: width - 2 })].map((line) => `  ${line}`),
  ];
}

/** ` by ada@acme.example at 2026-01-02T03:04:05Z`, as far as the platform tells. */
function lastChange(rows: readonly DriftRow[]): string {
  const by = rows.find((row) => row.by !== undefined)?.by;
  const at = rows.find((row) => row.at !== undefined)?.at;
  return `${by === undefined ? "" : ` by ${clean(by)}`}${at === undefined ? "" : ` at ${clean(at)}`}`;
}
