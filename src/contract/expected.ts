/** What must stand there before something is written; entity tags are the document store's revisions as text. */
export type Expected =
  | { readonly kind: "anything" }
  | { readonly kind: "nothing" }
  | { readonly kind: "something" }
  | { readonly kind: "one of"; readonly etags: readonly string[] };

/** Whether what stands there (its entity tag, or null for nothing) is as expected. */
export function isMet(expected: Expected, etag: string | null): boolean {
  switch (expected.kind) {
    case "anything":
      return true;
    case "nothing":
      return etag === null;
    case "something":
      return etag !== null;
    case "one of":
      return etag !== null && expected.etags.includes(etag);
  }
}
