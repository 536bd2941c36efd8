import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { canonicalJson } from "../../../packages/base/json/canonical-json.ts";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import type { ChainHead } from "./audit-chain.ts";

/** A signed word that the chain once had this length and ended so. */
export interface Checkpoint {
  readonly length: number;
  readonly digest: string;
  readonly at: string;
  /** Of the key that signed. */
  readonly key: string;
  /** Ed25519 over the canonical text of the rest, base64. */
  readonly signature: string;
}

/** A key pair for checkpoints. Its id is a digest of the public half. */
export interface CheckpointKey {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** A fresh private key, as the text of a file (PEM, PKCS#8). */
export function freshCheckpointKey(): string {
  const { privateKey } = generateKeyPairSync("ed25519");
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

/** The key in a file's text; null when it is no Ed25519 key. */
export function checkpointKey(pem: string): CheckpointKey | null {
  try {
    const privateKey = createPrivateKey(pem);
    if (privateKey.asymmetricKeyType !== "ed25519") return null;
    const publicKey = createPublicKey(privateKey);
    const der = publicKey.export({ type: "spki", format: "der" });
    return { id: createHash("sha256").update(der).digest("hex").slice(0, 16), privateKey, publicKey };
  } catch {
    return null;
  }
}

export function signCheckpoint(
  head: ChainHead & { readonly digest: string },
  at: string,
  key: CheckpointKey,
): Checkpoint {
  const content = { length: head.length, digest: head.digest, at, key: key.id };
  return { ...content, signature: sign(null, bytesOf(content), key.privateKey).toString("base64") };
}

/** Whether the key has signed exactly this. */
export function isSigned({ signature, ...content }: Checkpoint, key: CheckpointKey): boolean {
  return content.key === key.id && verify(null, bytesOf(content), key.publicKey, Buffer.from(signature, "base64"));
}

/** The checkpoint of a document; null for what is none. */
export function checkpointOf({ length, digest, at, key, signature }: JsonObject): Checkpoint | null {
  if (typeof length !== "number" || typeof digest !== "string" || typeof at !== "string") return null;
  if (typeof key !== "string" || typeof signature !== "string") return null;
  return { length, digest, at, key, signature };
}

/** The purpose stands in what is signed, so that no signature for something else passes for a checkpoint. */
function bytesOf(content: Omit<Checkpoint, "signature">): Buffer {
  return Buffer.from(canonicalJson({ purpose: "plumbline audit checkpoint", ...content }));
}
