/** Events until the signal, at once: also where their maker does not hear of it. */
export async function* eventsUntil<T>(events: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void, void> {
  const iterator = events[Symbol.asyncIterator]();
  // One listener for all events: a promise that each of them waits on would keep them all.
  let end: () => void = () => {};
  const ended = () => end();
  signal.addEventListener("abort", ended);
  try {
    while (!signal.aborted) {
      const next = await new Promise<IteratorResult<T>>((resolve, reject) => {
        end = () => resolve({ done: true, value: undefined });
        iterator.next().then(resolve, reject);
      });
      if (next.done === true || signal.aborted) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", ended);
    void iterator.return?.()?.catch(() => {});
  }
}
