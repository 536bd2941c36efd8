import { isJsonObject, type JsonObject } from "../../../../packages/base/json/json.ts";
import type { PlacedValue } from "../../../definitions/schema/place-values.ts";
import type { Overwritten } from "../drift/overwritten.ts";

/**
 * Version of the stored shapes of this room. Records and entries of older programs have fewer members; those that came
 * later are optional, so that no reader has to upgrade them.
 */
export const stateFormat = 1;

/** A physical object's name and what it claims, as the definition's identity gives them. */
export interface PhysicalIdentity {
  readonly id: string;
  /** The claim as text; unique together with the cloud over the whole store. */
  readonly claim: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Enough of a provider to reach the object again when the declaration no longer has it. */
export interface RecordedProvider {
  readonly ref: string;
  readonly kind: string;
  readonly cloudId: string;
  readonly configDigest: string;
  readonly config: JsonObject;
}

/** How long a step may wait for the platform, in milliseconds. */
interface Timeouts {
  readonly create?: number;
  readonly update?: number;
  readonly delete?: number;
}

/** The options that matter after the declaration is gone. */
export interface RecordedOptions {
  readonly protect: boolean;
  readonly onDestroy: "delete" | "restore" | "retain";
  /** Address of the resource whose deletion takes this one along. */
  readonly deletedWith?: string;
  /** Address of the resource that it is grouped under. */
  readonly parent?: string;
  /** Outputs that are sealed although the definition does not say so. */
  readonly secretOutputs?: readonly string[];
  readonly timeouts?: Timeouts;
  /** Paths of inputs that no plan puts back when they drift; their drift is told as such. */
  readonly ignoreChanges?: readonly string[];
  /** What is done about drifted fields; absent means that they are put back. */
  readonly onDrift?: "warn" | "ignore";
}

/** What we believe exists: one physical object under one address. */
export interface ResourceRecord {
  readonly format: number;
  /** Stays the same through renames and replacements. */
  readonly uid: string;
  /** Logical name. */
  readonly address: string;
  /** Counts replacements and moves; a superseded object keeps its lower number until it is gone. */
  readonly generation: number;
  readonly status: "current" | "superseded";
  readonly type: string;
  readonly definitionVersion: string;
  readonly apiVersion: string;
  readonly provider: RecordedProvider;
  readonly identity: PhysicalIdentity;
  /** Declared inputs with their defaults, as last written. */
  readonly inputs: JsonObject;
  readonly outputs: JsonObject;
  /** `before`: digest of what stood there before our last write, by which a lagging read is told. */
  readonly observed: {
    readonly version: string | null;
    readonly digest: string;
    readonly at: string;
    readonly before?: string;
    /**
     * Of a share of a physical object: what others held there at the last import or refresh, in words. Absent where
     * they held nothing, and after a write of ours. What has come or gone since is drift (decision 0133).
     */
    readonly beside?: readonly string[];
    /**
     * JSON pointers to inputs that the platform's answer to our last write had otherwise than they were sent. Absent
     * where there are none, and in records of older versions. A refresh takes the platform's values for right.
     */
    readonly unmet?: readonly string[];
    /**
     * What our last write has sent and the record does not have: an undo puts back what another hand had set. It is
     * drift, and our own doing. Absent where there is none, and in records of older versions.
     */
    readonly unrecorded?: readonly PlacedValue[];
  };
  /**
   * Addresses of the resources that it needs, also through reads (those of older versions name the reads); orders its
   * destroy.
   */
  readonly dependsOn: readonly string[];
  readonly options: RecordedOptions;
  /** The inputs found when a standing object was taken over; absent for objects we made. */
  readonly beforeUs?: JsonObject;
  /**
   * Of a share of a physical object: what its first write there took away of others, which `restore` puts back. Absent
   * for what is no share, and where an older version made the record.
   */
  readonly besideUs?: readonly Overwritten[];
  /**
   * The operation that was to make the object ended with this error and left it half made: the next plan replaces it.
   * Absent for what is whole.
   */
  readonly tainted?: string;
  /**
   * Inputs that a call before a deletion has changed, with the values that stood before it (decision 0085): whatever
   * keeps the object after all brings them back. Absent elsewhere, after any other write, and in records of older
   * versions.
   */
  readonly readied?: JsonObject;
  /** Came by import: what was before us is what we found, and destroy of a standing object retains it. */
  readonly imported: boolean;
  /** Of an imported object: a run has seen it declared since. Absent until then, and in records of older versions. */
  readonly declared?: true;
  readonly lastRun: string;
}

const texts = ["uid", "address", "type"] as const;
const objects = ["provider", "identity", "inputs", "outputs", "observed", "options"] as const;

/** Whether a document is a record, as far as a store or a state looks into it. */
export function isRecord(value: unknown): value is ResourceRecord {
  if (!isJsonObject(value)) return false;
  for (const name of texts) if (typeof value[name] !== "string") return false;
  for (const name of objects) if (!isJsonObject(value[name])) return false;
  return typeof value["generation"] === "number" && (value["status"] === "current" || value["status"] === "superseded");
}

/** True for an imported object that no run has seen declared yet: no plan ends it. */
export function awaitsDeclaration({ imported, declared }: Pick<ResourceRecord, "imported" | "declared">): boolean {
  return imported && declared !== true;
}

/** What a record says of an object that a declaration has. */
export function asDeclared({ imported }: Pick<ResourceRecord, "imported">): Pick<ResourceRecord, "declared"> {
  return imported ? { declared: true } : {};
}

/** What a change of an object leaves of its record as it is. */
export function lastingOf({ generation, options, dependsOn, beforeUs, besideUs, imported, tainted }: ResourceRecord) {
  return {
    ...{ generation, options, dependsOn, imported },
    ...(beforeUs === undefined ? {} : { beforeUs }),
    ...(besideUs === undefined ? {} : { besideUs }),
    ...(tainted === undefined ? {} : { tainted }),
  };
}

/** Key of a record in its stack. */
export function recordKey(record: Pick<ResourceRecord, "uid" | "generation">): string {
  return `${record.uid}.${record.generation}`;
}

/** The store-wide key of a claim: equal keys mean one physical object. */
export function claimKey(cloudId: string, claim: string, ignoreCase: boolean): string {
  return `${cloudId} ${ignoreCase ? claim.toLowerCase() : claim}`;
}

/** What others hold beside a share, as its record keeps it. */
export function besideOf(displaces: readonly string[]): Pick<ResourceRecord["observed"], "beside"> {
  return displaces.length === 0 ? {} : { beside: displaces };
}

/** Records in the order in which people are told of them: by name, those of one name as they were. */
export function byAddress<R extends Pick<ResourceRecord, "address">>(records: Iterable<R>): readonly R[] {
  return [...records].sort((a, b) => (a.address < b.address ? -1 : Number(a.address > b.address)));
}
