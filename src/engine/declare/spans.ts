import { pointerSegments } from "../../../packages/base/json/pointer.ts";
import type { Span } from "../../../packages/base/problems/problem.ts";
import { scalarOffsets } from "./scalar-offsets.ts";
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
 * quoted texts are those between the quotes, so that a fix can take their place. Lines are counted, and the places of
 * the parts are read, on first need: most declarations need none, and they would take many times the room of the text.
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
   * it has none (list items). Undefined only where the text is empty or could not be parsed.
   */
  of(pointer: string, at: "key" | "value"): Span | undefined {
    const found = this.#find(pointer);
    return found === undefined ? undefined : this.range(this.#tokenOf(found, found.exact ? at : "key"));
  }

  /**
   * A piece of the text at a pointer: `offset` and `length` count UTF-16 units of the decoded string. The whole value
   * where the piece can't be told apart (folded text).
   */
  inside(pointer: string, offset: number, length: number): Span | undefined {
    const found = this.#find(pointer);
    if (found === undefined) return undefined;
    const node = resolveAlias(found.node);
    const offsets = found.exact && node.kind === "scalar" ? scalarOffsets(this.#text, node.event) : undefined;
    const start = offsets?.[offset];
    const end = offsets?.[offset + length];
    return start === undefined || end === undefined ? this.of(pointer, "value") : this.range({ start, end });
  }

  /** What is read at one pointer stands at another, whose key is misspelt. */
  standsFor(due: string, written: string): void {
    this.#misspelt.push([due, written]);
  }

  /** What is written at a span. */
  textAt(span: Span): string {
    const starts = this.#starts();
    const at = (line: number, column: number) => (starts[line - 1] ?? 0) + column - 1;
    return this.#text.slice(at(span.line, span.column), at(span.endLine, span.endColumn));
  }

  /** The span of a stretch of the text. */
  range({ start, end }: TextRange): Span {
    const from = this.#position(start);
    const to = this.#position(end);
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
        const next = this.#entry(source, segment);
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

  #tokenOf({ node, entry }: Found, at: "key" | "value"): TextRange {
    if (entry !== undefined && (at === "key" || isEmpty(node))) {
      return this.#unquoted({ start: entry.keyStart, end: entry.keyEnd });
    }
    if (node === this.#rootNode() && node.kind === "map") {
      // The whole document would be no place at all.
      const [first] = node.entries;
      if (first !== undefined) return this.#unquoted({ start: first.keyStart, end: first.keyEnd });
    }
    return node.kind === "scalar" ? this.#unquoted(node) : node;
  }

  /** The text between the quotes, unless there is none. */
  #unquoted({ start, end }: TextRange): TextRange {
    const quote = this.#text[start];
    const quoted = (quote === '"' || quote === "'") && end - start > 2 && this.#text[end - 1] === quote;
    return quoted ? { start: start + 1, end: end - 1 } : { start, end };
  }

  #starts(): readonly number[] {
    this.#lineStarts ??= [
      0,
      ...Array.from(this.#text.matchAll(/\r\n|\n|\r/g), (match) => match.index + match[0].length),
    ];
    return this.#lineStarts;
  }

  #position(offset: number): { readonly line: number; readonly column: number } {
    const starts = this.#starts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  }
}

function isEmpty(node: YamlNode): boolean {
  return node.start === node.end;
}
