import type { IncomingMessage } from "node:http";
import type { ExchangeResponse } from "../../../packages/base/exchange/exchange.ts";
import { ExchangeFailed } from "../../../packages/base/exchange/exchange-failed.ts";
import { decodedBody } from "./decoded-body.ts";
import { tooLong } from "./too-long.ts";

/** No answer of a vendor's is nearly as long. */
const usualMostBytes = 64 * 1024 * 1024;

/**
 * The answer with its body, as it was before it was compressed. Throws ExchangeFailed with what came where the body
 * breaks off, or is, or unfolds to, more than `mostBytes`.
 */
export async function wholeAnswer(incoming: IncomingMessage, mostBytes = usualMostBytes): Promise<ExchangeResponse> {
  const { statusCode: status = 0 } = incoming;
  const { bytes, failure } = await bytesOf(incoming, mostBytes);
  const headers = fieldsOf(incoming);
  const isEncoded = headers["content-encoding"] !== undefined;
  if (failure !== undefined)
    throw new ExchangeFailed("answered", failure, { status, headers, body: isEncoded ? "" : textOf(bytes) });
  if (!isEncoded) return { status, headers, body: textOf(bytes) };
  try {
    const decoded = await decodedBody(bytes, headers, mostBytes);
    return { status, headers: decoded.headers, body: textOf(decoded.bytes) };
  } catch (cause) {
    throw new ExchangeFailed("answered", cause, { status, headers, body: "" });
  }
}

function bytesOf(
  incoming: IncomingMessage,
  mostBytes: number,
): Promise<{ readonly bytes: Buffer; readonly failure: unknown }> {
  const { promise, resolve } = Promise.withResolvers<{ readonly bytes: Buffer; readonly failure: unknown }>();
  const pieces: Buffer[] = [];
  let length = 0;
  let failure: unknown;
  const end = () =>
    resolve({ bytes: pieces.length === 1 ? (pieces[0] ?? Buffer.alloc(0)) : Buffer.concat(pieces), failure });
  incoming.on("data", (piece: Buffer) => {
    length += piece.length;
    if (length <= mostBytes) pieces.push(piece);
    else incoming.destroy(tooLong(mostBytes));
  });
  incoming.once("end", end);
  incoming.once("error", (cause) => {
    failure = cause;
  });
  incoming.once("close", () => {
    failure ??= incoming.complete ? undefined : new Error("the answer ended too soon");
    end();
  });
  return promise;
}

function fieldsOf({ rawHeaders }: IncomingMessage): Record<string, string> {
  const fields: Record<string, string> = {};
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? "").toLowerCase();
    const value = rawHeaders[at + 1] ?? "";
    const present = Object.hasOwn(fields, name) ? fields[name] : undefined;
    fields[name] = present === undefined ? value : `${present}, ${value}`;
  }
  return fields;
}

/** As every text over HTTP is read here: in UTF-8, without the mark that it may begin with. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
