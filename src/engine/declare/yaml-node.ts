import type { ScalarEvent } from "js-yaml";
import type { Json } from "../../base/json.ts";

interface Placed {
  /** The token in the text, quotes and brackets included; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Nodes in the value, aliases written out. */
  readonly size: number;
  /** Levels of collections below, aliases written out. */
  readonly height: number;
}

export interface ScalarNode extends Placed {
  readonly kind: "scalar";
  readonly value: Json;
  readonly event: ScalarEvent;
}

export interface ListNode extends Placed {
  readonly kind: "list";
  readonly items: readonly YamlNode[];
}

export interface MapEntry {
  readonly key: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: YamlNode;
}

/** Keys are unique; merge keys are written out, and their entries keep the place they came from. */
export interface MapNode extends Placed {
  readonly kind: "map";
  readonly entries: readonly MapEntry[];
}

/** `*name`: placed where it stands, with the value of the node it names. */
export interface AliasNode extends Placed {
  readonly kind: "alias";
  readonly target: Exclude<YamlNode, AliasNode>;
}

/** A value in a text and where it stands. */
export type YamlNode = ScalarNode | ListNode | MapNode | AliasNode;

/** The node that holds the value. */
export function resolveAlias(node: YamlNode): Exclude<YamlNode, AliasNode> {
  return node.kind === "alias" ? node.target : node;
}

/** The plain value of a node. Aliased values are shared, not copied; keys such as `__proto__` are ordinary data. */
export function nodeValue(node: YamlNode, known = new Map<YamlNode, Json>()): Json {
  const source = resolveAlias(node);
  if (source.kind === "scalar") return source.value;
  const earlier = known.get(source);
  if (earlier !== undefined) return earlier;
  const value =
    source.kind === "list"
      ? source.items.map((item) => nodeValue(item, known))
      : Object.fromEntries(source.entries.map((entry) => [entry.key, nodeValue(entry.value, known)]));
  known.set(source, value);
  return value;
}
