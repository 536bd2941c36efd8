import type { Json, JsonObject } from "../../base/json.ts";
import type { DriftRow, ResourceView } from "./documents.ts";

/** A resource from every side. */
export interface ResourceInspection extends ResourceView {
  /** As the kept declaration has it, expressions and all; null where none is kept or it is not in it. */
  readonly declared: { readonly type: string; readonly properties: JsonObject; readonly options: JsonObject } | null;
  /** How the platform differs from what is recorded, read live. */
  readonly drift: readonly DriftRow[];
}

/** Something that befell a resource. */
export interface ResourceChange {
  readonly run: string;
  /** When the call was noted, or what was seen was read; null where it was not recorded. */
  readonly at: string | null;
  /** `record`: only what is recorded has changed. */
  readonly operation: "create" | "update" | "delete" | "undelete" | "record";
  /** The name that it had then, and its object. */
  readonly name: string;
  readonly id: string;
  /** `open`: no result of the call is recorded. */
  readonly outcome: "done" | "failed" | "open";
  readonly detail: string;
  /** What is recorded otherwise since; paths lie below the outputs. */
  readonly fields: readonly { readonly path: string; readonly old?: Json; readonly new?: Json }[];
}
