/** Shapes of the documents that cross the HTTP API: what every door shows and every client reads. Types only. */
import type { Json, JsonObject } from "../../base/json.ts";
import type { Problem } from "../../base/problem.ts";

/** A declaration as the user wrote it, with the configuration values given beside it. */
export interface DeclarationText {
  /** Name for spans, as the user typed it. */
  readonly file: string;
  readonly text: string;
  /** Values for `config`, from the command line (`k=v`, always text) or a program. */
  readonly config: JsonObject;
}

export type Action =
  | "same"
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

/** Why a field differs. */
export type FieldReason = "declared" | "drifted" | "platform default" | "known after apply";

export interface FieldView {
  /** JSON pointer below the resource's properties, e.g. `/condition/title`. */
  readonly path: string;
  /** Absent when there was none. */
  readonly old?: Json;
  /** Absent when it goes away; `{$unknown: why}` when only the apply can tell; `{$secret: ...}` when sealed. */
  readonly new?: Json;
  readonly reason: FieldReason;
  /** Changing it forces replacement. */
  readonly replace: boolean;
}

export interface StepView {
  /** Logical name. */
  readonly name: string;
  readonly type: string;
  readonly action: Action;
  /** Physical id, when known. */
  readonly id?: string;
  readonly fields: readonly FieldView[];
  /** Sentences a careful colleague would say about this step. */
  readonly warnings: readonly string[];
  /** A replaced or moved object's old self, deleted apart from the step that made the new one. */
  readonly superseded?: boolean;
  /** Of a replace: which comes first. */
  readonly order?: "create-before-delete" | "delete-before-create";
}

export interface Summary {
  readonly create: number;
  readonly update: number;
  readonly replace: number;
  readonly delete: number;
  readonly same: number;
  readonly read: number;
  readonly import: number;
  readonly adopt: number;
  readonly undelete: number;
  readonly retain: number;
  readonly move: number;
}

export interface PlanView {
  readonly digest: string;
  readonly stack: string;
  readonly kind: "apply" | "destroy";
  readonly summary: Summary;
  readonly steps: readonly StepView[];
  /** Outputs whose values differ from the last run's; `{$unknown}` when known after apply. */
  readonly outputs: readonly { readonly name: string; readonly old?: Json; readonly new?: Json }[];
  /** What can be planned only after other steps, and why. */
  readonly deferred: readonly { readonly name: string; readonly why: string }[];
  /** Errors block the plan from being carried out; warnings do not. */
  readonly problems: readonly Problem[];
}

export interface CheckView {
  readonly problems: readonly Problem[];
}

/** One line of a run's event stream (NDJSON). */
export type RunEvent =
  | {
      readonly event: "started";
      readonly run: string;
      readonly stack: string;
      readonly plan: string;
      readonly steps: number;
    }
  | {
      readonly event: "step";
      readonly phase: "started";
      readonly name: string;
      readonly type: string;
      readonly action: Action;
    }
  | {
      readonly event: "step";
      readonly phase: "waiting";
      readonly name: string;
      readonly type: string;
      readonly action: Action;
      readonly detail: string;
    }
  | {
      readonly event: "step";
      readonly phase: "done";
      readonly name: string;
      readonly type: string;
      readonly action: Action;
      readonly id?: string;
      readonly durationMs: number;
    }
  | {
      readonly event: "step";
      readonly phase: "failed" | "skipped";
      readonly name: string;
      readonly type: string;
      readonly action: Action;
      readonly problem: Problem;
    }
  | RunSummary;

export interface RunSummary extends Summary {
  readonly event: "summary";
  readonly run: string;
  /** `refused`: nothing was called, see `problems`. */
  readonly status: "done" | "failed" | "refused" | "cancelled";
  readonly failed: number;
  readonly skipped: number;
  readonly durationMs: number;
  readonly outputs: JsonObject;
  readonly problems: readonly Problem[];
}

/** A row of `state list`. */
export interface ResourceRow {
  readonly name: string;
  readonly type: string;
  readonly id: string;
  readonly provider: string;
  readonly status: string;
}

/** What `state show` shows. */
export interface ResourceView extends ResourceRow {
  readonly inputs: JsonObject;
  readonly outputs: JsonObject;
  readonly dependsOn: readonly string[];
  readonly generation: number;
  readonly observedAt: string;
}

/** Answer of a direct read (`get`). */
export interface ReadView {
  readonly type: string;
  readonly id: string;
  readonly outputs: JsonObject;
}

export interface LookupView {
  readonly function: string;
  readonly result: JsonObject;
}

/** An import that was recorded, and the declaration that plans empty for it. */
export interface ImportView extends ReadView {
  readonly name: string;
  /** The resource's entry under `resources:`. */
  readonly declaration: JsonObject;
}

export interface GraphView {
  readonly nodes: readonly {
    readonly name: string;
    readonly kind: "resource" | "get" | "lookup";
    readonly type: string;
  }[];
  /** `from` needs `to`. */
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}

export interface VersionView {
  readonly version: string;
}

/** RFC 9457 problem document; `problems` holds every violation. */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** Stable code: a problem code or a fault code. */
  readonly code: string;
  readonly problems: readonly Problem[];
}
