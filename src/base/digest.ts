import { createHash } from "node:crypto";
import { writeCanonicalJson } from "./canonical-json.ts";
import type { Json } from "./json.ts";

/** Content address of a JSON value: `sha256:` and 64 hex digits over its canonical text. */
export function digest(value: Json): string {
  const hash = createHash("sha256");
  writeCanonicalJson(value, (piece) => hash.update(piece));
  return `sha256:${hash.digest("hex")}`;
}
