import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import type { ObjectRead } from "./read-objects.ts";

/** One object to import, and the logical name that it gets. */
export interface ImportEntry {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  /** Name of the provider to reach it through; null takes the kind's default. */
  readonly provider: string | null;
}

export interface ImportRequest {
  readonly stack: string;
  readonly entries: readonly ImportEntry[];
  readonly declaration: DeclarationText | null;
}

/** An entry whose object was read, ready to be recorded. */
export interface Found {
  readonly entry: ImportEntry;
  readonly read: ObjectRead;
  /** Of no run yet. */
  readonly record: ResourceRecord;
  readonly claim: string;
  /** What its declaration has to say besides its fields, so as to mean this very object. */
  readonly options: JsonObject;
}
