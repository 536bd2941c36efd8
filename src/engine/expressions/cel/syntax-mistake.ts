import { lookAlikes } from "../../../../packages/base/text/look-alikes.ts";
import type { CelFailure } from "./cel-syntax.ts";

/** Operators of other languages that this one lacks, and what is written instead. */
const foreign: readonly (readonly [operator: string, detail: string, way: Pick<CelFailure, "hint" | "fix">])[] = [
  ["=", "`=` is no operator", { hint: "write `==` to compare two values", fix: "==" }],
  ["|", "`|` is no operator", { hint: "`||` is or; a function is called, as in `config.name.upperAscii()`" }],
  ["&", "`&` is no operator", { hint: "`&&` is and", fix: "&&" }],
  ["~", "`~` is no operator", { hint: '`x.matches("...")` tells whether a text fits a pattern' }],
  [";", "an expression has no `;`", { hint: "remove it" }],
];

/** Why a text is no expression, in words of ours. `stopped` is where the parser could go on no further. */
export function syntaxMistake(source: string, stopped: number): CelFailure {
  const open = openBracket(source);
  if (open !== undefined) {
    const closing = closings[source[open] ?? ""] ?? "";
    return {
      code: "invalid-expression",
      detail: `\`${source[open]}\` is not closed`,
      offset: open,
      length: 1,
      hint: `close it with \`${closing}\``,
    };
  }
  const rest = source.slice(stopped).trimStart();
  const at = source.length - rest.length;
  const other = foreign.find(([operator]) => rest.startsWith(operator) && !rest.startsWith(operator.repeat(2)));
  if (other !== undefined) return { code: "invalid-expression", detail: other[1], offset: at, length: 1, ...other[2] };
  const [trailing = ""] = /(?:[-+*/%<>!?:.,]|&&|\|\||==|!=|<=|>=|\bin)\s*$/.exec(source) ?? [];
  if (trailing !== "") {
    const detail = `the expression ends too early, after \`${trailing.trim()}\``;
    return { code: "invalid-expression", detail, offset: source.length, length: 1 };
  }
  const word = /^(?:\w+|[^\s\w])/u.exec(rest)?.[0] ?? "";
  if (word === "")
    return { code: "invalid-expression", detail: "the expression ends too early", offset: source.length, length: 1 };
  const alike = lookAlikes(word);
  const detail = `\`${word}\` can't stand here${alike === undefined ? "" : `: ${alike}`}`;
  return { code: "invalid-expression", detail, offset: at, length: word.length };
}

const closings: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** The innermost bracket that nothing closes, quoted texts apart. */
function openBracket(source: string): number | undefined {
  const open: number[] = [];
  for (const { 0: token, index } of source.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[()[\]{}]/g)) {
    if (token in closings) open.push(index);
    else if (token.length === 1 && closings[source[open.at(-1) ?? -1] ?? ""] === token) open.pop();
  }
  return open.at(-1);
}

/** A quote that nothing closes. Looks at each character once. */
export function openQuote(source: string): number | undefined {
  for (let at = 0; at < source.length; at += 1) {
    const start = at;
    const quote = source[start];
    if (quote !== '"' && quote !== "'") continue;
    for (at += 1; at < source.length && source[at] !== quote; at += 1) if (source[at] === "\\") at += 1;
    if (at >= source.length) return start;
  }
  return undefined;
}
