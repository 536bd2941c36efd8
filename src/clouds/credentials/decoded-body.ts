type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Encodings of answers (RFC 9110, section 8.4.1) that are decoded. */
const decoders: ReadonlyMap<string, () => TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>> = new Map([
  ["gzip", () => new DecompressionStream("gzip")],
  ["x-gzip", () => new DecompressionStream("gzip")],
  ["deflate", () => new DecompressionStream("deflate")],
  ["br", () => new DecompressionStream("brotli")],
]);

/**
 * The body as it was before it was compressed, which some gateways do unasked; the headers say so no more then. Encodings that were
 * laid over one another are taken off from the last to the first. With one that is not known the body stays as it came.
 */
export function decodedBody(body: Body, headers: Headers): Body {
  const named = (headers.get("content-encoding") ?? "").toLowerCase().split(",");
  const encodings = named.map((each) => each.trim()).filter((each) => each !== "" && each !== "identity");
  const chain = encodings.toReversed().map((each) => decoders.get(each));
  if (chain.length === 0 || chain.includes(undefined)) return body;
  headers.delete("content-encoding");
  headers.delete("content-length");
  return chain.reduce<Body>((rest, make) => (make === undefined ? rest : rest.pipeThrough(make())), body);
}
