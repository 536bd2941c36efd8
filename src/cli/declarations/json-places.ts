import { type Problem, problem, type Span } from "../../../packages/base/problems/problem.ts";
import type { ProblemCode } from "../../../packages/base/problems/problem-codes.ts";
import { lineStarts, placeAt } from "../../../packages/base/text/text-places.ts";
import type { UsageMistake } from "../arguments.ts";
import { clean } from "../rendering/text.ts";

/** A stretch of a text, end exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The span of a stretch of a text. */
export function spanAt(file: string, text: string, { start, end }: TextRange): Span {
  const starts = lineStarts(text);
  const to = placeAt(starts, end);
  return { file, ...placeAt(starts, start), endLine: to.line, endColumn: to.column };
}

/** A mistake at a place of a file that holds JSON or lines. */
export function mistakeAt(
  file: string,
  text: string,
  place: TextRange,
  said: { readonly code: ProblemCode; readonly detail: string; readonly hint?: string | undefined },
): UsageMistake {
  const span = spanAt(file, text, place);
  const told: Problem = problem(said.code, said.detail, { span, hint: said.hint });
  return { detail: `${clean(file)}: ${said.detail}`, problems: [told], sources: new Map([[file, text]]) };
}

/** What Node says of a text that is no JSON, in plain words and at the place where the text is none any more. */
export function jsonMistake(file: string, text: string, message: string): UsageMistake {
  const start = stopOf(text);
  const words = plainWords(message, text.slice(0, start).trimEnd(), text[start] ?? "");
  const said = { code: "syntax-error" as const, ...words };
  return mistakeAt(file, text, { start, end: Math.min(start + 1, text.length) }, said);
}

/** How much of a text is the beginning of some JSON. */
function stopOf(text: string): number {
  let [low, high] = [0, text.length + 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isBeginning(text.slice(0, middle))) low = middle;
    else high = middle;
  }
  return low;
}

function isBeginning(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (cause) {
    const message = String(cause);
    const [, position] = /at position (\d+)/.exec(message) ?? [];
    return /end of JSON|Unterminated/.test(message) || Number(position) === text.length;
  }
}

interface PlainWords {
  readonly detail: string;
  readonly hint?: string;
}

function plainWords(message: string, before: string, stop: string): PlainWords {
  if (/Expected ',' or/.test(message))
    return { detail: "a comma is missing before this", hint: "put a comma between the two" };
  if (/Expected (double-quoted )?property name/.test(message))
    return {
      detail: "a key in double quotes is due here",
      hint: 'remove the comma before it, or write `"key": value`',
    };
  if (/end of JSON|Unterminated/.test(message))
    return { detail: "the file ends, or a text does, while a quote or a bracket is open" };
  if (/Expected ':'/.test(message)) return { detail: "a colon is missing after the key" };
  if (/control character|escape/i.test(message)) return { detail: "a text has a character that JSON writes with `\\`" };
  const isValueDue = /(?:^|[[,:])$/.test(before);
  if (isValueDue && /[\]},]/.test(stop)) {
    const detail = `a value is due before this \`${stop}\``;
    return before.endsWith(",") ? { detail, hint: "remove the comma before it" } : { detail };
  }
  if (isValueDue && /['\w]/.test(stop))
    return { detail: "a text stands in double quotes in JSON", hint: 'write it as `"text"`' };
  return { detail: "this is not JSON" };
}

/** A token of JSON, where it stands. */
interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The items of a list at the top of a sound JSON text, each with its keys. */
export function itemsIn(text: string): readonly (Token & { readonly keys: readonly Token[] })[] {
  const items: (Token & { readonly keys: Token[] })[] = [];
  let depth = 0;
  let last: Token | undefined;
  for (const { 0: token, index } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g)) {
    if (token === "}" || token === "]") depth -= 1;
    const place = { text: token, start: index, end: index + token.length };
    if (depth === 1 && token !== "," && token !== "]" && token !== "}") items.push({ ...place, keys: [] });
    if (depth === 2 && token === ":" && last !== undefined)
      items.at(-1)?.keys.push({ text: String(JSON.parse(last.text)), start: last.start + 1, end: last.end - 1 });
    if (token === "{" || token === "[") depth += 1;
    last = place;
  }
  return items;
}
