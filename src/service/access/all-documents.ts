import type { DocumentStore, StoredDocument } from "../../engine/ports/document-store.ts";

const pageLength = 500;

/**
 * A whole collection of the document store, or what of it begins with a prefix, page by page. It is held whole: not for
 * collections that grow for ever.
 */
export async function allDocuments(
  documentStore: DocumentStore,
  collection: string,
  prefix = "",
): Promise<readonly StoredDocument[]> {
  const found: StoredDocument[] = [];
  for (;;) {
    const after = found.at(-1)?.key;
    const page = await documentStore.list(collection, {
      prefix,
      limit: pageLength,
      ...(after === undefined ? {} : { after }),
    });
    found.push(...page);
    if (page.length < pageLength) return found;
  }
}
