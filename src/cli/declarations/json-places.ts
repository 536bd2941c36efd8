import { type Problem, problem, type Span } from "../../../packages/base/problems/problem.ts";
import type { ProblemCode } from "../../../packages/base/problems/problem-codes.ts";
import { lineStarts, placeAt } from "../../../packages/base/text-places.ts";
import type { UsageMistake } from "../arguments.ts";
import { clean } from "../rendering/text.ts";

/** A mistake at a place of a file that holds JSON or lines. */
export function mistakeAt(
  file: string,
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  said: { readonly code: ProblemCode; readonly detail: string; readonly hint?: string | undefined },
): UsageMistake {
  const starts = lineStarts(text);
  const to = placeAt(starts, end);
  const span: Span = { file, ...placeAt(starts, start), endLine: to.line, endColumn: to.column };
  const told: Problem = problem(said.code, said.detail, { span, hint: said.hint });
  return { detail: `${clean(file)}: ${said.detail}`, problems: [told], sources: new Map([[file, text]]) };
}

/** What Node says of a text that is no JSON, in plain words and at its place where it tells one. */
export function jsonMistake(file: string, text: string, message: string): UsageMistake {
  const [, position] = /at position (\d+)/.exec(message) ?? [];
  const said = { code: "syntax-error" as const, ...plainWords(message) };
  const start = position === undefined ? text.trimEnd().length : Number(position);
  return mistakeAt(file, text, { start, end: Math.min(start + 1, text.length) }, said);
}

function plainWords(message: string): { readonly detail: string; readonly hint?: string } {
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
