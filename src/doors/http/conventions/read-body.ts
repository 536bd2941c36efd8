import { Refusal } from "./refusal.ts";

/** The text of a body, as far as it is not larger than `limit` bytes. */
export async function readText(request: Request, limit: number): Promise<string> {
  const announced = Number(request.headers.get("content-length") ?? 0);
  if (announced > limit) throw tooLarge(limit);
  if (request.body === null) return "";
  try {
    // Its length was announced and is held to by the listener.
    return await (announced > 0 ? request.text() : readChunks(request.body, limit));
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    // The sender went away, which says nothing of this service.
    throw new Refusal("bad-request", "the body was broken off", { headers: { connection: "close" } });
  }
}

async function readChunks(body: NonNullable<Request["body"]>, limit: number): Promise<string> {
  const decoder = new TextDecoder("utf-8");
  let text = "";
  let read = 0;
  for await (const chunk of body) {
    read += chunk.byteLength;
    if (read > limit) throw tooLarge(limit);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function tooLarge(limit: number): Refusal {
  // What is still to come is not read: nothing else can follow it on this connection.
  const headers = { connection: "close" };
  return new Refusal("body-too-large", `the body is larger than ${limit} bytes`, { headers });
}
