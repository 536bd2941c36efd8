import type { Problem } from "../../base/problem.ts";
import type { RunSummary } from "./documents.ts";
import type { ObjectView } from "./object-documents.ts";

export interface OperationMetadata {
  /** The stack that the run belongs to; null for an object that no stack manages. */
  readonly stack: string | null;
  /** What is done to which object; only where `stack` is null. The id is null while it is not known. */
  readonly object?: { readonly action: string; readonly type: string; readonly id: string | null };
  readonly run: string;
  readonly plan: string;
  readonly status: string;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
}

/** What a successful operation came to. */
export interface OperationResult {
  readonly summary: RunSummary;
  /** The object as it is now; null once it is not managed any more. Absent where a stack's run is meant. */
  readonly object?: ObjectView | null;
}

/** Something that takes its time. Once it is done it has a result, or problems. */
export interface OperationView {
  /** `operations/<id>`. */
  readonly name: string;
  readonly done: boolean;
  readonly metadata: OperationMetadata;
  readonly result?: OperationResult;
  /** Why it did not succeed. */
  readonly problems?: readonly Problem[];
}
