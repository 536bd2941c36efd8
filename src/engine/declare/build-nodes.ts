import { COLLECTION_STYLE, EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent } from "js-yaml";
import { invariant } from "../../../packages/base/invariant.ts";
import type { Json } from "../../../packages/base/json/json.ts";
import { pointer } from "../../../packages/base/json/pointer.ts";
import type { ProblemCode } from "../../../packages/base/problems/problem-codes.ts";
import { EnoughProblems, mostProblems } from "../../../packages/base/problems/problem-limit.ts";
import { lineNumber } from "../../../packages/base/text/text-places.ts";
import { implicitTag, type ScalarTag, scalarValue } from "./scalar-value.ts";
import {
  type ListNode,
  type MapEntry,
  type MapNode,
  resolveAlias,
  type ScalarNode,
  type YamlNode,
} from "./yaml-node.ts";

/** Levels of collections, aliases written out. */
export const maxDepth = 100;
/** Nodes that aliases and merge keys may add to the document. */
const maxExpansion = 100_000;

/** A problem at a place in the text. */
export interface TextProblem {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly start: number;
  readonly end: number;
  readonly pointer: string;
  readonly at: "key" | "value";
  /** A way out in words, and what is to stand in the place, where that can be told. */
  readonly hint?: string;
  readonly fix?: string;
}

/** A stretch of the text, end exclusive. */
type Place = Pick<TextProblem, "start" | "end">;

/** Tag prefixes that `%TAG` declares, by handle. */
type TagHandles = ReadonlyMap<string, string>;

const coreTags = "tag:yaml.org,2002:";
const scalarTags: ReadonlySet<string> = new Set(["null", "bool", "int", "float", "str"]);

/**
 * One document's events as a node. Problems are collected; what can't be kept becomes null or is left out. `withParts`
 * keeps the nodes below the root as well, which tell where each part stands and take several times the room of the
 * text. There is no root where the reading ended because there are more problems than are listed.
 */
export function buildNodes(
  text: string,
  events: readonly Event[],
  withParts: boolean,
): { readonly root: YamlNode | undefined; readonly problems: readonly TextProblem[] } {
  const builder = new NodeBuilder(text, events, withParts);
  try {
    return { root: builder.document(), problems: builder.problems };
  } catch (cause) {
    if (!(cause instanceof EnoughProblems)) throw cause;
    return { root: undefined, problems: builder.problems };
  }
}

type AnchorableEvent = Exclude<Event, { type: typeof EVENT_ID.DOCUMENT | typeof EVENT_ID.ALIAS | typeof EVENT_ID.POP }>;

/** Reads events once, from front to back. */
class NodeBuilder {
  readonly problems: TextProblem[] = [];
  readonly #text: string;
  readonly #events: readonly Event[];
  /** Null while the anchored collection is being read. */
  readonly #anchors = new Map<string, Exclude<YamlNode, { kind: "alias" }> | null>();
  /** Keys and indices that lead to where the reading is. */
  readonly #path: (string | number)[] = [];
  /** Above 0 where collections keep their parts. */
  #asked: number;
  #handles: TagHandles = new Map();
  #position = 0;
  /** Where the last node ended: the place of a node without any text. */
  #lastEnd = 0;
  #expansion = 0;

  constructor(text: string, events: readonly Event[], withParts: boolean) {
    this.#text = text;
    this.#events = events;
    this.#asked = withParts ? 1 : 0;
  }

  document(): YamlNode {
    const event = this.#next();
    invariant(event.type === EVENT_ID.DOCUMENT, "a document starts with its event");
    this.#handles = new Map(
      event.directives.flatMap((each) => (each.kind === "tag" ? [[each.handle, each.prefix] as const] : [])),
    );
    return this.#node(0);
  }

  #next(): Event {
    const event = this.#events[this.#position];
    invariant(event !== undefined, "every collection is closed by an event");
    this.#position += 1;
    return event;
  }

  /** True, and one further, when the collection ends here. */
  #closes(): boolean {
    const closes = this.#events[this.#position]?.type === EVENT_ID.POP;
    if (closes) this.#position += 1;
    return closes;
  }

  #node(depth: number): YamlNode {
    const event = this.#next();
    switch (event.type) {
      case EVENT_ID.SCALAR:
        return this.#anchor(event, this.#scalar(event));
      case EVENT_ID.ALIAS:
        return this.#alias(event, depth);
      case EVENT_ID.SEQUENCE:
      case EVENT_ID.MAPPING: {
        this.#anchor(event, null);
        if (depth === maxDepth) {
          const place = { start: event.start, end: event.start + 1 };
          this.#blame("text-too-complex", `collections nest more than ${maxDepth} deep`, place);
        }
        const build = () => (event.type === EVENT_ID.SEQUENCE ? this.#list(event, depth) : this.#map(event, depth));
        const node = event.anchorStart >= 0 ? this.#withParts(build) : build();
        return this.#anchor(event, depth < maxDepth ? node : this.#nothing(node));
      }
      default:
        invariant(false, "a node starts with a scalar, an alias or a collection");
    }
  }

  #anchor<T extends Exclude<YamlNode, { kind: "alias" }> | null>(event: AnchorableEvent, node: T): T {
    if (event.anchorStart >= 0) this.#anchors.set(this.#text.slice(event.anchorStart, event.anchorEnd), node);
    return node;
  }

  /** What merge keys may take from is read with its parts. */
  #withParts<T>(build: () => T): T {
    this.#asked += 1;
    const built = build();
    this.#asked -= 1;
    return built;
  }

  /** The value of an entry or an item. */
  #part(at: string | number, depth: number): YamlNode {
    this.#path.push(at);
    const node = this.#node(depth + 1);
    this.#path.pop();
    return node;
  }

  #list(event: Event & { type: typeof EVENT_ID.SEQUENCE }, depth: number): ListNode {
    this.#collectionTag(event, "seq");
    this.#lastEnd = event.start + (event.style === COLLECTION_STYLE.FLOW ? 1 : 0);
    const items: YamlNode[] = [];
    while (!this.#closes()) items.push(this.#part(items.length, depth));
    const place = { ...measure(items), start: event.start, end: this.#close(event.style, "]") };
    return { kind: "list", value: items.map(({ value }) => value), items: this.#asked > 0 ? items : [], ...place };
  }

  #map(event: Event & { type: typeof EVENT_ID.MAPPING }, depth: number): MapNode {
    this.#collectionTag(event, "map");
    // A pair inside a flow list (`[a: b]`) is a mapping without braces of its own.
    const braces = event.style === COLLECTION_STYLE.FLOW && this.#text[event.start] === "{";
    this.#lastEnd = event.start + (braces ? 1 : 0);
    const entries = new Map<string, MapEntry>();
    const merges: YamlNode[] = [];
    while (!this.#closes()) {
      const key = this.#key();
      if (key === undefined) {
        this.#node(depth + 1);
        continue;
      }
      const read = () => this.#part(key.name, depth);
      const value = key.merges ? this.#withParts(read) : read();
      if (key.merges) merges.push(value);
      else if (entries.has(key.name)) {
        const line = lineNumber(this.#text, entries.get(key.name)?.keyStart ?? 0);
        const detail = `\`${key.name}\` is there already, in line ${line}; remove one of the two`;
        this.#blame("duplicate-key", detail, key, "key", key.name);
      } else entries.set(key.name, { key: key.name, keyStart: key.start, keyEnd: key.end, value });
    }
    const end = this.#close(braces ? COLLECTION_STYLE.FLOW : COLLECTION_STYLE.BLOCK, "}");
    for (const merge of merges) this.#merge(merge, entries);
    const all = [...entries.values()];
    const place = { ...measure(all.map((entry) => entry.value)), start: event.start, end };
    // Keys such as `__proto__` are ordinary data.
    const value = Object.fromEntries(all.map((entry) => [entry.key, entry.value.value]));
    return { kind: "map", value, entries: this.#asked > 0 ? all : [], ...place };
  }

  /** The key of the next entry; undefined where it is no text at all. */
  #key(): (Place & { readonly name: string; readonly merges: boolean }) | undefined {
    const node = this.#node(0);
    const source = resolveAlias(node);
    if (source.kind !== "scalar") {
      this.#blame("unsupported-yaml", "a key can't be a collection", node);
      return undefined;
    }
    const name = typeof source.value === "string" ? source.value : getScalarValue(this.#text, source.event);
    if (typeof source.value !== "string") {
      const detail = `the key ${name === "" ? "is empty" : `\`${name}\` is no text`}; put it into quotes`;
      this.#blame("wrong-type", detail, node, "key", name);
    }
    const merges = name === "<<" && source.event.style === SCALAR_STYLE.PLAIN;
    return { name, start: node.start, end: node.end, merges };
  }

  /** Adds the entries of `<<: value`; keys that are there already stay. */
  #merge(value: YamlNode, entries: Map<string, MapEntry>): void {
    const source = resolveAlias(value);
    for (const each of source.kind === "list" ? source.items : [value]) {
      const map = resolveAlias(each);
      if (map.kind !== "map") {
        this.#blame("wrong-type", "`<<` takes a mapping, or a list of mappings", each);
      } else if (this.#expands(map.size, each)) {
        for (const entry of map.entries) if (!entries.has(entry.key)) entries.set(entry.key, entry);
      }
    }
  }

  #alias(event: Event & { type: typeof EVENT_ID.ALIAS }, depth: number): YamlNode {
    const place = { start: event.anchorStart - 1, end: event.anchorEnd };
    this.#lastEnd = event.anchorEnd;
    const name = this.#text.slice(event.anchorStart, event.anchorEnd);
    const target = this.#anchors.get(name);
    if (target === undefined || target === null) {
      const detail =
        target === null
          ? `*${name} stands inside the value it names`
          : `\`*${name}\` stands for a value that is named \`&${name}\` above, and there is none; put a text in ` +
            `quotes: "*${name}"`;
      this.#blame("unsupported-yaml", detail, place);
      return this.#nothing(place);
    }
    if (depth + target.height > maxDepth) {
      this.#blame("text-too-complex", `collections nest more than ${maxDepth} deep`, place);
      return this.#nothing(place);
    }
    if (!this.#expands(target.size, place)) return this.#nothing(place);
    // The value is shared, not copied.
    return { kind: "alias", target, value: target.value, size: target.size, height: target.height, ...place };
  }

  /** Whether the document may grow by so many nodes; the first time it may not is a problem. */
  #expands(size: number, place: Place): boolean {
    const before = this.#expansion;
    this.#expansion += size;
    if (this.#expansion <= maxExpansion) return true;
    if (before <= maxExpansion) {
      this.#blame("text-too-complex", `aliases multiply the document by more than ${maxExpansion} values`, place);
    }
    return false;
  }

  #nothing({ start, end }: Place): ScalarNode {
    const event: ScalarEvent = {
      type: EVENT_ID.SCALAR,
      ...{ valueStart: -1, valueEnd: -1, anchorStart: -1, anchorEnd: -1, tagStart: -1, tagEnd: -1 },
      ...{ style: SCALAR_STYLE.PLAIN, chomping: 1, indent: -1, fast: false },
    };
    return { kind: "scalar", value: null, event, size: 1, height: 0, start, end };
  }

  #scalar(event: ScalarEvent): ScalarNode {
    const place = this.#scalarPlace(event);
    this.#lastEnd = place.end;
    const text = getScalarValue(this.#text, event);
    const tag = this.#scalarTag(event, text);
    let kept: Json = text;
    if (tag !== "str") {
      const value = scalarValue(text, tag);
      if (value.ok) kept = value.value;
      else this.#blame("wrong-type", value.error, place);
    }
    return { kind: "scalar", value: kept, event, size: 1, height: 0, start: place.start, end: place.end };
  }

  #scalarPlace({ style, valueStart, valueEnd }: ScalarEvent): Place {
    if (valueStart < 0) return { start: this.#lastEnd, end: this.#lastEnd };
    if (style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED) {
      return { start: valueStart - 1, end: valueEnd + 1 };
    }
    if (style === SCALAR_STYLE.PLAIN) return { start: valueStart, end: valueEnd };
    // A block: from its first character to its last, whatever white space stands around them.
    const source = this.#text.slice(valueStart, valueEnd);
    const start = valueStart + (source.length - source.trimStart().length);
    return {
      start: Math.min(start, valueEnd),
      end: Math.max(valueStart + source.trimEnd().length, Math.min(start, valueEnd)),
    };
  }

  #scalarTag(event: ScalarEvent, text: string): ScalarTag {
    const tag = this.#tag(event);
    if (tag === undefined) return event.style === SCALAR_STYLE.PLAIN ? implicitTag(text) : "str";
    if (tag === "!") return "str";
    const name = tag.startsWith(coreTags) ? tag.slice(coreTags.length) : "";
    if (scalarTags.has(name)) return name as ScalarTag;
    this.#blameTag(event);
    return "str";
  }

  #collectionTag(event: AnchorableEvent, expected: "seq" | "map"): void {
    const tag = this.#tag(event);
    if (tag !== undefined && tag !== "!" && tag !== `${coreTags}${expected}`) this.#blameTag(event);
  }

  /** The full name of a node's tag, or undefined where it has none. */
  #tag(event: AnchorableEvent): string | undefined {
    if (event.tagStart < 0) return undefined;
    const raw = this.#text.slice(event.tagStart, event.tagEnd);
    if (raw.startsWith("!<")) return raw.slice(2, -1);
    const handle = /^!\w*!/.exec(raw)?.[0] ?? "!";
    const prefix = this.#handles.get(handle) ?? (handle === "!!" ? coreTags : handle);
    return prefix + raw.slice(handle.length);
  }

  #blameTag({ tagStart, tagEnd }: AnchorableEvent): void {
    const raw = this.#text.slice(tagStart, tagEnd);
    this.#blame(
      "unsupported-yaml",
      `the tag ${raw} is not part of the core schema; put a text that begins with \`!\` in quotes`,
      { start: tagStart, end: tagEnd },
    );
  }

  /** The end of a collection whose last child ended at `#lastEnd`. */
  #close(style: number, bracket: string): number {
    if (style === COLLECTION_STYLE.FLOW) {
      const between = /(?:[\s,]|#[^\n\r]*)*/y;
      between.lastIndex = this.#lastEnd;
      between.test(this.#text);
      if (this.#text[between.lastIndex] === bracket) this.#lastEnd = between.lastIndex + 1;
    }
    return this.#lastEnd;
  }

  /** Notes a problem of what is being read, or of its entry `key`. */
  #blame(
    code: ProblemCode,
    detail: string,
    { start, end }: Place,
    at: "key" | "value" = "value",
    ...key: readonly string[]
  ): void {
    this.problems.push({ code, detail, start, end, pointer: pointer("", ...this.#path, ...key), at });
    if (this.problems.length > mostProblems) throw new EnoughProblems();
  }
}

function measure(children: readonly YamlNode[]): { readonly size: number; readonly height: number } {
  let size = 1;
  let height = 0;
  for (const child of children) {
    size += child.size;
    height = Math.max(height, child.height);
  }
  return { size, height: height + 1 };
}
