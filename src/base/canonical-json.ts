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
  let piece = "";
  const write = (current: Json): void => {
    if (typeof current === "string") {
      piece += plainText.test(current) ? `"${current}"` : JSON.stringify(current);
    } else if (typeof current !== "object" || current === null) {
      if (typeof current === "number" && !Number.isFinite(current))
        throw new TypeError(`JSON can't hold the number ${current}`);
      piece += JSON.stringify(current);
    } else if (Array.isArray(current)) {
      piece += "[";
      let isFirst = true;
      for (const item of current) {
        if (!isFirst) piece += ",";
        isFirst = false;
        write(item);
      }
      piece += "]";
    } else {
      const object = current as { readonly [key: string]: Json | undefined };
      let before = "{";
      for (const key of sortedKeys(object)) {
        const member = object[key];
        if (member === undefined) continue;
        piece += before + namePart(key);
        before = ",";
        write(member);
      }
      piece += before === "{" ? "{}" : "}";
    }
    if (piece.length < pieceLength) return;
    take(piece);
    piece = "";
  };
  write(value);
  take(piece);
}

/** Most objects are made with their keys in order; looking costs less than sorting. */
function sortedKeys(object: object): readonly string[] {
  const keys = Object.keys(object);
  for (let index = 1; index < keys.length; index += 1) {
    if ((keys[index - 1] ?? "") > (keys[index] ?? "")) return keys.sort();
  }
  return keys;
}

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
