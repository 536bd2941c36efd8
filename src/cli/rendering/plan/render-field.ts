import type { Json } from "../../../../packages/base/json/json.ts";
import { pointerSegments } from "../../../../packages/base/json/pointer.ts";
import { quoted } from "../../../../packages/base/text/visible.ts";
import type { FieldView } from "../../../contract/documents/plans/steps.ts";
import { difference } from "../../../engine/difference/difference.ts";
import type { Hunk } from "../../../engine/difference/hunk.ts";
import type { Screen } from "../../terminal.ts";
import { mixedNotes, mixedNotesOf } from "../difference/alike.ts";
import { hunkLines } from "../difference/render-hunk.ts";
import { padTo, textWidth } from "../text.ts";
import { isSecretValue, keyText, valueLines } from "./render-value.ts";

/** One aligned line of a step: a path, and what stands there or how it changes. */
interface FieldRow {
  readonly path: string;
  readonly shows:
    | { readonly kind: "value"; readonly value: Json | undefined }
    | { readonly kind: "change"; readonly hunk: Hunk };
  readonly comment: string;
}

const widestPath = 36;

/**
 * `/condition/title` as people write it: `condition.title`; list positions as `rules[0]`, odd keys as `labels["a.b"]`.
 */
function pathText(pointer: string): string {
  return pointerSegments(pointer).reduce((path, segment) => {
    const key = keyText(segment);
    const isPlain = /^[^".]+$/.test(key);
    if (path === "") return isPlain || key.startsWith('"') ? key : quoted(key);
    if (/^\d+$/.test(segment)) return `${path}[${segment}]`;
    if (isPlain) return `${path}.${key}`;
    return `${path}[${key.startsWith('"') ? key : quoted(key)}]`;
  }, "");
}

/** `values`: the object is new; `reads`: it is only read; `changes`: it is there, and changes. */
export type FieldStyle = "values" | "reads" | "changes";

/**
 * The fields of a step as aligned lines: `path: value` where the object is new or only read (unless something stood
 * there before), else `path: old -> new`. What is new is never folded. Comments stand only at the fields they are
 * about. Values begin no further left than `leastColumn`.
 */
export function fieldLines(
  fields: readonly FieldView[],
  style: FieldStyle,
  screen: Screen,
  leastColumn = 0,
): readonly string[] {
  const { paint, width } = screen;
  const rows = fields.flatMap((field) => rowsOf(field, style));
  const inner = { ...screen, width: width - 2, whole: screen.whole || style === "values" };
  const columnOf = (paths: readonly string[]) =>
    Math.max(leastColumn, Math.min(widestPath, Math.max(0, ...paths.map((path) => textWidth(path) + 1))));
  const most = columnOf(rows.map(({ path }) => path));
  const told = rows.map((row) => {
    const room = Math.max(20, width - most - 1 - (row.comment === "" ? 0 : textWidth(row.comment) + 2));
    const { shows } = row;
    return {
      row,
      lines: shows.kind === "value" ? valueLines(shows.value, room, inner) : hunkLines(shows.hunk, room, inner),
    };
  });
  // A value that stands below its path moves no other to the right.
  const column = columnOf(told.flatMap(({ row, lines }) => (typeof lines === "string" ? [row.path] : [])));
  return told.flatMap(({ row, lines }) => {
    const comment = row.comment === "" ? "" : `  ${paint(/replace/.test(row.comment) ? "red" : "cyan", row.comment)}`;
    const label = `${row.path}:`;
    const mixed = style === "reads" ? [] : mixedIn(row);
    const notes = [...new Set(mixed)].map((note) => `  ${paint("yellow", `! ${note}`)}`);
    if (typeof lines === "string") return [`${padTo(label, column)} ${lines}${comment}`, ...notes];
    return [`${label}${comment}`, ...lines.map((line) => `  ${line}`), ...notes];
  });
}

function mixedIn({ shows }: FieldRow): readonly string[] {
  return shows.kind === "value" ? mixedNotes(shows.value) : mixedNotesOf(shows.hunk);
}

function rowsOf(field: FieldView, style: FieldStyle): readonly FieldRow[] {
  const { path, old, new: next } = field;
  const comment = commentOf(field);
  if (style !== "changes" && (old === undefined || next === undefined))
    return [{ path: pathText(path), shows: { kind: "value", value: next === undefined ? old : next }, comment }];
  return hunksOf(field).map((hunk) => ({
    path: pathText(`${path}${hunk.path}`),
    shows: { kind: "change", hunk },
    comment,
  }));
}

/** What comes or goes as a whole is one hunk. */
function hunksOf({ difference: told, ...values }: FieldView): readonly Hunk[] {
  const { old, new: next } = values;
  if (old === undefined || next === undefined)
    return [
      { kind: "value", path: "", ...(old === undefined ? {} : { old }), ...(next === undefined ? {} : { new: next }) },
    ];
  if (told !== undefined && told.hunks.length > 0) return told.hunks;
  const found = difference(undefined, old, next);
  // Secrets that are shown without their fingerprints look the same.
  const kind = isSecretValue(old) && isSecretValue(next) ? "secret" : "value";
  return found.length > 0 ? found : [{ kind, path: "", old, new: next }];
}

function commentOf(field: FieldView): string {
  const reasons = [
    ...(field.replace ? ["forces replacement"] : []),
    ...(field.reason === "drifted" ? ["changed on the platform"] : []),
    ...(field.reason === "platform default" ? [field.reason] : []),
    ...(field.reason === "before deletion" ? ["set first"] : []),
    ...(field.reason === "identity" ? ["the provider names another object"] : []),
  ];
  return reasons.length === 0 ? "" : `# ${reasons.join(", ")}`;
}
