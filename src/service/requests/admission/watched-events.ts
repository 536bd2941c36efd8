import { eventsUntil } from "./events-until.ts";

/**
 * Events until the signal. `whenOver` is told once when they are over: at their end, and where their reader has had
 * enough.
 */
export function watchedEvents<T>(
  events: AsyncIterable<T>,
  signal: AbortSignal,
  whenOver: () => void,
): AsyncIterable<T> {
  const standing = eventsUntil(events, signal);
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
