/**
 * Long work on the one thread that serves all callers, and the places where it may pause for a while. Work that has
 * nothing to give way to leaves the port out, and then the work is done in one go (decision 0052).
 */
export interface Turns {
  /** Whether the present turn has lasted long enough for others to have theirs. Cheap. */
  isDue(): boolean;
  /** Comes back when all else that is ready has had its turn. */
  next(): Promise<void>;
}

/** Work in parts: what is between two yields is done at once. It gives what comes of all of it. */
export type InParts<T> = Generator<void, T, void>;

/** Does work in parts without a pause. */
export function inOneTurn<T>(work: InParts<T>): T {
  for (;;) {
    const part = work.next();
    if (part.done === true) return part.value;
  }
}

/** Does work in parts, and gives way between two of them whenever a turn is due. */
export async function inTurns<T>(work: InParts<T>, turns: Turns | undefined): Promise<T> {
  if (turns === undefined) return inOneTurn(work);
  for (;;) {
    const part = work.next();
    if (part.done === true) return part.value;
    if (turns.isDue()) await turns.next();
  }
}

/** Does work on each item, a part each, and gives all that comes of it. */
export function* mappedInParts<T, R>(items: Iterable<T>, work: (item: T) => R): InParts<readonly R[]> {
  const results: R[] = [];
  for (const item of items) {
    results.push(work(item));
    yield;
  }
  return results;
}
