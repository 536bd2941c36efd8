import type { Json } from "./json.ts";

/** Length at which a piece of a text is handed on. */
const pieceLength = 16 * 1024;

/**
 * The one text of a JSON value: sorted keys, no white space. Equal values have equal texts, so digests
 * taken over it are stable. Throws TypeError on a number JSON can't hold (NaN, infinities).
 */
export function canonicalJson(value: Json): string {
  let text = "";
  writeCanonicalJson(value, (piece) => {
    text += piece;
  });
  return text;
}

/** The same text piece by piece, so that a large value is never there as one text. */
export function writeCanonicalJson(value: Json, take: (piece: string) => void): void {
  take(grown("", value, take));
}

/** The same text in pieces that are small as long as no single item of the value's lists is large. */
export function* canonicalPieces(value: Json, depth = 0): Generator<string, void, void> {
  const isWhole = typeof value !== "object" || value === null || (Array.isArray(value) ? depth > 2 : depth > 1);
  if (isWhole) yield canonicalJson(value);
  else if (Array.isArray(value)) {
    yield "[";
    for (const [index, item] of value.entries()) {
      if (index > 0) yield ",";
      yield* canonicalPieces(item, depth + 1);
    }
    yield "]";
  } else {
    const object = value as { readonly [key: string]: Json | undefined };
    let lead = "{";
    for (const key of sortedKeys(object)) {
      const member = object[key];
      if (member === undefined) continue;
      yield lead + namePart(key);
      yield* canonicalPieces(member, depth + 1);
      lead = ",";
    }
    yield lead === "{" ? "{}" : "}";
  }
}

/** The piece with a value's text behind it; what remains of it, once it was long enough to be handed on. */
function grown(before: string, value: Json, take: (piece: string) => void): string {
  let piece = before;
  if (typeof value === "string") {
    piece += plainText.test(value) ? `"${value}"` : JSON.stringify(value);
  } else if (typeof value !== "object" || value === null) {
    if (typeof value === "number" && !Number.isFinite(value))
      throw new TypeError(`JSON can't hold the number ${value}`);
    piece += String(value);
  } else if (Array.isArray(value)) {
    piece += "[";
    for (let index = 0; index < value.length; index += 1) {
      piece = grown(index === 0 ? piece : `${piece},`, value[index], take);
    }
    piece += "]";
  } else {
    const object = value as { readonly [key: string]: Json | undefined };
    let lead = "{";
    const keys = sortedKeys(object);
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] ?? "";
      const member = object[key];
      if (member === undefined) continue;
      piece = grown(piece + lead + namePart(key), member, take);
      lead = ",";
    }
    piece += lead === "{" ? "{}" : "}";
  }
  if (piece.length < pieceLength) return piece;
  take(piece);
  return "";
}

/** Most objects have few keys, and those nearly in order: putting each in its place costs less than a general sort. */
function sortedKeys(object: object): readonly string[] {
  const keys = Object.keys(object);
  if (keys.length > manyKeys) return keys.sort();
  for (let index = 1; index < keys.length; index += 1) {
    const key = keys[index] ?? "";
    let place = index;
    for (; place > 0 && (keys[place - 1] ?? "") > key; place -= 1) keys[place] = keys[place - 1] ?? "";
    keys[place] = key;
  }
  return keys;
}

/** More than an object with a designed shape has; a sort of its own kind is better then. */
const manyKeys = 32;

/** Characters that JSON writes as they are; telling so costs less than writing them out. */
const plainText = /^[ !#-[\]-~]*$/;

/** Names of members recur: as they are written, a limited number of them. */
const nameParts = new Map<string, string>();
const mostNameParts = 2_000;

function namePart(key: string): string {
  const known = nameParts.get(key);
  if (known !== undefined) return known;
  const part = `${JSON.stringify(key)}:`;
  if (nameParts.size < mostNameParts) nameParts.set(key, part);
  return part;
}
