/**
 * What several streams give, as it comes; ends when all have ended. Of each no more than one item is asked for before
 * it is taken. When the reader leaves, or one of them fails, all are told to close.
 */
export async function* mergedStreams<T>(streams: readonly AsyncIterable<T>[]): AsyncGenerator<T, void, void> {
  const readers = streams.map((stream) => stream[Symbol.asyncIterator]());
  const next = async (index: number) => ({ index, result: await readers[index]?.next() });
  const asked = new Map(readers.map((_, index) => [index, next(index)]));
  try {
    while (asked.size > 0) {
      const { index, result } = await Promise.race(asked.values());
      if (result === undefined || result.done === true) {
        asked.delete(index);
        continue;
      }
      yield result.value;
      asked.set(index, next(index));
    }
  } finally {
    // One that is silent closes only when its next item comes: it is not waited for.
    for (const reader of readers) Promise.resolve(reader.return?.()).catch(() => {});
  }
}
