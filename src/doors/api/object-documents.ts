import type { Json, JsonObject } from "../../base/json.ts";
import type { Problem } from "../../base/problem.ts";
import type { DriftRow, UnmanagedRow } from "./documents.ts";

/** A provider: its kind, and whatever its kind takes. */
export interface ProviderProperties extends JsonObject {
  readonly kind: string;
}

/** A provider that the service keeps under a name, for objects to be reached through. */
export interface ProviderView {
  readonly name: string;
  readonly etag: string;
  readonly kind: string;
  readonly properties: JsonObject;
  readonly at: string;
  readonly by: string;
}

/** An object that is managed by itself, without a stack. */
export interface ObjectRow {
  readonly type: string;
  readonly id: string;
  /** Kind of the provider that it is reached through. */
  readonly provider: string;
  readonly status: string;
  readonly etag: string;
}

/** An object by type and id. */
export interface ObjectView extends Omit<ObjectRow, "status"> {
  /** Whether it is managed by itself. */
  readonly managed: boolean;
  /** What was declared, with its defaults; null of what is not managed. */
  readonly properties: JsonObject | null;
  readonly options: { readonly [option: string]: Json } | null;
  readonly outputs: JsonObject;
  readonly observedAt: string;
  /** Of a live read of a managed one: how it differs from what is recorded. */
  readonly drift?: readonly Omit<DriftRow, "name">[];
}

export interface ObjectList {
  readonly objects: readonly ObjectRow[];
  /** Objects that can't be shown, since what is stored of them is damaged. */
  readonly problems: readonly Problem[];
  /** Cursor of the next page; null on the last. */
  readonly next: string | null;
  /** What else the platform lists and no stack here manages; where it was asked for, and on the first page only. */
  readonly unmanaged?: readonly Omit<UnmanagedRow, "suggestedName" | "declaredAs">[];
}
