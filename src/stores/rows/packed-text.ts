import { deflateRawSync, inflateRawSync } from "node:zlib";

/**
 * A text as a row holds it: its UTF-8, deflated (RFC 1951). Entries of a journal and plans say much the same again and
 * again, so that a row takes less than half of its text, and every commit writes that much less (decision 0090).
 */
export function packed(text: string): Uint8Array {
  return deflateRawSync(text, text.length < shortText ? { ...quickly, ...inLittleRoom } : quickly);
}

const quickly = { level: 1 };

/**
 * What zlib sets aside for each text is freed by the garbage collector, which therefore runs the more often: 40 kB
 * instead of 280 for a text that fits into its window, and the same bytes come out.
 */
const inLittleRoom = { windowBits: 12, memLevel: 5, chunkSize: 2_048 };
const shortText = 4_096;

/** The bytes in a cell of a database; none where it holds something else, which no checksum agrees with. */
export function bytesIn(cell: unknown): Uint8Array {
  return cell instanceof Uint8Array ? cell : new Uint8Array();
}

/** The text; undefined for bytes that `packed` never made. */
export function unpacked(bytes: Uint8Array): string | undefined {
  try {
    return inflateRawSync(bytes).toString("utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && String(cause.code).startsWith("Z_")) return undefined;
    throw cause;
  }
}
