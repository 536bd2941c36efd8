import { isJsonObject, type Json } from "../../packages/base/json/json.ts";
import { isSecret } from "../definitions/schema/value.ts";
import type { KnownSecrets } from "./known-secrets.ts";

/** Remembers each part of a value in whose place the other one, of the same shape, has a marker. */
export function rememberSealed(plain: Json, sealed: Json, texts: KnownSecrets): void {
  if (isSecret(sealed)) texts.remember(plain);
  else if (Array.isArray(plain) && Array.isArray(sealed))
    for (const [index, each] of plain.entries()) rememberSealed(each as Json, (sealed[index] ?? null) as Json, texts);
  else if (isJsonObject(plain) && isJsonObject(sealed))
    for (const [key, each] of Object.entries(plain)) rememberSealed(each, sealed[key] ?? null, texts);
}
