import { Refusal } from "./refusal.ts";

/** The text of a body, as far as it is not larger than `limit` bytes. */
export async function readText(request: Request, limit: number): Promise<string> {
  const announced = Number(request.headers.get("content-length") ?? 0);
  if (announced > limit) throw tooLarge(limit);
  if (request.body === null) return "";
  // Its length was announced and is held to by the listener.
  if (announced > 0) return await request.text();
  const decoder = new TextDecoder("utf-8");
  let text = "";
  let read = 0;
  for await (const chunk of request.body) {
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
