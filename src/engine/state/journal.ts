import type { JsonObject } from "../../base/json.ts";
import type { PhysicalIdentity, RecordedProvider, ResourceRecord } from "./record.ts";

/** A run has begun: which plan it carries out. */
export interface RunStarted {
  readonly kind: "run-started";
  readonly run: string;
  readonly plan: string;
  readonly at: string;
}

/** A wire write is about to be sent; durable before the call. */
export interface Intent {
  readonly kind: "intent";
  readonly format: number;
  readonly run: string;
  /** Unique in the run, names the intent. */
  readonly seq: number;
  readonly step: string;
  readonly uid: string;
  readonly address: string;
  readonly type: string;
  readonly attempt: number;
  readonly epoch: number;
  readonly identity: PhysicalIdentity;
  /** Store-wide key of the object; reserved from here on. */
  readonly claimKey: string;
  readonly provider: RecordedProvider;
  readonly apiVersion: string;
  readonly operation: "create" | "update" | "delete" | "undelete";
  /** The resolved request: the whole object and which fields change. */
  readonly request: { readonly inputs: JsonObject; readonly fields: readonly string[] };
  /** Last seen value and version. */
  readonly before: { readonly outputs: JsonObject; readonly version: string | null } | null;
  readonly condition: string | null;
  readonly idempotencyKey: string;
  /** Numbered behaviour flags, so that old journals replay as they ran. */
  readonly flags: readonly number[];
}

/** Address of a long-running operation, durable as soon as it is known. */
export interface Handle {
  readonly kind: "handle";
  readonly run: string;
  readonly intentSeq: number;
  readonly url: string;
}

/** What a result does to the records. */
export type RecordEffect =
  | { readonly kind: "put"; readonly record: ResourceRecord; readonly claimKey: string }
  | { readonly kind: "remove"; readonly uid: string; readonly generation: number; readonly claimKey: string };

/** What came of an intent (`intentSeq`), or of a step without any write (null): durable before dependents start. */
export interface StepResult {
  readonly kind: "result";
  readonly run: string;
  readonly step: string;
  readonly intentSeq: number | null;
  readonly outcome: "done" | "failed";
  readonly detail: string;
  readonly effects: readonly RecordEffect[];
}

export interface RunEnded {
  readonly kind: "run-ended";
  readonly run: string;
  readonly at: string;
  readonly status: "done" | "failed" | "cancelled";
  /** Values of the stack's outputs; null leaves the former ones. */
  readonly outputs: JsonObject | null;
}

/** The journal is the truth, the records are its projection. */
export type JournalEntry = RunStarted | Intent | Handle | StepResult | RunEnded;
