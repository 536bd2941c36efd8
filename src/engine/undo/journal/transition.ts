import type { Intent } from "../../state/journal.ts";
import type { ResourceRecord } from "../../state/records/record.ts";
import type { StackOutputs } from "../../state/stack-outputs.ts";

/** One change of the current record of an object, or the end of a former object of its resource. */
export interface Transition {
  readonly run: string;
  readonly before: ResourceRecord | null;
  readonly after: ResourceRecord | null;
  /** The call behind it; null where only the records changed. */
  readonly intent: Intent | null;
  /** The former object of the resource that it ended. */
  readonly ended?: ResourceRecord;
  /**
   * The object stood before the call, or may have stood, unseen by the run's plan: the call has not made it, has taken
   * nothing away beside it and brought nothing back.
   */
  readonly hasStood?: true;
  /**
   * Nothing is recorded of what the call did: a deletion whose run broke off, and whose object no read has shown since,
   * or an update that may have taken effect all the same.
   */
  readonly isUnseen?: true;
  /** Such a deletion was of a former object of the resource, which is recorded still: how the platform answered it. */
  readonly isOfFormerObject?: "unheard" | "refused";
  /** The generation of an object that was gone before: another hand has deleted it. */
  readonly gone?: number;
}

/** uids of the current records, by address. */
export type Names = ReadonlyMap<string, string>;

/** What was recorded at a moment. */
export interface Standing extends StackOutputs {
  readonly names: Names;
  /** Current records, by uid. */
  readonly records: ReadonlyMap<string, ResourceRecord>;
}
