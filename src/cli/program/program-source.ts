import { isAbsolute, relative, resolve } from "node:path";
import { pointer, pointerSegments } from "../../../packages/base/json/pointer.ts";
import type { Problem, Span } from "../../../packages/base/problems/problem.ts";
import { snakeCase } from "../../../packages/base/snake-case.ts";
import type { Sources } from "../rendering/render-problems.ts";
import type { ProgramSpans } from "./program-lines.ts";

/** How far below a call its arguments are looked for. */
const linesOfACall = 60;

/** The files of a program, and where in them the parts of its declaration come from. */
export class ProgramSource {
  readonly #spans: ProgramSpans;
  /** Texts by the name that is shown. */
  readonly sources: Sources;
  readonly #names: readonly string[];
  readonly #beside: Sources;
  /** How much was declared at one place. */
  readonly #declaredAt = new Map<string, number>();

  /** `texts` are those of `spans.files`; undefined where one can't be read. `beside` are files that are no program. */
  constructor(spans: ProgramSpans, texts: readonly (string | undefined)[], beside: Sources = new Map()) {
    this.#beside = beside;
    this.#spans = spans;
    this.#names = spans.files.map(shownName);
    for (const place of Object.values(spans.at).map(String))
      this.#declaredAt.set(place, (this.#declaredAt.get(place) ?? 0) + 1);
    const known = texts.flatMap((text, index): [string, string][] =>
      text === undefined ? [] : [[this.#names[index] ?? "", text]],
    );
    this.sources = new Map([...known, ...beside]);
  }

  /** A problem at the program's own line, where that can be told. */
  locate(problem: Problem): Problem {
    if (problem.span !== undefined && this.#beside.has(problem.span.file)) return problem;
    const { span: _, fix: __, ...rest } = problem;
    const span = problem.pointer === undefined ? undefined : this.spanOf(problem.pointer);
    // What would mend a text of YAML is no piece of a program.
    if (span === undefined) return rest;
    const hint = rest.hint === undefined ? {} : { hint: this.#spelled(rest.hint, problem, span) };
    return { ...rest, detail: this.#spelled(this.#named(problem), problem, span), ...hint, span };
  }

  /**
   * A sentence with the names of fields as programs in Python have them. What the program has named itself stays as it
   * is, and so does what is said of an expression.
   */
  #spelled(sentence: string, { code, pointer: at = "" }: Problem, { file }: Span): string {
    if (!file.endsWith(".py") || code.includes("expression") || !/^[/](?:resources|lookups|providers)[/]/.test(at))
      return sentence;
    const own = new Set(Object.keys(this.#spans.at).map((each) => pointerSegments(each)[1]));
    return sentence.replace(/`([a-z]\w*(?:[.][a-z]\w*)*)`/g, (_, path: string) => {
      const [first = "", ...rest] = path.split(".");
      return `\`${[own.has(first) ? first : snakeCase(first), ...rest.map(snakeCase)].join(".")}\``;
    });
  }

  /** What a call in a loop has declared stands at one line: the name tells which of them it is. */
  #named({ pointer: at = "", detail }: Problem): string {
    const [section = "", name = ""] = pointerSegments(at);
    const place = this.#spans.at[pointer("", section, name)];
    const isShared = place !== undefined && (this.#declaredAt.get(String(place)) ?? 0) > 1;
    return isShared && !detail.includes(`\`${name}\``) ? `\`${name}\`: ${detail}` : detail;
  }

  /** The program's own line of what it has declared at a place. */
  spanOf(at: string): Span | undefined {
    const segments = pointerSegments(at);
    for (let length = segments.length; length > 0; length -= 1) {
      const place = this.#spans.at[pointer("", ...segments.slice(0, length))];
      if (place === undefined) continue;
      const [file, line, column] = place;
      return this.#narrowed(this.#names[file] ?? "", line, column, segments.slice(length));
    }
    return undefined;
  }

  /** From the call on, the names of the fields on the way inwards, one after the other. */
  #narrowed(file: string, line: number, column: number, path: readonly string[]): Span {
    const lines = this.sources.get(file)?.split(/\r?\n/) ?? [];
    let [row, from] = [line - 1, column - 1];
    let span = tokenAt(lines, row, from, file);
    // Of `properties`, `options` and the like the source says nothing.
    for (const name of path.filter((segment) => !/^\d+$/.test(segment)).slice(1)) {
      const found = fieldFrom(lines, row, from, line - 1 + linesOfACall, name);
      if (found === undefined) break;
      [row, from] = [found.row, found.column];
      const { length } = found;
      span = { file, line: row + 1, column: from + 1, endLine: row + 1, endColumn: from + 1 + length };
    }
    return span;
  }
}

/** Relative to where we are, unless that leads outside. */
function shownName(file: string): string {
  const name = relative(resolve("."), file);
  return name.startsWith("..") || isAbsolute(name) ? file : name;
}

/** The word that stands at a place. */
function tokenAt(lines: readonly string[], row: number, column: number, file: string): Span {
  const word = /^(?:new\s+)?[\w.]+/.exec(lines[row]?.slice(column) ?? "")?.[0] ?? "";
  return {
    file,
    line: row + 1,
    column: column + 1,
    endLine: row + 1,
    endColumn: column + 1 + Math.max(1, word.length),
  };
}

interface FoundField {
  readonly row: number;
  readonly column: number;
  readonly length: number;
}

/**
 * The next place where a field is given a value, in either spelling: `displayName:`, `display_name=`, `"displayName":`,
 * `displayName,`.
 */
function fieldFrom(
  lines: readonly string[],
  row: number,
  column: number,
  lastRow: number,
  name: string,
): FoundField | undefined {
  const spelled = [...new Set([name, snakeCase(name)])].map((each) => RegExp.escape(each)).join("|");
  const pattern = new RegExp(`(?<![\\w.])(["']?)(${spelled})\\1\\s*(?:[:=](?!=)|[,}])`);
  for (let current = row; current < Math.min(lines.length, lastRow); current += 1) {
    const start = current === row ? column : 0;
    const match = pattern.exec(lines[current]?.slice(start) ?? "");
    if (match === null) continue;
    return { row: current, column: start + match.index + (match[1]?.length ?? 0), length: match[2]?.length ?? 1 };
  }
  return undefined;
}
