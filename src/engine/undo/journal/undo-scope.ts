import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { Problem } from "../../../../packages/base/problems/problem.ts";
import type { PlacedValue } from "../../../definitions/schema/place-values.ts";
import type { NameWithEarlier } from "../../check/checked-declaration.ts";
import type { Overwritten } from "../../state/drift/overwritten.ts";
import type { Intent } from "../../state/journal.ts";
import type { RecordedOptions, ResourceRecord } from "../../state/records/record.ts";
import type { FormerOutput } from "../former/former-outputs.ts";

/** How an object is put back that the run has changed, removed or let go of. */
export interface Inverse {
  /** Places below the inputs that are put back. All else of an object that stands is left as it is. */
  readonly paths: readonly string[];
  /** Values that the run found otherwise than recorded, and corrected: sent as they were, never recorded. */
  readonly corrected: readonly PlacedValue[];
  /** The same of an object that the run has deleted, for the one that is made anew. */
  readonly lostValues: readonly PlacedValue[];
  /** All inputs of such an object as they were when the run deleted it; absent where no call has. */
  readonly stood?: JsonObject;
  /** Places of such an object that get others than the recorded values: what they were made from has others by now. */
  readonly renewed?: readonly string[];
  readonly options: RecordedOptions;
  /** The name of its provider in the record. */
  readonly providerRef: string;
  /**
   * The object that the run has replaced and let go of without a call, or asked to delete while it is recorded still:
   * where it still stands, it is taken back as it is.
   */
  readonly letGo?: ResourceRecord;
  /**
   * The run has taken the former object of a half-done replacement back: it waits for its deletion again once the new
   * one is made, since others may refer to it still.
   */
  readonly keepsFormer?: true;
  /**
   * The run may have deleted it: it is made again, or undeleted, where it is gone. Else what is gone can't be put back.
   */
  readonly mayBeGone?: true;
  /** The record that is made anew; null where one stands. */
  readonly lost: Pick<ResourceRecord, "uid" | "generation" | "imported" | "beforeUs" | "besideUs" | "tainted"> | null;
}

/** How an object goes that the run has made or taken over. */
export interface UndoneObject {
  readonly record: ResourceRecord;
  /** `restore`: it stood before us, and gets `values`. `release`: it stays as it is, and its record goes. */
  readonly how: "delete" | "restore" | "release";
  /** What stood in the fields that the run has changed. */
  readonly values: readonly PlacedValue[];
}

/**
 * A grant of others that the run has overwritten or brought back, with the claim of the physical object that it stood
 * on.
 */
export interface GrantBeside extends Overwritten {
  readonly claimKey: string;
  /** The name of the object whose write has done so. */
  readonly address: string;
}

/** Of a replacement that was half done: the object that still stands, and the one that was made in its place. */
export interface HalfReplaced {
  readonly former: ResourceRecord;
  readonly made: ResourceRecord;
  /**
   * The run was an undo, so that others may refer to what it has taken back: that waits for the next run to delete it.
   */
  readonly keepsMade?: true;
}

/** What leans on an object by a later run's doing. */
export interface Dependent {
  readonly on: string;
  readonly address: string;
  readonly by: string;
}

/** Fields of an object that an undo does not write, and that refer to another one which it may make anew. */
export interface LeftReferring {
  readonly on: string;
  readonly address: string;
  readonly paths: readonly string[];
}

/** A change that a later run has asked for and not recorded: only a look tells whether it took effect. */
export interface UnrecordedChange {
  /** What is recorded of its object. */
  readonly record: ResourceRecord;
  /** Who has asked for it, for people. */
  readonly by: string;
  readonly request: Intent["request"];
  /** Where it asked for other values than are recorded, as far as the undo writes or ends them. */
  readonly paths: readonly string[];
}

/** What an undo is about; everything else is neither looked at nor planned. */
export interface UndoScope {
  readonly run: string;
  /** By address. */
  readonly inverses: ReadonlyMap<string, Inverse>;
  readonly removals: readonly UndoneObject[];
  readonly halfReplaced: readonly HalfReplaced[];
  /** What the run has made, and an earlier undo of it has left waiting for its deletion. */
  readonly leftStanding: readonly ResourceRecord[];
  /** What comes back beside our own, wherever the undo writes on the same physical object. */
  readonly displaced: readonly GrantBeside[];
  /** What goes again, by what the undo writes on the same physical object. */
  readonly broughtBack: readonly GrantBeside[];
  /** uids of the objects that are looked at. */
  readonly uids: ReadonlySet<string>;
  /** Names of all other records; what a half-done replacement has renamed as well gets its former name again. */
  readonly besides: readonly NameWithEarlier[];
  /** uids of what is made anew, by address. */
  readonly known: ReadonlyMap<string, string>;
  readonly dependents: readonly Dependent[];
  readonly leftReferring: readonly LeftReferring[];
  readonly unrecorded: readonly UnrecordedChange[];
  /** The outputs of the stack, by name. */
  readonly outputs: ReadonlyMap<string, Omit<FormerOutput, "value">>;
  /** Why the run can't be undone, and what the undo can't bring back. */
  readonly problems: readonly Problem[];
}
