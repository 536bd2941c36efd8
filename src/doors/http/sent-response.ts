import { jsonPieces } from "../../base/json-pieces.ts";
import { LightResponse } from "../../base/light-response.ts";
import type { Turns } from "../../base/turns.ts";

/** How long a large answer waits for its reader to take a piece before it is broken off: until then it holds its document. */
const patienceMs = 60_000;

/**
 * The platform's own Response for one that goes over the network. The text of a large document is made while it is sent, a piece
 * in each of its `turns` and none before the one before it is taken: others have theirs meanwhile.
 */
export function sentResponse(response: Response, turns: Pick<Turns, "next">, waitMs = patienceMs): Response {
  if (!(response instanceof LightResponse)) return response;
  const { document, status, headers } = response;
  if (document === undefined) return response.full();
  const pieces = jsonPieces(document);
  const first = pieces.next().value ?? "";
  const second = pieces.next();
  const init = { status, headers: [...headers] };
  return second.done === true
    ? new Response(first, init)
    : new Response(streamOf([first, second.value], pieces, turns, waitMs), init);
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
