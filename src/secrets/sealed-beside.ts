import type { Json } from "../../packages/base/json/json.ts";
import { type Sealer, sealKnownLeaves } from "../definitions/schema/secret-values.ts";
import type { Observation } from "../engine/ports/driver.ts";
import { OpenedTexts } from "./opened-texts.ts";
import { rememberSealed } from "./remember-sealed.ts";

type Beside = Pick<Observation, "displaces" | "beside">;

/**
 * What else the same physical object holds: another share of it, one that was forgotten too, may have its values of
 * this stack's secrets. These are sealed wherever they stand, and the words for it tell none of them, in whichever
 * process. What the question says itself stays.
 */
export async function sealedBeside(
  { displaces, beside }: Beside,
  known: Sealer["known"],
  said: ReadonlySet<Json>,
): Promise<Beside> {
  if (beside === undefined) return { displaces };
  const sealed = await Promise.all(beside.map((each) => sealKnownLeaves(each, known, said)));
  const words = displaces.map((each, index) => wordsWithout(each, beside[index] ?? null, sealed[index] ?? null));
  return { displaces: words, beside: sealed };
}

function wordsWithout(words: string, plain: Json, sealed: Json): string {
  const hidden = new OpenedTexts();
  rememberSealed(plain, sealed, hidden);
  return hidden.masked(words);
}
