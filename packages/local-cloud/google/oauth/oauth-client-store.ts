import type { JsonObject } from "../../../base/json/json.ts";
import { oauthClientRetentionDays, oauthClientStates } from "../../../vendor-wire/google/oauth-client-wire.ts";
import type { EmulatorContext } from "../../runtime/local-vendor.ts";
import { googleTime, withoutDefaults } from "../rpc-reply.ts";

const clients = "oauth-client";
const names = "oauth-client-name";
const credentials = "oauth-client-credential";
const dayMs = 24 * 60 * 60 * 1000;

/** The client under a resource name; one whose time is over is purged by the look at it, its credentials with it. */
export function findClient(name: string, context: EmulatorContext): JsonObject | undefined {
  const client = context.documents.get(clients, name);
  if (client === undefined || !isPurged(client, context)) return client;
  context.documents.delete(clients, name);
  context.documents.delete(names, String(client["clientId"]));
  for (const { key } of context.documents.list(credentials, credentialPrefix(name))) {
    context.documents.delete(credentials, key);
  }
  return undefined;
}

/** The client with a `clientId`, which is what OAuth requests name it by. */
export function findClientById(clientId: string, context: EmulatorContext): JsonObject | undefined {
  const name = context.documents.get(names, clientId)?.["name"];
  const client = typeof name === "string" ? findClient(name, context) : undefined;
  return client?.["clientId"] === clientId ? client : undefined;
}

/** Clients under a prefix in name order, behind the name `after`. */
export function* clientsAfter(prefix: string, after: string, showDeleted: boolean, context: EmulatorContext) {
  for (const { key, document } of context.documents.scan(clients, prefix, after)) {
    if (!isPurged(document, context) && (showDeleted || !isDeleted(document))) yield { name: key, client: document };
  }
}

/** Keeps a client under its name, and gives it as it is shown. */
export function putClient(name: string, client: JsonObject, context: EmulatorContext): JsonObject {
  const document = withoutDefaults({ ...client, name });
  context.documents.put(clients, name, document);
  context.documents.put(names, String(client["clientId"]), { name });
  return document;
}

export function isDeleted(client: JsonObject): boolean {
  return client["state"] === oauthClientStates.deleted;
}

function isPurged({ expireTime }: JsonObject, context: EmulatorContext): boolean {
  return typeof expireTime === "string" && Date.parse(expireTime) <= context.now();
}

/** When a client that is deleted now will be purged. */
export function purgeTime(context: EmulatorContext): string {
  return googleTime(context.now() + oauthClientRetentionDays * dayMs);
}

export function findCredential(name: string, context: EmulatorContext): JsonObject | undefined {
  return context.documents.get(credentials, name);
}

/** The credentials of a client in name order. */
export function credentialsOf(client: string, context: EmulatorContext): readonly JsonObject[] {
  return context.documents.list(credentials, credentialPrefix(client)).map(({ document }) => document);
}

/** Keeps a credential under its name, and gives it as it is shown. */
export function putCredential(name: string, credential: JsonObject, context: EmulatorContext): JsonObject {
  const document = withoutDefaults({ ...credential, name });
  context.documents.put(credentials, name, document);
  return document;
}

export function deleteCredential(name: string, context: EmulatorContext): void {
  context.documents.delete(credentials, name);
}

function credentialPrefix(client: string): string {
  return `${client}/credentials/`;
}
