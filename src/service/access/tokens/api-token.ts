import { createHash, randomBytes } from "node:crypto";

/**
 * An API token as text: `plumb_<id>_<secret><checksum>`. The id is 12 of [a-z0-9] and no secret; the secret is 256
 * random bits as 43 digits to base 62; the checksum is 6 such digits over all before it, so that scanners for lost
 * secrets, and the listener, tell a token from a text that only looks like one without asking a store.
 */
const form = /^plumb_([a-z0-9]{12})_[0-9A-Za-z]{43}([0-9A-Za-z]{6})$/;
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Makes a token of that id with a fresh secret. */
export function mintToken(id: string): string {
  const body = `plumb_${id}_${base62(randomBytes(32), 43)}`;
  return `${body}${checksum(body)}`;
}

/** The id in a well-formed token; null for every other text. */
export function tokenId(text: string): string | null {
  const match = form.exec(text);
  const body = text.slice(0, -6);
  return match?.[1] !== undefined && match[2] === checksum(body) ? match[1] : null;
}

/** What is stored of a token. The secret has 256 bits: nothing slower than one hash is needed. */
export function tokenDigest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function checksum(body: string): string {
  return base62(createHash("sha256").update(body).digest().subarray(0, 4), 6);
}

function base62(bytes: Buffer, length: number): string {
  let rest = BigInt(`0x${bytes.toString("hex")}`);
  let text = "";
  while (text.length < length) {
    text = (digits[Number(rest % 62n)] ?? "") + text;
    rest /= 62n;
  }
  return text;
}
