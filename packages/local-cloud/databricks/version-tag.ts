import { digest } from "../../base/digest.ts";

/**
 * An opaque tag: the version as a big-endian number, so that tags grow as bytes, then a digest that can't be
 * guessed ahead. Base64 of 40 bytes: `+`, `/` and padding occur, as in the vendor's own.
 */
export function versionTag(version: number, salt: string): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(version));
  const hash = Buffer.from(digest([version, salt]).slice("sha256:".length), "hex");
  return Buffer.concat([bytes, hash]).toString("base64");
}
