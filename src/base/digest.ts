import { createHash } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";
import type { Json } from "./json.ts";

/** Content address of a JSON value: `sha256:` and 64 hex digits over its canonical text. */
export function digest(value: Json): string {
  return `sha256:${createHash("sha256").update(canonicalJson(value)).digest("hex")}`;
}
