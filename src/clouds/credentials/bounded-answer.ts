/** No answer of a vendor's is nearly as long. */
const mostBytes = 64 * 1024 * 1024;

/** The same answer, whose body breaks off with an error where it unfolds to more than any vendor sends. */
export function boundedAnswer(response: Response): Response {
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  let length = 0;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      length += chunk.byteLength;
      if (length > mostBytes) throw new TypeError("the answer unfolds to more than 64 MiB");
      controller.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(bounded), { status, statusText, headers });
}
