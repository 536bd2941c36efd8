import { isJsonObject, type Json, jsonEqual } from "../../../../packages/base/json/json.ts";
import { secretMask } from "../../../../packages/base/text/secret-mask.ts";
import { visible, visibleSpans } from "../../../../packages/base/text/visible.ts";
import type { Hunk, Line, ListHunk, ListPart, TextHunk, TextPart, TextSpan } from "../../../engine/difference/hunk.ts";
import { cutMiddle } from "../cut.ts";
import type { Color } from "../paint.ts";
import { inlineValue, isSecretValue, type ValueScreen, valueLines } from "../plan/render-value.ts";
import { counted, textWidth } from "../text.ts";
import { alikeNotes, lineText } from "./alike.ts";
import { foldLines, foldSpans } from "./fold.ts";

/** On a narrower screen a line that stays is left to the terminal to break. */
const narrowest = 60;

/** Before a line: it leaves, comes or stays, or tells where the line above differs. */
type Mark = "-" | "+" | " " | "?";

const colors: Readonly<Record<Mark, Color>> = { "-": "red", "+": "green", " ": "dim", "?": "cyan" };

/**
 * How a value changes: `old -> new` where that fits on one line of `room`, else the lines of a block: `-` leaves, `+`
 * comes, and what stays is folded where the screen is not to show all. Nothing that differs is cut.
 */
export function hunkLines(hunk: Hunk, room: number, screen: ValueScreen): string | readonly string[] {
  const { paint } = screen;
  // Secrets that stay as they are need not be told from one another.
  const tellsSecrets = !jsonEqual(secretsIn(standing(hunk, "old")), secretsIn(standing(hunk, "new")));
  const [before, after] = [sideText(hunk, "old", tellsSecrets), sideText(hunk, "new", tellsSecrets)];
  const alike = alikeNotes(hunk);
  // Of secrets that are shown without their fingerprints, nothing else tells that they differ.
  const note = before === after ? " (a secret changed)" : alike.map((each) => ` (${each})`).join("");
  if (textWidth(before) + textWidth(after) + 4 + note.length <= room)
    return `${paint("dim", before)} ${paint("dim", "->")} ${after}${note}`;
  const inner = { ...screen, tellsSecrets };
  const notes = alike.map((each) => marked("?", each, screen));
  if (hunk.kind === "text") return [...textLines(hunk, screen), ...notes];
  if (hunk.kind === "list") return [...listLines(hunk, inner), ...notes];
  return [...valueBlock("-", hunk.old, inner), ...valueBlock("+", hunk.new, inner)];
}

/** One side of a hunk on one line. */
function sideText(hunk: Hunk, side: "old" | "new", tellsSecrets: boolean): string {
  const value = standing(hunk, side);
  if (value === undefined) return side === "old" ? "(none)" : "(removed)";
  const text = inlineValue(value, tellsSecrets);
  // Who may not reveal secrets sees no fingerprint, and is told all the same that it is another one.
  const isMaskedOnly = hunk.kind === "secret" && side === "new" && isSecretValue(hunk.old) && text === secretMask;
  return isMaskedOnly ? "(secret, changed)" : text;
}

/** What stands at a hunk's place on one side; undefined where there is nothing. */
function standing(hunk: Hunk, side: "old" | "new"): Json | undefined {
  if (hunk.kind === "text") return textOf(hunk.parts, side);
  return hunk.kind === "list" ? itemsOf(hunk.parts, side) : hunk[side];
}

/** The markers of all secrets in a value, in their order. */
function secretsIn(value: Json | undefined): readonly Json[] {
  if (isSecretValue(value)) return [value ?? null];
  if (Array.isArray(value)) return value.flatMap(secretsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(secretsIn) : [];
}

function textOf(parts: readonly TextPart[], side: "old" | "new"): string {
  return parts.flatMap((part) => (part.kind === "same" ? part.lines : part[side].map(lineText))).join("\n");
}

function itemsOf(parts: readonly ListPart[], side: "old" | "new"): readonly Json[] {
  return parts.flatMap((part) => (part.kind === "same" ? part.items : part[side]));
}

function marked(mark: Mark, line: string, { paint }: ValueScreen): string {
  const text = `${mark} ${line}`.trimEnd();
  return paint(colors[mark], text);
}

function foldedLine(count: number, noun: string, { paint, onFold }: ValueScreen): string {
  onFold?.();
  return paint("dim", `… ${counted(count, noun)} unchanged`);
}

function valueBlock(mark: Mark, value: Json | undefined, screen: ValueScreen): readonly string[] {
  if (value === undefined) return [];
  const whole: ValueScreen = {
    ...screen,
    paint: (_, text) => text,
    width: screen.width - 2,
    whole: true,
  };
  const lines = valueLines(value, whole.width, whole);
  return (typeof lines === "string" ? [lines] : lines).map((line) => marked(mark, line, screen));
}

function listLines({ parts, ordered }: ListHunk, screen: ValueScreen): readonly string[] {
  return parts.flatMap((part, index) => {
    if (part.kind === "changed")
      return [
        ...part.old.flatMap((item) => valueBlock("-", item, screen)),
        ...part.new.flatMap((item) => valueBlock("+", item, screen)),
      ];
    const stays = (items: readonly Json[]) => items.flatMap((item) => valueBlock(" ", item, screen));
    if (screen.whole) return stays(part.items);
    if (!ordered) return [foldedLine(part.items.length, "item", screen)];
    const { before, folded, after } = foldLines(part.items, placeOf(index, parts));
    return [...stays(before), ...(folded > 0 ? [foldedLine(folded, "item", screen)] : []), ...stays(after)];
  });
}

function placeOf(index: number, parts: readonly unknown[]): { readonly isFirst: boolean; readonly isLast: boolean } {
  return { isFirst: index === 0, isLast: index === parts.length - 1 };
}

function textLines({ parts }: TextHunk, screen: ValueScreen): readonly string[] {
  return parts.flatMap((part, index) => {
    if (part.kind === "changed")
      return [
        ...part.old.flatMap((line) => changedLine("-", line, screen)),
        ...part.new.flatMap((line) => changedLine("+", line, screen)),
      ];
    const fitted = (line: string) => cutMiddle(visible(line), Math.max(narrowest, screen.width - 2), screen);
    const stays = (lines: readonly string[]) => lines.map((line) => marked(" ", fitted(line), screen));
    if (screen.whole) return stays(part.lines);
    const { before, folded, after } = foldLines(part.lines, placeOf(index, parts));
    return [...stays(before), ...(folded > 0 ? [foldedLine(folded, "line", screen)] : []), ...stays(after)];
  });
}

/** A line that leaves or comes, and below it what of it differs where that is not all of it. */
function changedLine(mark: "-" | "+", line: Line, screen: ValueScreen): readonly string[] {
  const room = screen.width - 2;
  const shown = visibleSpans(line);
  const spans = screen.whole || widthOf(shown) <= room ? shown : foldSpans(shown, room);
  if (widthOf(spans) < widthOf(shown)) screen.onFold?.();
  const head = marked(mark, spans.map(({ text }) => text).join(""), screen);
  const changed = spans.filter((span) => span.changed);
  if (changed.length === 0 || changed.length === spans.length) return [head];
  const pointers =
    widthOf(spans) <= room
      ? spans.map((span) => (span.changed ? "^" : " ").repeat(textWidth(span.text))).join("")
      : changed.map(({ text }) => `"${text}"`).join(", ");
  return [head, marked("?", pointers.trimEnd(), screen)];
}

function widthOf(spans: readonly TextSpan[]): number {
  return spans.reduce((sum, { text }) => sum + textWidth(text), 0);
}
