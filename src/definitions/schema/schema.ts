/**
 * The language in which a definition describes values: JSON Schema 2020-12 keywords plus annotations that a
 * JSON Schema reader ignores. Data only; `validate-value`, `compare-values` and `identity` give it meaning.
 */
import type { Json } from "../../../packages/base/json/json.ts";
import type { DriftMeaning } from "./drift/drift-meaning.ts";

/** Where an input that was left out gets its value. */
export type FieldDefault =
  /** A field of the provider's configuration, e.g. its project. */
  | { readonly from: "provider"; readonly field: string }
  /** The logical name, a hyphen and `suffixLength` random characters; chosen once, durable before the first call. */
  | { readonly from: "auto-name"; readonly suffixLength: number }
  /**
   * Put together from other inputs (variables of the definition's identity), e.g. `{policyGuid}_{roleDefinitionGuid}`.
   */
  | { readonly from: "composed"; readonly format: string }
  /** Found on the platform by a read, from the inputs named. */
  | { readonly from: "platform"; readonly by: readonly string[] };

/** A tighter limit that only the vendor documents: breaking it warns at plan time, never fails the check. */
export interface VendorLimit {
  readonly pattern?: string;
  readonly values?: readonly string[];
  readonly maxLength?: number;
  readonly maxProperties?: number;
  /** Items of a list at least. */
  readonly minItems?: number;
  /** Every key of a free map must match. */
  readonly keyPattern?: string;
  readonly says: string;
}

/** Annotations that any field may carry. */
export interface Annotations {
  /**
   * The name of the object that a schema describes, as the specification or the platform has it: SDKs call its type so.
   */
  readonly title?: string;
  readonly description?: string;
  /** Changing it forces replacement (specification: "Replace"). */
  readonly replace?: true;
  /** The platform never changes it after creation (specification: "Immutable"). */
  readonly immutable?: true;
  /** Sealed at rest, masked everywhere. */
  readonly secret?: true;
  /** A concurrency tag: sent as a precondition, never compared with what is observed. */
  readonly precondition?: true;
  /**
   * Output only: moves although the object stays as it is, and why, as a clause ("the agent reports its heartbeat"). It
   * is no drift, and unknown until after an update.
   */
  readonly volatile?: string;
  /**
   * Output only: may change whenever the object is written, so it is unknown until after an update. Moved otherwise, it
   * is drift.
   */
  readonly followsWrites?: true;
  /** What it means for people's access that the value was changed behind our back. */
  readonly drift?: DriftMeaning;
  /** Output only: known before the first call, being a template over the identity's variables. */
  readonly composed?: string;
  readonly default?: FieldDefault;
  /** The value that the platform means when the field is absent; the two compare equal. */
  readonly absentMeans?: Json;
  /** What a reference usually points to, `type#output`; for editors and documentation. */
  readonly reference?: string;
  /** Vendor documents the field as not updatable although the specification updates it in place. */
  readonly vendorRefusesUpdate?: true;
  readonly vendorLimits?: readonly VendorLimit[];
  /** Interface versions between which the field exists; absent means all. `until` is exclusive. */
  readonly since?: string;
  readonly until?: string;
}

/** `description` says it: "must start with a letter". */
export interface TextLimit {
  readonly pattern: string;
  readonly description: string;
}

export interface StringSchema extends Annotations {
  readonly type: "string";
  /** Code points, as JSON Schema counts them. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Closed list: anything else is refused. */
  readonly enum?: readonly string[];
  /** Open list: known values for completion and documentation; others are accepted. */
  readonly knownValues?: readonly string[];
  readonly pattern?: string;
  /** Limits, each with its own sentence. */
  readonly allOf?: readonly TextLimit[];
  /**
   * `cel`: must parse as Common Expression Language. `duration`: ISO 8601, compared by length. `date-time`: compared as
   * a moment.
   */
  readonly format?: "cel" | "date-time" | "duration";
  /** How two texts compare: as they are, or without regard to case (ids of some vendors). */
  readonly equality?: "exact" | "ignore-case";
}

export interface BooleanSchema extends Annotations {
  readonly type: "boolean";
}

export interface IntegerSchema extends Annotations {
  readonly type: "integer";
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface ListSchema extends Annotations {
  readonly type: "array";
  readonly items: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** The order has no meaning: lists compare as sets (or, with `itemKey`, item by item under that key). */
  readonly unordered?: true;
  readonly itemKey?: string;
}

export interface ObjectSchema extends Annotations {
  readonly type: "object";
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

/** A map with free keys. */
export interface MapSchema extends Annotations {
  readonly type: "object";
  readonly additionalProperties: Schema;
}

/** A discriminated union of objects; an unknown discriminant is carried as it came. */
export interface UnionSchema extends Annotations {
  readonly oneOf: readonly ObjectSchema[];
  readonly discriminator: { readonly propertyName: string };
}

export type Schema = StringSchema | BooleanSchema | IntegerSchema | ListSchema | ObjectSchema | MapSchema | UnionSchema;
