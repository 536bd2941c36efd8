import { digest } from "../../../base/digest.ts";
import type { JsonObject } from "../../../base/json/json.ts";
import { documentCodec } from "../../../base/json/plain.ts";
import type { EmulatorContext } from "../../runtime/local-vendor.ts";

/** A secret of a service principal as it is kept: what is told of it, which holds its digest and never itself. */
export type StoredSecret = { readonly application: string; readonly info: JsonObject };

const collection = "clientSecret";
const secrets = documentCodec<StoredSecret>();

export function listSecrets(context: EmulatorContext, application: string): readonly StoredSecret[] {
  return context.documents.list(collection, `${application} `).map(({ document }) => secrets.read(document));
}

/** Stores a secret under a new id and gives what is told of it. */
export function storeSecret(context: EmulatorContext, application: string, secret: string): JsonObject {
  const id = context.unique();
  const at = context.timestamp(3);
  const info = { id, secret_hash: digest(secret), create_time: at, update_time: at, status: "ACTIVE" };
  const stored: StoredSecret = { application, info };
  context.documents.put(collection, `${application} ${id}`, stored);
  return info;
}

/** False when there is none of that id. */
export function removeSecret(context: EmulatorContext, application: string, id: string): boolean {
  const key = `${application} ${id}`;
  if (context.documents.get(collection, key) === undefined) return false;
  context.documents.delete(collection, key);
  return true;
}

export function isSecretOf(context: EmulatorContext, application: string, secret: string): boolean {
  const hash = digest(secret);
  return listSecrets(context, application).some(({ info }) => info["secret_hash"] === hash);
}
