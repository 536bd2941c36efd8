import type { ScalarEvent } from "js-yaml";
import type { Json } from "../../../packages/base/json/json.ts";

interface Placed {
  /** The plain value; aliased ones are shared. */
  readonly value: Json;
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
  readonly event: ScalarEvent;
}

export interface ListNode extends Placed {
  readonly kind: "list";
  /** Empty where the parts were not kept. */
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
  /** Empty where the parts were not kept. */
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
