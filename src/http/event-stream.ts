import type { EventStream, StreamedEvent } from "../contract/call.ts";
import { jsonLines, serverSentEvents } from "../contract/media.ts";

/** How often a silent stream of server-sent events shows that it is alive, in milliseconds. */
const heartbeatMs = 15_000;

/** Says that time has passed without an event; ends with the signal. */
type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/**
 * The bytes of a stream: server-sent events, or JSON one document a line. A failure breaks the stream off: nothing at
 * its end looks like an end.
 */
export function bytesOf({ events, isShared }: EventStream, media: string, sleep: Sleep): ReadableStream<Uint8Array> {
  const iterator = events[Symbol.asyncIterator]();
  const write = media === serverSentEvents ? asServerSentEvent : asLine;
  let next: Promise<IteratorResult<StreamedEvent>> | undefined;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        next ??= iterator.next();
        const result = media === serverSentEvents ? await orHeartbeat(next, sleep) : await next;
        if (result === "silent") return controller.enqueue(encoder.encode(": still here\n\n"));
        next = undefined;
        if (result.done === true) return controller.close();
        controller.enqueue(
          isShared === true ? sharedBytes(result.value, media, write) : encoder.encode(write(result.value)),
        );
      } catch (cause) {
        controller.error(cause);
      }
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

const encoder = new TextEncoder();
const written: Readonly<Record<string, WeakMap<object, Uint8Array>>> = {
  [serverSentEvents]: new WeakMap(),
  [jsonLines]: new WeakMap(),
};

function sharedBytes(event: StreamedEvent, media: string, write: (event: StreamedEvent) => string): Uint8Array {
  const known = written[media]?.get(event.data);
  if (known !== undefined) return known;
  const made = encoder.encode(write(event));
  written[media]?.set(event.data, made);
  return made;
}

async function orHeartbeat<T>(next: Promise<T>, sleep: Sleep): Promise<T | "silent"> {
  const awake = new AbortController();
  const silence = sleep(heartbeatMs, awake.signal).then(
    () => "silent" as const,
    // Woken because the event is there; the race is decided.
    () => new Promise<never>(() => {}),
  );
  try {
    return await Promise.race([next, silence]);
  } finally {
    awake.abort();
  }
}

function asServerSentEvent({ id, data }: StreamedEvent): string {
  return `${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}

function asLine({ data }: StreamedEvent): string {
  return `${JSON.stringify(data)}\n`;
}
