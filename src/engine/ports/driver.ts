import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import type { Refusal } from "./outcome.ts";

/** A provider with its configuration resolved (defaults, environment, constants). Plain data. */
export interface ProviderInstance {
  /** Name in the declaration, or the kind's name for an implicit default one. */
  readonly ref: string;
  readonly kind: string;
  readonly config: JsonObject;
}

/** One object on the platform, named. */
export interface Target {
  readonly type: string;
  readonly apiVersion: string;
  readonly provider: ProviderInstance;
  /** The importable id, as the definition's identity formats it. */
  readonly id: string;
  /** The identity's variables by name; drivers build paths from these and never parse the id. */
  readonly variables: Readonly<Record<string, string>>;
  /**
   * JSON pointers below the outputs to what is secret: it is sealed before it is shown. Drivers pay no regard to it.
   */
  readonly secret?: readonly string[];
  /**
   * Variables of another share of the same physical object, which this one takes the place of: what a read says that a
   * write would remove besides does not count it.
   */
  readonly replaces?: Readonly<Record<string, string>>;
  /**
   * The object has been seen under this name, and the platform may have given it another one since: where it is gone, a
   * read finds it by what stays of it, and its output `id` says what it is called now.
   */
  readonly mayBeRenamed?: true;
  /**
   * The version that is known of it: where the wire can ask for a read that is at least as fresh, it does. Drivers of
   * other wires pay no regard to it.
   */
  readonly atLeast?: string;
  /**
   * Only looked at, and maybe another stack's: what of it is secret is not known here. Values that the asking stack has
   * sealed stay so wherever they stand in it, and what another stack keeps secret of it is not in it. Drivers pay no
   * regard to it.
   */
  readonly isForeign?: true;
}

/** What a read saw. */
export interface Observation {
  /**
   * Every key of the definition's inputs and outputs, in the specification's words; null where the platform has no
   * value.
   */
  readonly outputs: JsonObject;
  /** The platform's version tag; null where it has none (the engine then takes a digest of the outputs). */
  readonly version: string | null;
  /** The platform still shows the object though it was deleted (soft delete). */
  readonly deleted: boolean;
  /**
   * What else the same physical object holds and a write would remove (other bindings of a policy), one sentence part
   * each.
   */
  readonly displaces: readonly string[];
  /** The same one by one, as `Change.alongside` takes them; absent where there is nothing. */
  readonly beside?: readonly Json[];
}

export type ReadOutcome =
  | { readonly kind: "done"; readonly observation: Observation }
  /**
   * Not there; `lacksParent`: nor is what it lies in; `refused`: the platform would not make it, and the detail says
   * why. For a share of a standing object: what the object holds instead,
   * and its version.
   */
  | {
      readonly kind: "absent";
      readonly detail: string;
      readonly lacksParent?: true;
      readonly refused?: true;
      readonly version: string | null;
      readonly displaces: readonly string[];
      readonly beside?: readonly Json[];
    }
  | Exclude<Refusal, { kind: "absent" }>;

/** One page of nothing: the whole collection. Ids are formatted like `Target.id` (case as the platform has it). */
export type ListOutcome = { readonly kind: "done"; readonly items: readonly ListedItem[] } | Refusal;

export interface ListedItem {
  readonly id: string;
  readonly observation: Observation;
  /** Why what is seen of it tells no more than that it is there. */
  readonly unreadable?: string;
}

/** One write, exactly one call on the wire. */
export interface Change {
  /**
   * Names the call to the platform, where its wire has a place for that; in the journal as the intent's
   * `idempotencyKey`.
   */
  readonly id?: string;
  readonly operation: "create" | "update" | "delete" | "undelete";
  readonly target: Target;
  /** The whole desired object, resolved: declared inputs and their defaults. Empty for delete and undelete. */
  readonly inputs: JsonObject;
  /**
   * Top-level inputs that change; on create all that are given. A name in here but not in `inputs` is to be cleared.
   */
  readonly fields: readonly string[];
  /** What was seen before, or null. */
  readonly prior: Observation | null;
  /** The version that the object must still have; null when there is none to demand. */
  readonly condition: string | null;
  /** Of a share that is put back as it was: whatever else the same physical object holds stays. */
  readonly keepsOthers?: true;
  /** What is added to that, as reads told it (`Observation.beside`). */
  readonly alongside?: readonly Json[];
  /**
   * Of a deletion: an earlier call of ours may have made it. Where the share is gone by now, nothing is added for it
   * again.
   */
  readonly mayBeDone?: true;
}

export type WriteOutcome =
  /**
   * Took effect. The observation is there when the answer carried the whole object; otherwise read it. Null after
   * delete too.
   */
  | {
      readonly kind: "done";
      readonly observation: Observation | null;
      /** Of a creation: the platform says that the object stood there already, and so it has been written over. */
      readonly hasStood?: true;
      /** Of an update: the platform says that there was nothing, and so it has made the object anew. */
      readonly isAnew?: true;
      /** Of the deletion of a share: it was not there any more, and what was to come back beside it is back. */
      readonly wasAbsent?: true;
      /**
       * Of a creation or an update: in the time that there was, the platform's reads showed what stood there before.
       */
      readonly isUnshown?: true;
    }
  /**
   * A long-running operation has begun; `operationName` goes into the journal at once. Who may read the run is shown
   * it, so it holds no secret.
   */
  | {
      readonly kind: "pending";
      readonly operationName: string;
      readonly pollAfterMs: number;
      /** The same call was sent before, unseen by the caller, and may have begun an operation of its own. */
      readonly mayBeMade?: true;
    }
  /**
   * The operation that it began has ended with an error, which is final whatever its code: the same call is never sent
   * again for it. How far it came only a read tells. `code`: in the platform's words; `detail` begins with it.
   */
  | {
      readonly kind: "failed";
      readonly code: string;
      readonly detail: string;
      /** Another object has the name: what stands there is not what the operation made. */
      readonly isTaken?: true;
    }
  | Refusal;

export type OperationOutcome =
  | { readonly kind: "found"; readonly operationName: string }
  /**
   * `failed`: the last one about the object was of this kind, and has ended with an error. `failedAgeMs`: how long
   * before the answer it had begun, by the platform's clock; absent where that is not told.
   */
  | {
      readonly kind: "none";
      readonly failed?: Extract<WriteOutcome, { kind: "failed" }>;
      readonly failedAgeMs?: number;
    }
  | Refusal;

export interface LookupCall {
  readonly function: string;
  readonly apiVersion: string;
  readonly provider: ProviderInstance;
  readonly arguments: JsonObject;
}

export type LookupOutcome =
  | { readonly kind: "done"; readonly result: JsonObject; readonly version: string | null }
  | Refusal;

/** A question for a value that only the platform knows (`default: { from: "platform" }`). */
export interface Discovery {
  readonly type: string;
  readonly apiVersion: string;
  readonly field: string;
  readonly provider: ProviderInstance;
  readonly inputs: JsonObject;
}

export type DiscoveryOutcome = { readonly kind: "done"; readonly value: string } | Refusal;

/** What keeps an instance from being used. */
export type ProviderMistake =
  /** It is not of the kind or level it says; `field` of its configuration is to be mended. */
  | { readonly kind: "mismatch"; readonly field: string; readonly detail: string }
  /** No credential may go where it leads, so nothing was sent; `field` of its configuration says where that is. */
  | { readonly kind: "untrusted"; readonly field: string; readonly detail: string }
  /** Whether it is can't be told now, so that it must not be taken for it either. */
  | Extract<Refusal, { kind: "throttled" | "unavailable" }>;

/**
 * One vendor. Called with data, answers with data; keeps nothing between calls but connections. Every method may
 * be repeated after a crash; only `write` changes anything. Never throws for what a platform answered. A signal that is
 * aborted ends patience, not calls: one under way is finished, and none is made after it.
 */
export interface Driver {
  readonly kind: string;
  /** Origin and tenant of the cloud behind an instance: equal values mean the same objects. Pure. */
  cloudId(provider: ProviderInstance): string;
  /** Asks the platform whether the instance is of the kind and level it says. Reads only. Null when all is well. */
  verify(provider: ProviderInstance, signal?: AbortSignal): Promise<ProviderMistake | null>;
  /** Reads one object. */
  read(target: Target, signal?: AbortSignal): Promise<ReadOutcome>;
  /** Key of the collection that one list call covers and the target belongs to; null where the wire has none. Pure. */
  collectionOf(target: Target): string | null;
  /** Reads the whole collection of the target, all pages; soft-deleted items included. */
  list(target: Target, signal?: AbortSignal): Promise<ListOutcome>;
  /** Makes one change. A crash after sending leaves the outcome to be found by `read`. */
  write(change: Change, signal?: AbortSignal): Promise<WriteOutcome>;
  /**
   * Asks after a long-running operation; `pending` again while it runs. A refusal is one of the question: it says
   * nothing of the operation, which goes on. `unknown`: the platform does not know the operation (yet, or any more).
   */
  poll(change: Change, operationName: string, signal?: AbortSignal): Promise<WriteOutcome>;
  /**
   * Finds the operation that a change of this kind has begun on its object and that still runs, where its name was
   * lost with the answer. Reads only. Absent where the platform has no operations, or none that can be asked
   * for.
   */
  operationOf?(change: Change, signal?: AbortSignal): Promise<OperationOutcome>;
  /**
   * Whether a change takes effect only while its object is as the change says that it was seen: by a tag which the call
   * carries, because a creation never goes over what stands, or by a read that `write` makes right before. Whoever
   * sends any other change reads the object first. Pure; absent: none is.
   */
  isConditional?(change: Change): boolean;
  /**
   * Whether the platform's reads of a type may show for a while what stood there before a write. Pure; absent: none do.
   */
  readsLag?(type: string): boolean;
  lookup(call: LookupCall, signal?: AbortSignal): Promise<LookupOutcome>;
  discover(question: Discovery, signal?: AbortSignal): Promise<DiscoveryOutcome>;
}
