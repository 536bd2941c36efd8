import { createHmac } from "node:crypto";

const prefix = "whsec_";

/** The bytes of a webhook's secret, written as `whsec_` and base64; null when it is none, or too short to be safe. */
export function secretBytes(secret: string): Uint8Array | null {
  const text = secret.slice(prefix.length);
  if (!secret.startsWith(prefix) || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  const bytes = Buffer.from(text, "base64");
  return bytes.length >= 24 && bytes.length <= 64 ? bytes : null;
}

/**
 * The headers by which a receiver tells that a message is ours and new: HMAC-SHA-256 over id, time and body, as the
 * Standard Webhooks specification (version 1, symmetric) says. `at`: milliseconds since the epoch.
 */
export function signatureHeaders(
  id: string,
  at: number,
  body: string,
  secret: Uint8Array,
): Readonly<Record<string, string>> {
  const seconds = Math.floor(at / 1_000);
  const signature = createHmac("sha256", secret).update(`${id}.${seconds}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": `v1,${signature}`,
  };
}
