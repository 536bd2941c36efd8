import type { Problem } from "../../../packages/base/problems/problem.ts";
import type { Catalog } from "../../definitions/schema/definition.ts";
import type { RecordedOptions, RecordedProvider, ResourceRecord } from "../state/records/record.ts";
import type { StackState } from "../state/stack-state.ts";
import type { NamesThen } from "./former/former-options.ts";
import type { RunWork } from "./journal/run-work.ts";
import type { HalfReplaced, Inverse, UndoneObject } from "./journal/undo-scope.ts";

/** An object as it is to be declared, so that a plan puts it back. */
export interface PutBack {
  readonly record: Pick<ResourceRecord, "uid" | "type" | "apiVersion" | "inputs" | "dependsOn">;
  readonly address: string;
  /** The name that its record has now. */
  readonly movedFrom?: string;
  readonly provider: RecordedProvider;
  readonly options: RecordedOptions;
  /** The run has let it go and not deleted it: where it still stands, it is taken back. */
  readonly import?: string;
  readonly inverse: Inverse;
  /** The former object, where the undo makes another one in its place: what its platform gave it is of the past. */
  readonly replaced?: ResourceRecord;
  /** The object as it is recorded, where the run may have deleted it: then the undo makes it anew. */
  readonly mayBeAnew?: ResourceRecord;
}

export type Verdict =
  | { readonly kind: "nothing" }
  | { readonly kind: "remove"; readonly object: UndoneObject }
  | { readonly kind: "put-back"; readonly object: PutBack }
  | { readonly kind: "half-replaced"; readonly object: HalfReplaced }
  | { readonly kind: "refused"; readonly problem: Problem };

export interface UndoContext {
  readonly work: RunWork;
  readonly state: StackState;
  readonly catalog: Catalog;
  readonly names: NamesThen;
}
