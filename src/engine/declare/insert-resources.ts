import { isJsonObject, type JsonObject, jsonEqual } from "../../../packages/base/json/json.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import { parseText } from "./parse-text.ts";
import type { MapEntry, MapNode } from "./yaml-node.ts";

/** Writes entries as lines of block-style YAML, each level further in by `unit`. */
export type BlockLines = (entries: JsonObject, unit: string) => readonly string[];

/** A stretch of the text that something takes the place of. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly with: string;
}

/**
 * The text of a declaration with more entries at the end of its `resources`; all else stays as it is, byte for byte.
 * What is declared under its name already is left alone. The error says why the text can't be added to: then a person
 * has to do it. Whatever the text is like, the result reads as the same declaration with those entries and nothing
 * else.
 */
export function insertResources(text: string, entries: JsonObject, block: BlockLines): Result<string, string> {
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const source = text.slice(mark.length);
  const parsed = parseText(source, true);
  if (!parsed.ok || parsed.value.problems.length > 0 || parsed.value.root?.kind !== "map")
    return err("it can't be read as a declaration");
  const { root } = parsed.value;
  const before = root.value as JsonObject;
  const taken = Object.keys(entries).find((name) => Object.hasOwn(objectOf(before["lookups"]), name));
  if (taken !== undefined) return err(`it has a look-up \`${taken}\` already`);
  const known = objectOf(before["resources"]);
  const added = Object.fromEntries(Object.entries(entries).filter(([name]) => !Object.hasOwn(known, name)));
  if (Object.keys(added).length === 0) return ok(text);
  const wanted = { ...before, resources: { ...known, ...added } };
  for (const edits of new Insertion(source, root, added, block).ways()) {
    const result = edited(source, edits);
    const again = parseText(result, false);
    if (again.ok && again.value.problems.length === 0 && jsonEqual(again.value.root?.value, wanted))
      return ok(mark + result);
  }
  return err("its `resources` are written in a way that can't be added to");
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function edited(text: string, edits: readonly Edit[]): string {
  const backwards = edits.toSorted((a, b) => b.start - a.start);
  return backwards.reduce((so, edit) => so.slice(0, edit.start) + edit.with + so.slice(edit.end), text);
}

/** Where in one text, and how, entries could be put. Lives for one call. */
class Insertion {
  readonly #text: string;
  readonly #root: MapNode;
  readonly #added: JsonObject;
  readonly #block: BlockLines;
  readonly #eol: string;

  constructor(text: string, root: MapNode, added: JsonObject, block: BlockLines) {
    this.#text = text;
    this.#root = root;
    this.#added = added;
    this.#block = block;
    this.#eol = /\r?\n/.exec(text)?.[0] ?? "\n";
  }

  /** From the best way on; whether one is right is found by reading what comes of it. */
  ways(): readonly (readonly Edit[])[] {
    const entry = this.#root.entries.find(({ key }) => key === "resources");
    const isFlow = this.#isFlow(this.#root);
    if (entry === undefined) {
      if (isFlow) return [[this.#intoFlow(this.#root, { resources: this.#added })]];
      const [first] = this.#root.entries;
      const base = first === undefined ? 0 : this.#column(first.keyStart);
      return this.#atEnds(undefined, indented(this.#block({ resources: this.#added }, this.#unit()), base));
    }
    const { value } = entry;
    if (value.kind === "map" && this.#isFlow(value) && (isFlow || value.entries.length > 0))
      return [[this.#intoFlow(value, this.#added)]];
    if (isFlow) return [[{ start: value.start, end: value.end, with: JSON.stringify(this.#added) }]];
    const isBlock = value.kind === "map" && !this.#isFlow(value);
    if (!isBlock && value.kind === "list") return [];
    const base = this.#column(entry.keyStart);
    const [first] = value.kind === "map" ? value.entries : [];
    const inner = isBlock && first !== undefined ? this.#column(first.keyStart) : base + this.#unit().length;
    const lines = indented(this.#block(this.#added, " ".repeat(inner - base)), inner);
    // What says that there are none gives way.
    const start = value.start - (/[ \t]*$/.exec(this.#text.slice(entry.keyEnd, value.start))?.[0].length ?? 0);
    const emptied = isBlock || value.start === value.end ? [] : [{ start, end: value.end, with: "" }];
    return this.#atEnds(entry, lines).map((edits) => [...emptied, ...edits]);
  }

  /**
   * After the last line of the section that says something, or after all of it; without a section at the end of the
   * text.
   */
  #atEnds(entry: MapEntry | undefined, lines: readonly string[]): readonly (readonly Edit[])[] {
    const from = entry === undefined ? (this.#root.entries.at(-1)?.keyStart ?? 0) : entry.keyStart;
    const next = this.#root.entries
      .map(({ keyStart }) => keyStart)
      .filter((keyStart) => keyStart > from)
      .toSorted((a, b) => a - b)[0];
    const end = next === undefined ? this.#documentEnd(from) : this.#lineStart(next);
    if (entry === undefined) return [this.#linesAt(end, lines)];
    const base = this.#column(from);
    let last = this.#lineEnd(from);
    for (let at = last; at < end; at = this.#lineEnd(at)) {
      const line = this.#text.slice(at, this.#lineEnd(at));
      if (line.trim() !== "" && (/^ */.exec(line)?.[0].length ?? 0) > base) last = this.#lineEnd(at);
    }
    return [this.#linesAt(Math.min(last, end), lines), this.#linesAt(end, lines)];
  }

  #linesAt(at: number, lines: readonly string[]): readonly Edit[] {
    const isOpen = at > 0 && this.#text[at - 1] !== "\n";
    const body = lines.join(this.#eol);
    return [{ start: at, end: at, with: isOpen ? this.#eol + body : body + this.#eol }];
  }

  /** Before the closing brace, in the style of the members that are there: in one line, or each on its own. */
  #intoFlow(map: MapNode, members: JsonObject): Edit {
    const close = map.end - 1;
    const start = this.#text.slice(0, close).trimEnd().length;
    const [first] = map.entries;
    const isOnLines = this.#text.slice(this.#root.start, this.#root.end).includes("\n");
    const hasLines = first === undefined ? isOnLines : this.#text.slice(map.start, close).includes("\n");
    const separator = first === undefined || this.#text[start - 1] === "," ? "" : ",";
    if (!hasLines) {
      const inside = JSON.stringify(members).slice(1, -1);
      return { start, end: start, with: `${separator}${first === undefined ? "" : " "}${inside}` };
    }
    const outer = /^[ \t]*/.exec(this.#text.slice(this.#lineStart(map.start)))?.[0] ?? "";
    const unit = this.#unit();
    const inner = first === undefined ? outer + unit : " ".repeat(this.#column(first.keyStart));
    const pretty = JSON.stringify(members, null, unit).split("\n").slice(1, -1);
    const body = pretty.map((line) => inner + line.slice(unit.length)).join(this.#eol);
    const after = first === undefined && start === close ? this.#eol + outer : "";
    return { start, end: start, with: `${separator}${this.#eol}${body}${after}` };
  }

  /** By how much the text indents its levels. */
  #unit(): string {
    for (const { keyStart, value } of this.#root.entries) {
      const [child] = value.kind === "map" && !this.#isFlow(value) ? value.entries : [];
      const width = child === undefined ? 0 : this.#column(child.keyStart) - this.#column(keyStart);
      if (width > 0) return " ".repeat(width);
    }
    const [first] = this.#root.entries;
    const width = first !== undefined && this.#isFlow(this.#root) ? this.#column(first.keyStart) : 0;
    return " ".repeat(width > 0 && width <= 8 && this.#lineStart(first?.keyStart ?? 0) > this.#root.start ? width : 2);
  }

  #isFlow({ start }: MapNode): boolean {
    return this.#text[start] === "{";
  }

  /** Where the document ends that the place is in: at the text's end, or before the line that ends it. */
  #documentEnd(from: number): number {
    const ending = /^(?:\.\.\.|---)(?=\s|$)/m.exec(this.#text.slice(this.#lineEnd(from)));
    return ending === null ? this.#text.length : this.#lineEnd(from) + ending.index;
  }

  #lineStart(at: number): number {
    return this.#text.lastIndexOf("\n", at - 1) + 1;
  }

  /** Where the next line starts. */
  #lineEnd(at: number): number {
    const found = this.#text.indexOf("\n", at);
    return found < 0 ? this.#text.length : found + 1;
  }

  #column(at: number): number {
    return at - this.#lineStart(at);
  }
}

function indented(lines: readonly string[], columns: number): readonly string[] {
  return lines.map((line) => " ".repeat(columns) + line);
}
