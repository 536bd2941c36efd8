import { isJsonObject } from "./json.ts";

/** How deep lists are looked for whose items get pieces of their own. */
const deepest = 3;

/** Members that a document has on its first levels before it is worth writing out piece by piece. */
const manyMembers = 300;

/** Characters of a piece, as long as no single item of a list is longer. */
const pieceLength = 64 * 1024;

/**
 * What JSON.stringify makes of a document, in pieces that are put together one at a time: the text of a large one is
 * never there as a whole. One piece where the document is small.
 */
export function* jsonPieces(document: unknown): Generator<string, void, void> {
  if (membersOf(document, deepest) < manyMembers) {
    yield JSON.stringify(document);
    return;
  }
  let piece = "";
  for (const part of partsOf(document, deepest)) {
    piece += part;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

/** The members of a value and of those inside it down to a depth, counted as far as it matters. */
function membersOf(value: unknown, depth: number): number {
  if (typeof value !== "object" || value === null) return 0;
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  let count = members.length;
  for (let index = 0; depth > 0 && count < manyMembers && index < members.length; index += 1)
    count += membersOf(members[index], depth - 1);
  return count;
}

function* partsOf(value: unknown, depth: number): Generator<string, void, void> {
  if (depth > 0 && Array.isArray(value)) {
    let lead = "[";
    for (const item of value) {
      yield lead;
      yield* partsOf(item ?? null, depth - 1);
      lead = ",";
    }
    yield lead === "[" ? "[]" : "]";
  } else if (depth > 0 && isJsonObject(value)) {
    let lead = "{";
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      yield `${lead}${JSON.stringify(name)}:`;
      yield* partsOf(member, depth - 1);
      lead = ",";
    }
    yield lead === "{" ? "{}" : "}";
  } else yield JSON.stringify(value);
}
