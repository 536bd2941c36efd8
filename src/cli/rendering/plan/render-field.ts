import { canonicalJson } from "../../../../packages/base/json/canonical-json.ts";
import { type Json, jsonEqual } from "../../../../packages/base/json/json.ts";
import { pointerSegments } from "../../../../packages/base/json/pointer.ts";
import type { FieldView } from "../../../contract/documents/plans.ts";
import type { Screen } from "../../terminal.ts";
import type { Paint } from "../paint.ts";
import { clip, padTo, textWidth } from "../text.ts";
import { itemDifferences } from "./item-differences.ts";
import { inlineValue, isDataObject, isSecretValue, keyText, valueLines } from "./render-value.ts";

/** One aligned line of a step: a path, and what stands there or how it changes. */
interface FieldRow {
  readonly path: string;
  readonly old: Json | undefined;
  readonly new: Json | undefined;
  readonly comment: string;
}

const widestPath = 36;
/** Pairs of items that are compared at most. */
const mostCompared = 4_000_000;

/** `/condition/title` as people write it: `condition.title`; list positions as `rules[0]`. */
function pathText(pointer: string): string {
  return pointerSegments(pointer).reduce((path, segment) => {
    if (/^\d+$/.test(segment) && path !== "") return `${path}[${segment}]`;
    return path === "" ? keyText(segment) : `${path}.${keyText(segment)}`;
  }, "");
}

/**
 * The fields of a step as aligned lines: `path: value` where the object is new or only read (unless something stood
 * there before), else `path: old -> new`. Comments stand only at the fields they are about. Values begin no further
 * left than `leastColumn`.
 */
export function fieldLines(
  fields: readonly FieldView[],
  style: "values" | "changes",
  screen: Screen,
  leastColumn = 0,
): readonly string[] {
  const { paint, width } = screen;
  const rows = fields.flatMap((field) => rowsOf(field, style));
  const column = Math.max(
    leastColumn,
    Math.min(widestPath, Math.max(0, ...rows.map((row) => textWidth(row.path) + 1))),
  );
  return rows.flatMap((row) => {
    const comment = row.comment === "" ? "" : `  ${paint(/replace/.test(row.comment) ? "red" : "cyan", row.comment)}`;
    const room = Math.max(20, width - column - 1 - (row.comment === "" ? 0 : textWidth(row.comment) + 2));
    const label = `${row.path}:`;
    const lines = !isChange(row, style)
      ? valueLines(row.new === undefined ? row.old : row.new, room, { ...screen, width: width - 2 })
      : changeLines(row.old, row.new, room, { ...screen, width: width - 2 });
    if (typeof lines === "string") return [`${padTo(label, column)} ${lines}${comment}`];
    return [`${label}${comment}`, ...lines.map((line) => `  ${line}`)];
  });
}

function isChange(
  field: { readonly old?: Json | undefined; readonly new?: Json | undefined },
  style: "values" | "changes",
): boolean {
  return style === "changes" || (field.old !== undefined && field.new !== undefined);
}

function rowsOf(field: FieldView, style: "values" | "changes"): readonly FieldRow[] {
  const comment = commentOf(field);
  if (isChange(field, style) && isDataObject(field.old) && isDataObject(field.new)) {
    const leaves = changedLeaves(pathText(field.path), field.old, field.new);
    if (leaves.length > 0) return leaves.map((leaf) => ({ ...leaf, comment }));
  }
  return [{ path: pathText(field.path), old: field.old, new: field.new, comment }];
}

function commentOf(field: FieldView): string {
  const reasons = [
    ...(field.replace ? ["forces replacement"] : []),
    ...(field.reason === "drifted" || field.reason === "platform default" ? [field.reason] : []),
    ...(field.reason === "before deletion" ? ["set first"] : []),
    ...(field.reason === "identity" ? ["the provider names another object"] : []),
  ];
  return reasons.length === 0 ? "" : `# ${reasons.join(", ")}`;
}

/** The members in which two objects differ, each with its own path. */
function changedLeaves(
  path: string,
  old: Json | undefined,
  next: Json | undefined,
): readonly Omit<FieldRow, "comment">[] {
  if (jsonEqual(old, next)) return [];
  if (!isDataObject(old) || !isDataObject(next)) return [{ path, old, new: next }];
  const keys = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  return keys.flatMap((key) => changedLeaves(`${path}.${keyText(key)}`, memberOf(old, key), memberOf(next, key)));
}

function memberOf(object: { readonly [key: string]: Json }, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** `old -> new` on one line where it fits, else below the path, with long texts cut around their first difference. */
function changeLines(
  old: Json | undefined,
  next: Json | undefined,
  room: number,
  screen: Screen,
): string | readonly string[] {
  const { paint } = screen;
  const arrow = paint("dim", "->");
  if (isSecretValue(old) && isSecretValue(next)) return `(secret) ${arrow} (secret, changed)`;
  const before = inlineValue(old);
  const after = next === undefined ? "(removed)" : inlineValue(next);
  if (textWidth(before) + textWidth(after) + 4 <= room) return `${paint("dim", before)} ${arrow} ${after}`;
  if (Array.isArray(old) && Array.isArray(next)) {
    const lines = screen.whole ? wholeItemChanges(old, next, paint) : itemChanges(old, next, screen);
    if (lines.length > 0) return lines;
  }
  const [shortBefore, shortAfter] = clipPair(before, after, screen.width - 3, screen);
  return [`   ${paint("dim", shortBefore)}`, `${arrow} ${shortAfter}`];
}

/**
 * All items in their order: those that leave, those that come, and those that stay; none where that takes too long to
 * tell.
 */
function wholeItemChanges(old: readonly Json[], next: readonly Json[], paint: Paint): readonly string[] {
  if (old.length * next.length > mostCompared) return [];
  return itemDifferences(old.map(inlineValue), next.map(inlineValue)).map(([mark, item]) => {
    if (mark === " ") return paint("dim", `  ${item}`);
    return paint(mark === "-" ? "red" : "green", `${mark} ${item}`);
  });
}

/** Items that leave and come, when the lists differ in more than their order. */
function itemChanges(old: readonly Json[], next: readonly Json[], { paint, width }: Screen): readonly string[] {
  const before = new Set(old.map(canonicalJson));
  const after = new Set(next.map(canonicalJson));
  const gone = old.filter((item) => !after.has(canonicalJson(item)));
  const come = next.filter((item) => !before.has(canonicalJson(item)));
  if (gone.length + come.length === 0) return [];
  const kept = next.length - come.length;
  return [
    ...gone.map((item) => paint("red", `- ${clip(inlineValue(item), width - 2)}`)),
    ...come.map((item) => paint("green", `+ ${clip(inlineValue(item), width - 2)}`)),
    ...(kept > 0 ? [paint("dim", `  ${kept} unchanged`)] : []),
  ];
}

/** Both texts within `width`; what is cut from their common beginning never hides the difference. */
function clipPair(a: string, b: string, width: number, { whole }: Screen): readonly [string, string] {
  if (whole) return [a, b];
  if (textWidth(a) <= width && textWidth(b) <= width) return [a, b];
  let common = 0;
  while (common < a.length && a[common] === b[common]) common += 1;
  const head = Math.floor(width / 3);
  const from = common - 12;
  const cut = (text: string): string => clip(from > head ? `${text.slice(0, head)}…${text.slice(from)}` : text, width);
  return [cut(a), cut(b)];
}
