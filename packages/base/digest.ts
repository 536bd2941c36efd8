import { createHash, hash } from "node:crypto";
import { canonicalJson, canonicalPieces } from "./json/canonical-json.ts";
import type { Json } from "./json/json.ts";
import type { InParts } from "./turns.ts";

/** Content address of a JSON value: `sha256:` and 64 hex digits over its canonical text. */
export function digest(value: Json): string {
  return textDigest(canonicalJson(value));
}

/** The same in parts, for a value that may be large. */
export function* digestInParts(value: Json): InParts<string> {
  const whole = createHash("sha256");
  for (const piece of canonicalPieces(value)) {
    whole.update(piece);
    yield;
  }
  return `sha256:${whole.digest("hex")}`;
}

/** Content address of a well-formed text as it stands: a long one is not written out as JSON for it. */
export function textDigest(text: string): string {
  return `sha256:${hash("sha256", text)}`;
}
