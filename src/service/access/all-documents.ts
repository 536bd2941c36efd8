import type { Register, RegisterDocument } from "../../engine/ports/register.ts";

const pageLength = 500;

/** A whole collection of the register, or what of it begins with a prefix, page by page. For what people fill by hand. */
export async function allDocuments(
  register: Register,
  collection: string,
  prefix = "",
): Promise<readonly RegisterDocument[]> {
  const found: RegisterDocument[] = [];
  for (;;) {
    const after = found.at(-1)?.key;
    const page = await register.list(collection, {
      prefix,
      limit: pageLength,
      ...(after === undefined ? {} : { after }),
    });
    found.push(...page);
    if (page.length < pageLength) return found;
  }
}
