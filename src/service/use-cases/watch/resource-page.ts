import type { ListedResource } from "../../../contract/documents/resources.ts";

/**
 * What is believed to exist in a stack, as of one version. In pages, the version of the first page is the one to watch
 * from: what happened to later pages since is told again and changes nothing when it is applied twice.
 */
export interface ResourcePage {
  readonly resourceVersion: string;
  readonly resources: readonly ListedResource[];
  /** Cursor of the next page; null on the last. */
  readonly next: string | null;
}
