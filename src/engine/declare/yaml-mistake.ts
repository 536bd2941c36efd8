import { lineNumber } from "../../../packages/base/text/text-places.ts";
import type { TextProblem } from "./build-nodes.ts";
import { openAt } from "./open-brackets.ts";

/** What is wrong with a text that is no YAML, in words of ours, and where a person would point at. */
type Mistake = Pick<TextProblem, "detail" | "start" | "end" | "hint" | "fix">;

/** The line that a text can't be read on from, and where in it. */
interface Place {
  readonly text: string;
  /** Where the parser gave up. */
  readonly at: number;
  /** The line's first character. */
  readonly from: number;
  /** The line, or its beginning where it is longer than a person writes one. */
  readonly line: string;
}

/** What is told of a line is told of all of it; longer ones take too long, and are not repeated. */
const longestLine = 1_000;

/**
 * Why a text is no YAML. The parser tells where it gave up, in words about its own work; what a person did wrong stands
 * there or above. The first of the known mistakes that explains it is told.
 */
export function yamlMistake(text: string, reason: string, position: number): Mistake {
  const at = Math.min(position, text.length);
  const place = placeAt(text, at);
  return (
    bareExpression(place) ??
    missingComma(place, reason) ??
    escaped(place, reason) ??
    openBefore(place) ??
    unreadable(place) ??
    tabbed(place, reason) ??
    strayBracket(place) ??
    unquotedStart(place) ??
    withoutColon(place, reason) ??
    misplacedColon(place) ??
    misindented(place, reason) ?? { detail: plainReason(reason), ...tokenAt(text, at) }
  );
}

function placeAt(text: string, at: number): Place {
  const from = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", from);
  const line = text.slice(from, Math.min(end < 0 ? text.length : end, from + longestLine)).replace(/\r$/, "");
  return { text, at, from, line };
}

/** Whether all of a line is known, so that it can be repeated otherwise. */
function isWhole({ line }: Place): boolean {
  return line.length < longestLine;
}

function tokenAt(text: string, start: number): { readonly start: number; readonly end: number } {
  const isBlank = /^\s/.test(text.slice(start, start + 1));
  return { start, end: isBlank ? start : Math.min(start + 1, text.length) };
}

/** A quote or a bracket that was opened and is still open where the reading ended. */
function openBefore({ text, at }: Place): Mistake | undefined {
  const open = openAt(text, at);
  if (open === undefined) return undefined;
  const [character = "", start] = [text[open.start], open.start];
  const what = open.kind === "quote" ? `the quote ${character}` : `\`${character}\``;
  const closing = { "{": "`}`", "[": "`]`" }[character] ?? "the same quote";
  return {
    detail: `${what} of line ${lineNumber(text, start)} is not closed`,
    hint: `close it with ${closing} where its value ends`,
    ...tokenAt(text, start),
  };
}

function unreadable({ text, at }: Place): Mistake | undefined {
  const character = text.charCodeAt(at);
  if (character !== 0) return undefined;
  return { detail: "a character of no text stands here: this is not a text file", start: at, end: at + 1 };
}

function tabbed({ text, from, line }: Place, reason: string): Mistake | undefined {
  if (!/^ *\t/.test(line) && !/\btabs?\b/.test(reason)) return undefined;
  const tab = Math.max(0, line.indexOf("\t"));
  return {
    detail: `a tab indents line ${lineNumber(text, from)}, and YAML is indented with spaces only`,
    hint: "put spaces in its place, as many as the lines beside it have",
    start: from + tab,
    end: from + tab + 1,
  };
}

function strayBracket({ text, at }: Place): Mistake | undefined {
  const character = text[at];
  if (character !== "]" && character !== "}") return undefined;
  const opening = character === "]" ? "[" : "{";
  return {
    detail: `no \`${opening}\` is open that this \`${character}\` closes`,
    hint: "remove it",
    ...tokenAt(text, at),
  };
}

/** An expression without quotes in a list or a mapping of one line, where a brace begins another one. */
function bareExpression({ text, at }: Place): Mistake | undefined {
  if (text[at] !== "{" || text[at - 1] !== "$") return undefined;
  const [expression = "${"] = /^\$\{[^{}\n]*\}/.exec(text.slice(at - 1, at + longestLine)) ?? [];
  const end = at - 1 + expression.length;
  const isAlone = /[\s,[{]/.test(text[at - 2] ?? "") && expression.endsWith("}") && /[\s,\]}]/.test(text[end] ?? "");
  const way = isAlone ? { hint: `put it in quotes: ${quoted(expression)}`, fix: quoted(expression) } : {};
  return {
    detail: "an expression within brackets or braces stands in quotes, or its own braces are taken for YAML's",
    hint: "put the whole value in quotes",
    ...way,
    ...{ start: at - 1, end },
  };
}

function missingComma({ text, at }: Place, reason: string): Mistake | undefined {
  if (reason.includes("missed comma"))
    return { detail: "a comma is missing before this", hint: "put a comma between the two", ...tokenAt(text, at) };
  if (text[at] !== "," || !reason.includes("node content")) return undefined;
  return { detail: "nothing stands before this comma", hint: "remove the comma", ...tokenAt(text, at) };
}

/** A value that begins with what YAML keeps to itself. */
function unquotedStart(place: Place): Mistake | undefined {
  const { from, line } = place;
  const [, before = "", value = ""] =
    /^(\s*(?:- +)*(?:[^\s#'"[{][^:#]*:\s+|- +)?)([@`%].*)$/.exec(line.trimEnd()) ?? [];
  if (value === "") return undefined;
  const start = from + before.length;
  return {
    detail: `a text can't begin with \`${value[0]}\`, which YAML keeps to itself`,
    ...(isWhole(place)
      ? { hint: `put it in quotes: ${quoted(value)}`, fix: quoted(value) }
      : { hint: "put it in quotes" }),
    start,
    end: start + value.length,
  };
}

/** A key whose colon is missing, or has no blank after it. */
function withoutColon(place: Place, reason: string): Mistake | undefined {
  if (!/multiline key|':' after|block mapping/.test(reason)) return undefined;
  for (const above of [place, lineAbove(place)]) {
    if (above === undefined || !isWhole(above)) continue;
    const [, indent = "", key = "", value = ""] = /^(\s*)([\w.-]+)(?::(?!\/\/)(\S.*?))?\s*$/.exec(above.line) ?? [];
    if (key === "") continue;
    const start = above.from + indent.length;
    if (value === "")
      return {
        detail: `\`${key}\` has no colon, by which a key ends`,
        hint: `write \`${key}:\``,
        fix: `${key}:`,
        start,
        end: start + key.length,
      };
    return {
      detail: `there is no blank after the colon of \`${key}:\`, so that it is no key`,
      hint: `write \`${key}: ${value}\``,
      fix: `${key}: ${value}`,
      start,
      end: start + key.length + 1 + value.length,
    };
  }
  return undefined;
}

/** The nearest line above that holds anything. */
function lineAbove({ text, from }: Place): Place | undefined {
  for (let end = from - 1; end > 0; ) {
    const place = placeAt(text, end);
    if (/^\s*[^\s#]/.test(place.line)) return place;
    end = place.from - 1;
  }
  return undefined;
}

/** A second colon within a text that has no quotes. */
function misplacedColon(place: Place): Mistake | undefined {
  const { text, at, from, line } = place;
  if (text[at] !== ":" || !isWhole(place)) return undefined;
  const before = line.slice(0, at - from);
  const [head = ""] =
    /^\s*(?:- +)*[^\s#'"[{][^:#]*:\s+(?=\S)/.exec(before) ?? /^\s*(?:- +)+(?=.*:\s)/.exec(before) ?? [];
  if (head === "") return undefined;
  const value = line.slice(head.length).replace(/\s+(#.*)?$/, "");
  return {
    detail: "a colon that a blank follows ends a key, and this text goes on after one",
    hint: `put the text in quotes: ${quoted(value)}`,
    ...tokenAt(text, at),
  };
}

/** A line that is indented otherwise than those that it belongs to. */
function misindented(place: Place, reason: string): Mistake | undefined {
  if (!reason.includes("indentation") && !reason.includes("end of the stream or a document")) return undefined;
  const above = lineAbove(place);
  const [own, due] = [indentOf(place.line), above === undefined ? 0 : indentOf(above.line)];
  const hasKey = /^\s*(?:- +)*[^\s#][^#]*?:(\s|$)/.test(place.line);
  if (!hasKey || own === due) return undefined;
  const [start, end] = [place.from + own, place.from + place.line.indexOf(":")];
  const side =
    own > due ? "and the line above, whose value is complete, is" : "and no line above that it could belong to is";
  const number = lineNumber(place.text, place.from);
  return {
    detail: `line ${number} is indented by ${counted(own)}, ${side} by ${own > due ? due : "as many"}`,
    hint: own > due ? `indent it by ${due}` : "indent it as the lines that it belongs to",
    ...{ start, end: Math.max(start + 1, end) },
  };
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function counted(blanks: number): string {
  return blanks === 1 ? "1 space" : `${blanks} spaces`;
}

function escaped({ text, at }: Place, reason: string): Mistake | undefined {
  if (!/escape sequence|hexadecimal/.test(reason)) return undefined;
  const start = text.lastIndexOf("\\", at);
  return {
    detail: `\`${text.slice(start, start + 2)}\` is no escape that a text in double quotes can have`,
    hint: "write `\\\\` for a backslash, or put the text in single quotes",
    start,
    end: start + 2,
  };
}

/** What the parser says elsewhere, in plain words. */
function plainReason(reason: string): string {
  const known: readonly (readonly [RegExp, string])[] = [
    [/end of the stream|end of the document/, "the text goes on where it should have ended"],
    [/node content/, "a value is missing here"],
    [/indentation/, "this does not fit the indentation of the lines above"],
    [/whitespace character|line break/, "a blank or a new line is missing here"],
    [/anchor|alias/, "`&` and `*` name values that are used again: give a name, or put the text in quotes"],
    [/tag/i, "`!` names a type of YAML's own: put the text in quotes"],
    [/directive|YAML version/, "a line that begins with `%` speaks to the reader of YAML: remove it"],
    [/non-printable|JSON character/, "a character stands here that no YAML may have"],
    [/block scalar|chomping|width/, "`|` and `>` begin a text of several lines: begin it on the next line"],
  ];
  return known.find(([pattern]) => pattern.test(reason))?.[1] ?? "the text can't be read as YAML from here on";
}

function quoted(text: string): string {
  return /["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
}
