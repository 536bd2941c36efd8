import type { Json } from "../../packages/base/json/json.ts";
import type { SecretMarker } from "../definitions/schema/value.ts";
import type { CheckJobKind, CheckJobs } from "../service/use-cases/declarations/checker.ts";

/** What the main thread tells a thread. */
export type ToThread =
  | {
      readonly [Kind in CheckJobKind]: {
        readonly kind: "job";
        readonly job: Kind;
        readonly asked: CheckJobs[Kind]["asked"];
      };
    }[CheckJobKind]
  /** Null: it could not be sealed, and the job ends. */
  | { readonly kind: "sealed"; readonly number: number; readonly marker: SecretMarker | null };

/** What a thread tells the main thread. */
export type FromThread =
  | { readonly kind: "seal"; readonly number: number; readonly value: Json; readonly parts?: readonly Json[] }
  | { readonly kind: "found"; readonly found: CheckJobs[CheckJobKind]["found"] }
  /** A defect of ours. */
  | { readonly kind: "failed"; readonly why: string };
