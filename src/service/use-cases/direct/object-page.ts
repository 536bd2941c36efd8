import type { Problem } from "../../../../packages/base/problems/problem.ts";
import type { ObjectRow, UnlistedObject } from "../../../contract/documents/objects.ts";

export interface ObjectPage {
  readonly objects: readonly ObjectRow[];
  /** Objects that can't be shown, since what is stored of them is damaged. */
  readonly problems: readonly Problem[];
  /** Cursor of the next page; null on the last. */
  readonly next: string | null;
  /** What else the platform lists and no stack here manages; where it was asked for, and on the first page only. */
  readonly unmanaged?: readonly UnlistedObject[];
}
