import type { Register, RegisterDocument } from "../../engine/ports/register.ts";

const pageLength = 500;

/** A whole collection of the register, page by page. For collections that people fill by hand. */
export async function allDocuments(register: Register, collection: string): Promise<readonly RegisterDocument[]> {
  const found: RegisterDocument[] = [];
  for (;;) {
    const after = found.at(-1)?.key;
    const page = await register.list(collection, { limit: pageLength, ...(after === undefined ? {} : { after }) });
    found.push(...page);
    if (page.length < pageLength) return found;
  }
}
