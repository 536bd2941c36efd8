import { SCALAR_STYLE } from "js-yaml";
import { pointerSegments } from "../../../packages/base/json/pointer.ts";
import type { ProblemPlace, Span } from "../../../packages/base/problems/problem.ts";
import { lineStarts, offsetAt, placeAt } from "../../../packages/base/text/text-places.ts";
import { scalarOffsets } from "./scalar-offsets.ts";
import { implicitTag } from "./scalar-value.ts";
import { type MapEntry, type MapNode, resolveAlias, type YamlNode } from "./yaml-node.ts";

/** A stretch of the text, end exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

interface Found {
  readonly node: YamlNode;
  /** The entry that holds the node; undefined for list items and the root. */
  readonly entry: MapEntry | undefined;
  /** False when the pointer leads on to where there is nothing. */
  readonly exact: boolean;
}

/**
 * Where the parts of a declaration stand in its text. Pointers are RFC 6901, into the document as written. Spans of
 * quoted texts are those between the quotes; a fix that is no text takes the place of the quotes too. Lines are
 * counted, and the places of the parts are read, on first need: most declarations need none, and they would take many
 * times the room of the text.
 */
export class Spans {
  readonly #file: string;
  readonly #text: string;
  readonly #read: () => YamlNode | undefined;
  #root: { readonly node: YamlNode | undefined } | undefined;
  readonly #entries = new WeakMap<MapNode, ReadonlyMap<string, MapEntry>>();
  /** Where a part stands under a misspelt key, by the pointer that it should have. */
  readonly #misspelt: [due: string, written: string][] = [];
  #lineStarts: readonly number[] | undefined;

  /** `read` gives the text's root; undefined where it could not be parsed: there are no spans by pointer then. */
  constructor(file: string, text: string, read: () => YamlNode | undefined) {
    this.#file = file;
    this.#text = text;
    this.#read = read;
  }

  /**
   * The key or the value at a pointer. Where there is nothing, the nearest part above it: its key, or its value where
   * it has none (list items). Undefined only where the text is empty or could not be parsed. `fix` is what is to take
   * its place.
   */
  of(pointer: string, at: "key" | "value", fix?: string): Span | undefined {
    const found = this.#find(pointer);
    if (found === undefined) return undefined;
    const token = this.#tokenOf(found, found.exact ? at : "key");
    return this.range(token.isScalar && standsInQuotes(fix) ? this.#unquoted(token) : token);
  }

  /**
   * A piece of the text at a pointer: `offset` and `length` count UTF-16 units of the decoded string. Undefined where
   * the piece can't be told apart (folded text).
   */
  inside(pointer: string, offset: number, length: number): Span | undefined {
    const found = this.#find(pointer);
    const node = found?.exact === true ? resolveAlias(found.node) : undefined;
    const offsets = node?.kind === "scalar" ? scalarOffsets(this.#text, node.event) : undefined;
    const start = offsets?.[offset];
    const end = offsets?.[offset + length];
    return start === undefined || end === undefined ? undefined : this.range({ start, end });
  }

  /** What is read at one pointer stands at another, whose key is misspelt. */
  standsFor(due: string, written: string): void {
    this.#misspelt.push([due, written]);
  }

  /** Where a problem stands, and its fix: none in a block of text, where all that is written is text. */
  placeOf(pointer: string, at: "key" | "value", fix: string | undefined): Pick<ProblemPlace, "span" | "fix"> {
    const found = at === "value" ? this.#find(pointer) : undefined;
    const style = found?.exact === true && found.node.kind === "scalar" ? found.node.event.style : undefined;
    const isBlock = style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK;
    return { span: this.of(pointer, at, fix), fix: isBlock ? undefined : fix };
  }

  /** What is written at a span. */
  textAt(span: Span): string {
    const end = { line: span.endLine, column: span.endColumn };
    return this.#text.slice(offsetAt(this.#starts(), span), offsetAt(this.#starts(), end));
  }

  /** The span of a stretch of the text. */
  range({ start, end }: TextRange): Span {
    const from = placeAt(this.#starts(), start);
    const to = placeAt(this.#starts(), end);
    return { file: this.#file, line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
  }

  #rootNode(): YamlNode | undefined {
    this.#root ??= { node: this.#read() };
    return this.#root.node;
  }

  /** The pointer as the text has it. */
  #written(pointer: string): string {
    return this.#misspelt.reduceRight(
      (path, [due, written]) => (path === due || path.startsWith(`${due}/`) ? written + path.slice(due.length) : path),
      pointer,
    );
  }

  #find(declared: string): Found | undefined {
    const pointer = this.#written(declared);
    const root = this.#rootNode();
    if (root === undefined) return undefined;
    let node = root;
    let entry: MapEntry | undefined;
    for (const segment of pointerSegments(pointer)) {
      const source = resolveAlias(node);
      if (source.kind === "map") {
        const next = this.#entry(source, segment) ?? declaredForEach(source, segment);
        if (next === undefined) return { node, entry, exact: false };
        entry = next;
        node = next.value;
      } else {
        const item = source.kind === "list" && /^\d+$/.test(segment) ? source.items[Number(segment)] : undefined;
        if (item === undefined) return { node, entry, exact: false };
        entry = undefined;
        node = item;
      }
    }
    return { node, entry, exact: true };
  }

  #entry(map: MapNode, key: string): MapEntry | undefined {
    let entries = this.#entries.get(map);
    if (entries === undefined) {
      entries = new Map(map.entries.map((each) => [each.key, each]));
      this.#entries.set(map, entries);
    }
    return entries.get(key);
  }

  #tokenOf({ node, entry }: Found, at: "key" | "value"): TextRange & { readonly isScalar: boolean } {
    if (entry !== undefined && (at === "key" || isEmpty(node))) return keyOf(entry);
    if (node === this.#rootNode() && node.kind === "map") {
      // The whole document would be no place at all.
      const [first] = node.entries;
      if (first !== undefined) return keyOf(first);
    }
    return { start: node.start, end: node.end, isScalar: node.kind === "scalar" };
  }

  /** The text between the quotes, unless there is none. */
  #unquoted({ start, end }: TextRange): TextRange {
    const quote = this.#text[start];
    const quoted = (quote === '"' || quote === "'") && end - start > 2 && this.#text[end - 1] === quote;
    return quoted ? { start: start + 1, end: end - 1 } : { start, end };
  }

  #starts(): readonly number[] {
    this.#lineStarts ??= lineStarts(this.#text);
    return this.#lineStarts;
  }
}

/** The entry with `forEach` that an instance, NAME-KEY, is one of: the longest name that fits. */
function declaredForEach({ entries }: MapNode, instance: string): MapEntry | undefined {
  const fitting = entries.filter(({ key, value }) => {
    const node = resolveAlias(value);
    const isMany = node.kind === "map" && node.entries.some((each) => each.key === "forEach");
    return isMany && instance.startsWith(`${key}-`);
  });
  return fitting.toSorted((a, b) => b.key.length - a.key.length)[0];
}

function keyOf({ keyStart, keyEnd }: MapEntry): TextRange & { readonly isScalar: true } {
  return { start: keyStart, end: keyEnd, isScalar: true };
}

/** Whether a fix is a text, which stays between the quotes of what it replaces: no number, list or mapping. */
function standsInQuotes(fix: string | undefined): boolean {
  return fix === undefined || (implicitTag(fix) === "str" && !/^[[{"']/.test(fix));
}

function isEmpty(node: YamlNode): boolean {
  return node.start === node.end;
}
