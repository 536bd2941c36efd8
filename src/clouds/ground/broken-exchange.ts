/**
 * How an exchange over HTTP fails, as the standard `fetch` of Node shows it: a TypeError whose cause carries the
 * system's code, or undici's for what undici itself gave up.
 */
export function brokenExchange(code: "ECONNRESET" | "UND_ERR_HEADERS_TIMEOUT"): TypeError {
  return new TypeError("fetch failed", { cause: withCode(code) });
}

/**
 * The answer cut off after `bytes` bytes of its body. `broken`: reading the body fails there, and the length that was
 * announced stays what it was; `clean`: the short body is all there is. An answer without a body stays as it is.
 */
export async function truncatedResponse(
  whole: Response,
  bytes: number | undefined,
  ending: "broken" | "clean",
): Promise<Response> {
  if (whole.body === null) return whole;
  const content = new Uint8Array(await whole.arrayBuffer());
  const part = content.subarray(0, Math.min(bytes ?? Math.floor(content.length / 2), content.length));
  const { status } = whole;
  const headers = new Headers(whole.headers);
  headers.set("content-length", String(ending === "broken" ? content.length : part.length));
  if (ending === "clean") return new Response(part, { status, headers });
  let sent = false;
  const body = new ReadableStream<Uint8Array>(
    {
      // In two steps: an error would throw away what is still waiting to be read.
      pull: (controller) => {
        if (sent || part.length === 0)
          controller.error(new TypeError("terminated", { cause: withCode("UND_ERR_SOCKET") }));
        else controller.enqueue(part);
        sent = true;
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status, headers });
}

function withCode(code: string): Error {
  return Object.assign(new Error(code), { code });
}
