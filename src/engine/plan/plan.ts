import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import type { Problem } from "../../../packages/base/problems/problem.ts";
import type { Value } from "../../definitions/schema/value.ts";
import type { MovedValue } from "../state/drift/moved-since.ts";
import type { Overwritten } from "../state/drift/overwritten.ts";
import type { PlanKind, RecordEffect } from "../state/journal.ts";
import type { Move } from "../state/moves.ts";
import type { PhysicalIdentity, RecordedOptions, RecordedProvider } from "../state/records/record.ts";
import type { StackContext } from "../state/stack-context.ts";
import type { Selection } from "./selection/selection.ts";

/** That of 0.1.0; plans of before are refused (decision 0090). */
export const planFormat = 4;

/** Numbered behaviours of the engine that a plan was made under; a change of meaning gets a new number. */
export const engineFlags: readonly number[] = [1];

export type StepAction =
  | "create"
  | "update"
  | "replace"
  | "delete"
  | "read"
  | "import"
  | "adopt"
  | "undelete"
  | "retain"
  | "move";

export interface FieldChange {
  /** JSON pointer below the inputs; `/id` where the reason is the identity. */
  readonly path: string;
  /** Absent when there was none. */
  readonly old?: Json;
  /** Absent when it is cleared. */
  readonly new?: Value;
  /**
   * `identity`: no input differs that would name another object, and the provider does. `before deletion`: what a
   * deletion gives its object first, by a call of its own, because the platform refuses to delete it otherwise.
   */
  readonly reason: "declared" | "drifted" | "identity" | "before deletion";
  readonly replace: boolean;
}

/** What was seen of the object before the step. */
export interface Prior {
  readonly identity: PhysicalIdentity;
  readonly generation: number;
  readonly outputs: JsonObject;
  readonly version: string | null;
}

interface StepCommon {
  /**
   * Unique in the plan: the address, followed by `~`, uid and generation where the address stands for something else
   * now.
   */
  readonly id: string;
  readonly address: string;
  readonly type: string;
  readonly apiVersion: string;
  /** Ids of steps that must be done before. */
  readonly needs: readonly string[];
  readonly fields: readonly FieldChange[];
}

/** Makes an object as declared. */
export interface WriteStep extends StepCommon {
  readonly kind: "write";
  readonly action: "create" | "update" | "replace" | "import" | "adopt" | "undelete";
  readonly uid: string;
  /** Generation of the record that comes of it. */
  readonly generation: number;
  readonly provider: RecordedProvider;
  /** Null while it depends on something not yet known. */
  readonly identity: PhysicalIdentity | null;
  /** Null when nothing was there. */
  readonly prior: Prior | null;
  /** Version of a standing object's share that is not there yet, to be written under. */
  readonly condition: string | null;
  /**
   * Inputs with defaults; values known after apply still hold their expression. What is made anew differs from nothing,
   * and so has no fields.
   */
  readonly desired: JsonObject;
  /** Why values in `desired` are known after apply, by JSON pointer below it; absent when there are none. */
  readonly waiting?: Readonly<Record<string, string>>;
  /** Top-level inputs to write over what is there; those not in `desired` are cleared. */
  readonly write: readonly string[];
  /** What becomes of the record of the object before: replaced in place, kept as superseded, or removed already. */
  readonly former: "same" | "superseded" | "removed";
  readonly order?: "create-before-delete" | "delete-before-create";
  readonly options: RecordedOptions;
  /** The resources that it leans on, also through reads. */
  readonly dependsOn: readonly string[];
  readonly beforeUs?: JsonObject;
  /** What the first write of the share took away of others on the same physical object. */
  readonly besideUs?: readonly Overwritten[];
  readonly imported: boolean;
  /** Of what is taken back half made, as it was let go of: what its creation ended with. */
  readonly tainted?: string;
  /** The logical name that the record had so far. */
  readonly movedFrom?: string;
  /**
   * Drifted values that stay as they are, by JSON pointer below the inputs: sent instead of the desired ones, never
   * recorded.
   */
  readonly left?: readonly IgnoredValue[];
  /** What else the same physical object holds and the write takes away, one sentence part each; absent when nothing. */
  readonly displaces?: readonly string[];
  /** The same, as the driver can put it back: noted with the call, for whoever undoes the run. */
  readonly displaced?: readonly Overwritten[];
  /** What the write puts back beside its object; given, it leaves all else that the physical object holds. */
  readonly restores?: readonly Overwritten[];
  /** The object that the write itself takes away, by putting another share of the same physical object in its place. */
  readonly removes?: PhysicalIdentity;
  /** Of a replace: a soft-deleted object is brought back and updated instead of creating one. */
  readonly revives?: true;
  /** How long the step may wait for the platform, in milliseconds. */
  readonly timeoutMs?: number;
  /** Why the step can't be made now; it fails without any call, and with it what needs it. */
  readonly blocked?: Problem;
}

/** A value that is not as declared and is left so. */
export interface IgnoredValue {
  readonly path: string;
  /** Null where there is none. */
  readonly value: Json;
}

/** Ends our care for an object. */
export interface RemovalStep extends StepCommon {
  readonly kind: "removal";
  readonly action: "delete" | "retain";
  readonly uid: string;
  readonly generation: number;
  readonly provider: RecordedProvider;
  readonly identity: PhysicalIdentity;
  readonly prior: Prior | null;
  /**
   * Of a deletion that is sent although the plan's read did not show the object: whether it was gone, or the read may
   * lag.
   */
  readonly unseen?: "gone" | "may-lag";
  /** `delete` and `restore` write; `forget` only drops the record. */
  readonly how: "delete" | "restore" | "forget";
  /** The inputs to restore. */
  readonly restore: JsonObject | null;
  /** Grants of others that come back with it. */
  readonly restores?: readonly Overwritten[];
  /** The object has been replaced or has moved; its address lives on. */
  readonly superseded: boolean;
  /**
   * Of a superseded one: what makes the object that follows it in this plan. Absent where an earlier run has made that.
   */
  readonly by?: "replace" | "move";
  /** Address of the resource whose deletion, in this plan, takes this one along. */
  readonly goneWith?: string;
  /** How long the step may wait for the platform, in milliseconds. */
  readonly timeoutMs?: number;
  /** Why the step can't be made now; it fails without any call, and with it what needs it. */
  readonly blocked?: Problem;
}

/** Gives a record another logical name and does nothing else. The move itself is made before the first step. */
export interface MoveStep extends StepCommon {
  readonly kind: "move";
  readonly action: "move";
  readonly movedFrom: string;
  readonly uid: string;
  readonly provider: RecordedProvider;
  readonly identity: PhysicalIdentity;
  /** See `unchanged`. */
  readonly seen?: JsonObject;
}

/** Reads something that exists: already done while planning (`result`), or to be done when its arguments are known. */
export interface ReadStep extends StepCommon {
  readonly kind: "read";
  readonly action: "read";
  readonly provider: RecordedProvider;
  /** `get`: an id and qualifiers; `lookup`: arguments. Values known after apply hold their expression. */
  readonly ask:
    | { readonly kind: "get"; readonly id: Value; readonly qualifiers: JsonObject }
    | { readonly kind: "lookup"; readonly arguments: JsonObject };
  readonly result: { readonly id: string | null; readonly outputs: JsonObject } | null;
}

/**
 * Brings the records up to what was seen and does nothing else: takes an object over as it stands, notes its new
 * values, or drops the record of one that is gone.
 */
export interface RecordStep extends StepCommon {
  readonly kind: "record";
  readonly action: "import" | "adopt" | "retain";
  readonly uid: string;
  readonly provider: RecordedProvider;
  readonly identity: PhysicalIdentity;
  readonly prior: Prior | null;
  /** Its records are the run's that carries it out. */
  readonly effect: RecordEffect;
  /** What becomes of other records with it. */
  readonly also?: readonly RecordEffect[];
}

export type Step = WriteStep | RemovalStep | ReadStep | MoveStep | RecordStep;

/** What a plan is bound to: it holds only while these are as they were. */
export interface Bindings {
  readonly declaration: string | null;
  readonly lineage: string;
  readonly serial: number;
  /** Those that it uses, by type and version. */
  readonly definitions: readonly UsedDefinition[];
  readonly engineFlags: readonly number[];
  /** Objects read, with the version seen; absent ones have null. Sorted by identity. */
  readonly observed: readonly SeenObject[];
  /** Every other recorded object was read as well, and seen in the version that its record has at the serial. */
  readonly othersAsRecorded?: true;
  /** Other stacks whose outputs it was made with, and the digests of them; absent where there are none. */
  readonly stacks?: { readonly [stack: string]: string };
  /** What the stack will have been applied with; absent where no declaration of its own says so. */
  readonly context?: StackContext;
  /** Another run had calls in flight, whose ends can't be known: a plan to be looked at, not to be carried out. */
  readonly duringRun?: true;
  /** Providers of which every record may go, for later rounds. */
  readonly dropAllOf?: readonly string[];
  /** The part of the stack that it is about, for later rounds; absent where it is about all. */
  readonly selection?: Selection;
}

/** A definition that a plan uses. */
export interface UsedDefinition {
  /** Of a resource or function; or a kind of provider. */
  readonly type: string;
  /** The interface version; null of a provider, which has none. */
  readonly version: string | null;
  /** Content address of what it does in that version. */
  readonly digest: string;
}

/** A value of a managed object that is not as it was recorded. Its record takes the new one in the run of the plan. */
export interface MovedField extends MovedValue {
  readonly address: string;
  readonly type: string;
  readonly id: string;
}

/**
 * An option of a managed resource that is declared otherwise than it is recorded. Its record takes it in the run of the
 * plan.
 */
export interface OptionChange {
  readonly address: string;
  /**
   * As declarations name it; `version` is the interface version, `provider.KEY` a value of its provider's
   * configuration.
   */
  readonly option: string;
  /** Absent when there was none. */
  readonly old?: Json;
  /** Absent when there is none any more. */
  readonly new?: Json;
}

interface SeenObject {
  /** Its object key. */
  readonly identity: string;
  readonly version: string | null;
}

/** What is decided, before it has its content address. */
export interface PlanContent {
  readonly format: number;
  readonly kind: PlanKind;
  readonly stack: string;
  readonly round: number;
  readonly bindings: Bindings;
  /** Records that get another logical name before the first step; absent when there are none. */
  readonly moves?: readonly Move[];
  /** Sorted by id. */
  readonly steps: readonly Step[];
  /** Managed objects that are as declared. */
  readonly unchanged: readonly {
    readonly address: string;
    readonly type: string;
    readonly id: string;
    /** The object as it stands, where the record is to tell otherwise: drift that is left alone stays drift. */
    readonly seen?: JsonObject;
  }[];
  /** Unchanged objects whose record is to be brought up to date (options, dependencies), without any call. */
  readonly recordUpdates: readonly {
    readonly address: string;
    readonly options: RecordedOptions;
    readonly dependsOn: readonly string[];
    readonly inputs: JsonObject;
    readonly outputs: JsonObject;
    readonly version: string;
    /** The interface version and the provider, where they are others than recorded. */
    readonly apiVersion?: string;
    readonly provider?: RecordedProvider;
    /** Where the platform has renamed the object. */
    readonly identity?: PhysicalIdentity;
  }[];
  /** What is declared otherwise than it is recorded and no field tells; absent when there is nothing. */
  readonly optionChanges?: readonly OptionChange[];
  /**
   * Values that moved on the platform since they were recorded and that no step changes; absent when there are none.
   */
  readonly moved?: readonly MovedField[];
  readonly deferred: readonly {
    readonly address: string;
    readonly why: string;
    readonly allowedActions: readonly StepAction[];
  }[];
  /** What a partial plan does beside its targets, since they need it; absent when there is nothing. */
  readonly included?: readonly { readonly address: string; readonly neededBy: string }[];
  /** What a partial plan leaves as it is, and why; absent when there is nothing. */
  readonly left?: readonly { readonly address: string; readonly why: string }[];
  /** What could not be read and is left as it is, and why; absent when there is nothing. */
  readonly notObserved?: readonly { readonly address: string; readonly type: string; readonly why: string }[];
  /** How many others are none of the targets and needed by none; absent when there are none. */
  readonly outside?: number;
  /** Outputs of the stack; values known after apply hold their expression. */
  readonly outputs: JsonObject;
  /** Outputs that read resources, as declared, and the managed ones that they lean on; absent when there are none. */
  readonly derivedOutputs?: Readonly<Record<string, { readonly value: Value; readonly on: readonly string[] }>>;
  /** Why values of the outputs are known after apply, by JSON pointer below the outputs; absent when there are none. */
  readonly waiting?: Readonly<Record<string, string>>;
  readonly problems: readonly Problem[];
}

export interface Plan extends PlanContent {
  /** Content address of everything else, in the form in which it is kept. */
  readonly digest: string;
}
