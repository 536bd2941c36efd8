import { digest } from "../../../base/digest.ts";
import type { JsonObject } from "../../../base/json/json.ts";
import { documentCodec } from "../../../base/json/plain.ts";
import type { EmulatorContext } from "../../runtime/local-vendor.ts";

/** A secret of a service principal as it is kept: what is told of it, which holds its digest and never itself. */
export type StoredSecret = { readonly application: string; readonly info: JsonObject };

const collection = "clientSecret";
const secrets = documentCodec<StoredSecret>();

export function listSecrets(world: EmulatorContext, application: string): readonly StoredSecret[] {
  return world.documents.list(collection, `${application} `).map(({ document }) => secrets.read(document));
}

/** Stores a secret under a new id and gives what is told of it. */
export function storeSecret(world: EmulatorContext, application: string, secret: string): JsonObject {
  const id = world.unique();
  const at = world.timestamp(3);
  const info = { id, secret_hash: digest(secret), create_time: at, update_time: at, status: "ACTIVE" };
  const stored: StoredSecret = { application, info };
  world.documents.put(collection, `${application} ${id}`, stored);
  return info;
}

/** False when there is none of that id. */
export function removeSecret(world: EmulatorContext, application: string, id: string): boolean {
  const key = `${application} ${id}`;
  if (world.documents.get(collection, key) === undefined) return false;
  world.documents.delete(collection, key);
  return true;
}

export function isSecretOf(world: EmulatorContext, application: string, secret: string): boolean {
  const hash = digest(secret);
  return listSecrets(world, application).some(({ info }) => info["secret_hash"] === hash);
}
