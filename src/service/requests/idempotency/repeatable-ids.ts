import { digest } from "../../../../packages/base/digest.ts";
import type { Ids } from "../../../../packages/base/ids.ts";

const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";

/**
 * Ids that are drawn from one: a request that has to be carried out again draws what it drew before, so that it makes
 * and finds the same. As hard to guess as the one is.
 */
export function repeatableIds(from: string): Ids {
  let drawn = 0;
  const draw = () => {
    drawn += 1;
    return Buffer.from(digest([from, drawn]).slice("sha256:".length), "hex");
  };
  return {
    unique: () => draw().toString("hex", 0, 16),
    suffix: (length) => {
      let text = "";
      while (text.length < length) for (const byte of draw()) text += alphabet[byte % alphabet.length];
      return text.slice(0, length);
    },
  };
}
