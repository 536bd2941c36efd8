import { jsonPieces } from "../../packages/base/json/json-pieces.ts";
import type { Turns } from "../../packages/base/turns.ts";

/**
 * How long a large answer waits for its reader to take a piece before it is broken off: until then it holds its
 * document.
 */
const patienceMs = 60_000;

/**
 * The JSON of a document as it is sent. The text of a large one is made meanwhile, a piece in each of its `turns` and
 * none before the one before it is taken: others have theirs in between.
 */
export function sentJson(
  document: unknown,
  turns: Pick<Turns, "next">,
  waitMs = patienceMs,
): string | ReadableStream<Uint8Array> {
  const pieces = jsonPieces(document);
  const first = pieces.next().value ?? "";
  const second = pieces.next();
  return second.done === true ? first : streamOf([first, second.value], pieces, turns, waitMs);
}

function streamOf(
  begun: readonly string[],
  rest: Generator<string, void, void>,
  turns: Pick<Turns, "next">,
  waitMs: number,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const waiting = [...begun];
  let untaken: NodeJS.Timeout | undefined;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      clearTimeout(untaken);
      await turns.next();
      const piece = waiting.shift() ?? rest.next().value;
      if (piece === undefined) return controller.close();
      controller.enqueue(encoder.encode(piece));
      untaken = setTimeout(() => {
        rest.return();
        controller.error(new Error("the reader takes nothing"));
      }, waitMs).unref();
    },
    cancel() {
      clearTimeout(untaken);
      rest.return();
    },
  });
}
