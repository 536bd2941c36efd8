import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import type { Fields } from "../../../packages/base/exchange/exchange.ts";
import { tooLong } from "./too-long.ts";

type Decode = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

/** Encodings of answers (RFC 9110, section 8.4.1) that are decoded. */
const decoders: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ["gzip", promisify(gunzip)],
  ["x-gzip", promisify(gunzip)],
  ["deflate", promisify(inflate)],
  ["br", promisify(brotliDecompress)],
]);

interface Decoded {
  readonly bytes: Buffer;
  readonly headers: Fields;
}

/**
 * The body as it was before it was compressed, which some gateways do unasked; the headers say so no more then.
 * Encodings that were laid over one another are taken off from the last to the first. With one that is not known the
 * body stays as it came. Throws where it is damaged, or unfolds to more than `mostBytes`.
 */
export async function decodedBody(bytes: Buffer, headers: Fields, mostBytes: number): Promise<Decoded> {
  const { "content-encoding": named = "", "content-length": _, ...others } = headers;
  const encodings = named.toLowerCase().split(",");
  const chain = encodings.map((each) => each.trim()).filter((each) => each !== "" && each !== "identity");
  // What never was there is not encoded: the answer to a HEAD, one without a body.
  if (bytes.length === 0 || !chain.every((each) => decoders.has(each))) return { bytes, headers };
  let body = bytes;
  for (const encoding of chain.toReversed())
    body = (await decoders.get(encoding)?.(body, { maxOutputLength: mostBytes }).catch(toldOf(mostBytes))) ?? body;
  return { bytes: body, headers: others };
}

function toldOf(mostBytes: number): (cause: unknown) => never {
  return (cause) => {
    const isTooLong = cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE";
    throw isTooLong ? tooLong(mostBytes) : cause;
  };
}
