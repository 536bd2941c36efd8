import { type InParts, inOneTurn, type Turns } from "../../../../packages/base/turns.ts";
import type { Queries } from "./session.ts";

/** Does work in parts inside a transaction. */
export type Awake = <T>(work: InParts<T>) => Promise<T>;

/** Without turns. */
export const unturned: Awake = async (work) => inOneTurn(work);

/** How long a transaction may ask nothing, in milliseconds: far less than after what the server ends it. */
const longestSilenceMs = 500;

/**
 * Gives way between two parts whenever a turn is due. Where that takes long, the server is asked something, so that it
 * does not take the transaction for one that was left. The work throws what it throws, and asking throws ServerError.
 */
export function inTurnsAwake(queries: Queries, turns: Turns | undefined): Awake {
  if (turns === undefined) return unturned;
  return async (work) => {
    let asked = performance.now();
    for (;;) {
      const part = work.next();
      if (part.done === true) return part.value;
      if (!turns.isDue()) continue;
      await turns.next();
      if (performance.now() - asked < longestSilenceMs) continue;
      await queries.rows("SELECT 1");
      asked = performance.now();
    }
  };
}
