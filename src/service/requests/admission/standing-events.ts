import { whileStanding } from "./while-standing.ts";

/**
 * Events until the signal. `whenOver` is told once when they are over: at their end, and where their reader has had
 * enough.
 */
export function standingEvents<T>(
  events: AsyncIterable<T>,
  signal: AbortSignal,
  whenOver: () => void,
): AsyncIterable<T> {
  const standing = whileStanding(events, signal);
  return {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        const next = await standing.next().catch((cause: unknown) => {
          whenOver();
          throw cause;
        });
        if (next.done === true) whenOver();
        return next;
      },
      return: async () => {
        whenOver();
        return standing.return();
      },
    }),
  };
}
