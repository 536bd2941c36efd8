import { visible } from "../../../../packages/base/text/visible.ts";
import type { DriftRow } from "../../../contract/documents/drift.ts";
import type { RightsChangeView } from "../../../contract/documents/plans/differences.ts";
import type { Screen } from "../../terminal.ts";
import { mixedNotes } from "../difference/alike.ts";
import { clean, padTo, textWidth, widest, wrap } from "../text.ts";
import { driftField } from "./drift-field.ts";
import { inOrderOfNames } from "./natural-order.ts";
import { fieldLines } from "./render-field.ts";
import { inlineValue } from "./render-value.ts";

/** What becomes of rights by what is done to, or has befallen, one resource. */
export interface NamedRights {
  readonly name: string;
  readonly rights?: RightsChangeView | undefined;
  /** It is the object that the resource stood for before. */
  readonly superseded?: boolean;
  /** Of what has moved: the kind of difference, and whether a read that lags behind may show it so. */
  readonly class?: DriftRow["class"];
  readonly kept?: boolean;
}

type Right = RightsChangeView["gains"][number];

interface Row {
  readonly name: string;
  /** The name, and that its old object is meant. */
  readonly label: string;
  readonly who: string;
  readonly what: string;
  /** It may be so, or a read lags behind. */
  readonly unsure: boolean;
  /** Null where there is no such right; a right without a condition has none. */
  readonly old: Right | null;
  readonly new: Right | null;
}

/** Whether it is what a plan will do, or what has happened already. */
type Tense = "present" | "past";

export const rightsHeadings: Readonly<Record<Tense, string>> = {
  present: "Who gains and who loses what",
  past: "Who has gained and who has lost what since the last run, outside of plumb",
};

const verbs: Readonly<Record<Tense, readonly [string, string]>> = {
  present: ["gains", "loses"],
  past: ["has gained", "has lost"],
};

/** Of a past that may not be so. */
const unsureVerbs = ["may have gained", "may have lost"] as const;

/** Under its heading, and a line left empty after it; nothing where there is no gain and no loss. */
export function renderRights(all: readonly NamedRights[], screen: Screen, tense: Tense = "present"): readonly string[] {
  const lines = rightsBlocks(all, screen, tense).flatMap((block) => block.lines);
  return lines.length === 0 ? [] : [screen.paint("bold", `${rightsHeadings[tense]}:`), ...lines, ""];
}

/** What is told of one right. */
export interface RightsBlock {
  readonly name: string;
  /** A right is wider than before, or may be. */
  readonly widens: boolean;
  readonly lines: readonly string[];
}

/** Who gains and who loses what. A right that is kept while its condition comes, goes or changes is told once. */
export function rightsBlocks(
  all: readonly NamedRights[],
  screen: Screen,
  tense: Tense = "present",
): readonly RightsBlock[] {
  const rows = all.flatMap(rowsOf);
  const width = widest(rows, ({ who }) => textWidth(visible(who)));
  const ordered = inOrderOfNames(rows, ({ who, name }) => [who, name]);
  return ordered.map((row) => ({
    name: row.name,
    widens: row.new !== null,
    lines: [...rowLines(row, width, screen, tense), ...mixedLines(row, screen)].map((line) => `  ${line}`),
  }));
}

/** Letters of another writing in who gains, and what. */
function mixedLines({ who, what, old, new: next }: Row, { paint }: Screen): readonly string[] {
  if (old !== null || next === null) return [];
  return [...new Set(mixedNotes([who, what]))].map((note) => `  ${paint("yellow", `! ${note}`)}`);
}

/** How many rights of a resource come, go, and stay otherwise than before: as the rows tell it. */
export interface RightsMoves {
  readonly gained: number;
  readonly lost: number;
  readonly changed: number;
}

export function rightsMoves(all: NamedRights): RightsMoves {
  const moves = { gained: 0, lost: 0, changed: 0 };
  for (const { old, new: next } of rowsOf(all)) {
    if (old === null) moves.gained += 1;
    else if (next === null) moves.lost += 1;
    else moves[changedCondition(old, next).means] += 1;
  }
  return moves;
}

function rowsOf({ name, rights, superseded, ...moved }: NamedRights): readonly Row[] {
  const { loses = [], gains = [] } = rights ?? {};
  const label = superseded === true ? `${name} (the old object)` : name;
  const unsure = moved.class === "gone" && moved.kept === true;
  const left = [...gains];
  const lost = loses.map((old): Row => {
    const place = left.findIndex((next) => isSameRight(old, next));
    const [next = null] = place < 0 ? [] : left.splice(place, 1);
    return { name, label, unsure, who: old.who, what: old.what, old, new: next };
  });
  const gained = left.map(
    (next): Row => ({ name, label, unsure, who: next.who, what: next.what, old: null, new: next }),
  );
  return [...lost, ...gained];
}

/** Of secrets that others take the place of, neither says more than that it is one: they are two rights. */
function isSameRight(old: Right, next: Right): boolean {
  if (old.who !== next.who || old.what !== next.what) return false;
  return [old.when, next.when, old.says, next.says].some((each) => each !== undefined);
}

function rowLines(row: Row, whoWidth: number, screen: Screen, tense: Tense): readonly string[] {
  const { paint } = screen;
  const name = clean(row.label);
  const room = screen.width - 4;
  const says = row.new?.says ?? row.old?.says;
  const predicate = (verb: string, more: string) => visible(says ?? `${verb} ${row.what}`) + more;
  const told = (verb: string, more: string) => `${padTo(visible(row.who), whoWidth)} ${predicate(verb, more)}`;
  const fits = (text: string) => textWidth(`${text}  ${name}`) <= room;
  const head = (symbol: string, verb: string, more: string): readonly string[] => {
    const text = told(verb, more);
    if (fits(text)) return [`${symbol} ${text}  ${paint("dim", name)}`];
    const lines = wrap(`${visible(row.who)} ${predicate(verb, more)}`, room);
    const broken = lines.map((line, place) => `${place === 0 ? symbol : " "} ${line}`);
    return fits(lines.at(-1) ?? "")
      ? broken.with(-1, `${broken.at(-1)}  ${paint("dim", name)}`)
      : [...broken, `  ${paint("dim", name)}`];
  };
  // It is otherwise than before, and says so itself.
  if (row.old !== null && row.new !== null && says !== undefined) return head(paint("yellow", "~"), "", "");
  if (row.old !== null && row.new !== null) {
    const condition = driftField({ path: "/condition", old: row.old.when, new: row.new.when });
    const conditions = fieldLines([condition], "changes", {
      ...screen,
      width: screen.width - 4,
    });
    const { symbol, color, says } = changedCondition(row.old, row.new);
    return [...head(paint(color, symbol), "keeps", `, ${says}`), ...conditions.map((line) => `    ${line}`)];
  }
  const [gains, loses] = row.unsure ? unsureVerbs : verbs[tense];
  const [right, symbol, color, verb] =
    row.new === null ? ([row.old, "-", "red", loses] as const) : ([row.new, "+", "green", gains] as const);
  if (right?.when === undefined) return head(paint(color, symbol), verb, "");
  const inLine = ` if ${inlineValue(right.when)}`;
  if (fits(told(verb, inLine))) return head(paint(color, symbol), verb, inLine);
  const condition = driftField({ path: "/condition", new: right.when });
  const below = fieldLines([condition], "values", { ...screen, width: screen.width - 4 });
  return [...head(paint(color, symbol), verb, ", under a condition"), ...below.map((each) => `    ${each}`)];
}

/** A condition that goes widens the right, and one that comes narrows it; of another one it can't be told. */
function changedCondition(old: Right, next: Right) {
  const both = old.says !== undefined || next.says !== undefined;
  if (!both && next.when === undefined)
    return { symbol: "+", color: "green", says: "without a condition", means: "gained" } as const;
  if (!both && old.when === undefined)
    return { symbol: "-", color: "red", says: "only under a condition", means: "lost" } as const;
  return { symbol: "~", color: "yellow", says: "under another condition", means: "changed" } as const;
}
