import { CallRefusal } from "../service/requests/call-refusal.ts";

/**
 * The text of a body, as far as it is not larger than `limit` bytes; `announced`: its length, as its sender gives it.
 */
export async function readText(body: AsyncIterable<Uint8Array>, announced: number, limit: number): Promise<string> {
  if (announced > limit) throw tooLarge(limit);
  const decoder = new TextDecoder("utf-8");
  let text = "";
  let read = 0;
  try {
    for await (const chunk of body) {
      read += chunk.byteLength;
      if (read > limit) throw tooLarge(limit);
      text += decoder.decode(chunk, { stream: true });
    }
  } catch (cause) {
    if (cause instanceof CallRefusal) throw cause;
    // The sender went away, which says nothing of this service.
    throw new CallRefusal("bad-request", "the body was broken off", { headers: { connection: "close" } });
  }
  return text + decoder.decode();
}

function tooLarge(limit: number): CallRefusal {
  // What is still to come is not read: nothing else can follow it on this connection.
  const headers = { connection: "close" };
  return new CallRefusal("body-too-large", `the body is larger than ${limit} bytes`, { headers });
}
