import { generateKeyPairSync } from "node:crypto";
import type { JsonObject } from "../../../base/json/json.ts";
import type { EmulatorContext } from "../../runtime/local-vendor.ts";

const collection = "signing-key";
/** OpenID Connect Core asks every provider for it. */
export const signingAlgorithm = "RS256";

/** The key that signs ID tokens, as a private JSON Web Key; made at first need, for it takes a while. */
export function signingKey(context: EmulatorContext): JsonObject {
  const [kept] = context.documents.list(collection);
  if (kept !== undefined) return kept.document;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const kid = context.unique();
  const key = { ...(privateKey.export({ format: "jwk" }) as JsonObject), kid, alg: signingAlgorithm, use: "sig" };
  context.documents.put(collection, kid, key);
  return key;
}

/** The part of the key that everybody may see. */
export function publicPart({ kty, n, e, kid, alg, use }: JsonObject): JsonObject {
  return { kty: kty ?? "", n: n ?? "", e: e ?? "", kid: kid ?? "", alg: alg ?? "", use: use ?? "" };
}
