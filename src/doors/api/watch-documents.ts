import type { Problem } from "../../base/problem.ts";
import type { ResourceRow, ResourceView } from "./documents.ts";

/** A resource in a list that can be watched. */
export interface ListedResource extends ResourceRow {
  /** Tells it apart from all others of the stack, through renames and replacements. */
  readonly key: string;
}

export interface WatchedResource extends ResourceView {
  readonly key: string;
}

/**
 * What is believed to exist in a stack, as of one version. In pages, the version of the first page is the one to watch from:
 * what happened to later pages since is told again and changes nothing when it is applied twice.
 */
export interface ResourceList {
  readonly resourceVersion: string;
  readonly resources: readonly ListedResource[];
  /** Cursor of the next page; null on the last. */
  readonly next: string | null;
}

export interface ResourceEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** The resource as it is from now on; of a DELETED one, as it was last. */
  readonly resource: WatchedResource;
  /** A watch from here gets what comes after this event, neither less nor more. */
  readonly resourceVersion: string;
}

/** One event of a watch. */
export type WatchEvent =
  | ResourceEvent
  /** Everything up to this version has been told. */
  | { readonly type: "BOOKMARK"; readonly resourceVersion: string }
  /** The watch is over: list again. */
  | { readonly type: "ERROR"; readonly problem: Problem };
