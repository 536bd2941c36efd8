import type { JsonObject } from "../../base/json.ts";
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
}

export interface CheckedProvider {
  readonly ref: string;
  readonly kind: string;
  /** Declared, environment and default values and the kind's constants. */
  readonly config: JsonObject;
}

interface NodeCommon {
  /** Logical name, unique among all nodes. */
  readonly address: string;
  readonly type: string;
  readonly apiVersion: string;
  /** Key into `providers`. */
  readonly provider: string;
  /** Addresses it needs: references and `dependsOn`, in order, no doubles. */
  readonly edges: readonly string[];
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
}
