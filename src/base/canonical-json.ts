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
    if (Array.isArray(current)) {
      piece += "[";
      for (const [index, item] of current.entries()) {
        if (index > 0) piece += ",";
        write(item);
      }
      piece += "]";
    } else if (typeof current === "object" && current !== null) {
      const object = current as { readonly [key: string]: Json | undefined };
      let isFirst = true;
      piece += "{";
      for (const key of Object.keys(object).sort()) {
        const member = object[key];
        if (member === undefined) continue;
        piece += `${isFirst ? "" : ","}${JSON.stringify(key)}:`;
        isFirst = false;
        write(member);
      }
      piece += "}";
    } else {
      if (typeof current === "number" && !Number.isFinite(current))
        throw new TypeError(`JSON can't hold the number ${current}`);
      piece += JSON.stringify(current);
    }
    if (piece.length < pieceLength) return;
    take(piece);
    piece = "";
  };
  write(value);
  take(piece);
}
