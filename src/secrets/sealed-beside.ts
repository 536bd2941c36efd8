import type { Json } from "../../packages/base/json/json.ts";
import { type Sealer, sealKnownLeaves } from "../definitions/schema/secret-values.ts";
import type { Observation } from "../engine/ports/driver.ts";
import { KnownSecrets } from "./known-secrets.ts";
import { rememberSealed } from "./remember-sealed.ts";

type Beside = Pick<Observation, "displaces" | "beside">;

/**
 * What else the same physical object holds: another share of it, one that was forgotten too, may have its values of
 * this stack's secrets, or texts that tell them. These are sealed wherever they stand, and the words for it tell none
 * of them, in whichever process. What the question says itself stays.
 */
export async function sealedBeside(
  { displaces, beside }: Beside,
  secrets: Sealer,
  texts: KnownSecrets,
  said: ReadonlySet<Json>,
): Promise<Beside> {
  await texts.learn();
  const sealed = await Promise.all((beside ?? []).map((each) => sealKnownLeaves(each, telling(secrets, texts), said)));
  const words = displaces.map((each, index) =>
    texts.masked(wordsWithout(each, beside?.[index] ?? null, sealed[index] ?? null)),
  );
  return { displaces: words, ...(beside === undefined ? {} : { beside: sealed }) };
}

/** Seals a known secret, and a text that has one inside it: as a whole, so that it can be put back. */
function telling({ known, seal }: Sealer, texts: KnownSecrets): Sealer["known"] {
  return async (value) => {
    const marker = await known(value);
    if (marker !== null || typeof value !== "string" || texts.masked(value) === value) return marker;
    return seal(value);
  };
}

function wordsWithout(words: string, plain: Json, sealed: Json): string {
  const hidden = new KnownSecrets();
  rememberSealed(plain, sealed, hidden);
  return hidden.masked(words);
}
