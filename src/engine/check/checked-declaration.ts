import type { JsonObject } from "../../../packages/base/json/json.ts";
import type { Value } from "../../definitions/schema/value.ts";

/** The options that this version honours, all given. */
export interface CheckedOptions {
  readonly protect: boolean;
  readonly ignoreChanges: readonly string[];
  readonly replaceOnChanges: readonly string[];
  readonly deleteBeforeReplace: boolean;
  /** What destroy does; undefined leaves it to the definition (and to how the object came to us). */
  readonly onDestroy?: "delete" | "restore" | "retain";
  /** Id of an existing object to take into management. */
  readonly import?: string;
  /** An object that stands where this one is to be made is taken into management: `import: auto`. */
  readonly adopts?: true;
  /** Former logical names. */
  readonly aliases?: readonly string[];
  /** Address of the resource whose deletion takes this one along. */
  readonly deletedWith?: string;
  /** Outputs that are sealed although the definition does not say so. */
  readonly secretOutputs?: readonly string[];
  /** How long a step may wait for the platform, in milliseconds. */
  readonly timeouts?: { readonly create?: number; readonly update?: number; readonly delete?: number };
  /** What is done about drifted fields; absent means that they are put back. */
  readonly onDrift?: "warn" | "ignore";
}

export interface CheckedProvider {
  readonly ref: string;
  readonly kind: string;
  /** Declared, environment and default values and the kind's constants; what other resources decide are expressions. */
  readonly config: JsonObject;
}

interface NodeCommon {
  /** Logical name, unique among all nodes. */
  readonly address: string;
  readonly type: string;
  readonly apiVersion: string;
  /** Key into `providers`. */
  readonly provider: string;
  /** Addresses it needs: references, `dependsOn` and what its provider's configuration reads, no doubles. */
  readonly edges: readonly string[];
  /** Address of the resource that it is grouped under. */
  readonly parent?: string;
}

/** A managed resource. */
export interface ResourceNode extends NodeCommon {
  readonly kind: "resource";
  /** As declared; expressions are markers. */
  readonly inputs: { readonly [field: string]: Value };
  readonly options: CheckedOptions;
}

/** A read-only look at something that exists. */
export interface GetNode extends NodeCommon {
  readonly kind: "get";
  readonly id: Value;
  readonly qualifiers: { readonly [field: string]: Value };
}

/** A function call. */
export interface LookupNode extends NodeCommon {
  readonly kind: "lookup";
  readonly arguments: { readonly [field: string]: Value };
}

export type CheckedNode = ResourceNode | GetNode | LookupNode;

/** Where the value of a config key came from. */
export type ConfigSource = "given" | "environment" | "default" | "stack";

/** A declaration that breaks no rule which can be told without asking the platform. */
export interface CheckedDeclaration {
  readonly format: 1;
  /** Content address of all that follows. */
  readonly digest: string;
  readonly project: string;
  readonly providers: { readonly [ref: string]: CheckedProvider };
  /** Each after all that it needs. */
  readonly nodes: readonly CheckedNode[];
  readonly outputs: { readonly [name: string]: Value };
  /**
   * Of every declared config key; not part of the digest, which sees the values where they are used. Absent without
   * keys.
   */
  readonly config?: { readonly [key: string]: ConfigSource };
  /** Digests of the outputs of other stacks that it reads, by stack. Absent where it reads none. */
  readonly stacks?: { readonly [stack: string]: string };
}

/** A name of a managed resource, with those that it had before. */
export interface NameWithEarlier {
  readonly address: string;
  readonly aliases: readonly string[];
}

/** The managed resources of a declaration with the names they had before, and `besides`, which no declaration has. */
export function earlierNames(
  checked: CheckedDeclaration | null,
  besides: readonly NameWithEarlier[] = [],
): readonly NameWithEarlier[] {
  const declared = (checked?.nodes ?? []).flatMap((node) =>
    node.kind === "resource" ? [{ address: node.address, aliases: node.options.aliases ?? [] }] : [],
  );
  return besides.length === 0 ? declared : [...declared, ...besides];
}
