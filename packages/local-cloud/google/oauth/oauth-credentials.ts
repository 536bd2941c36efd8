import type { JsonObject } from "../../../base/json/json.ts";
import { expandTemplate } from "../../../base/path-template.ts";
import type { FieldViolation } from "../../../vendor-wire/google/error-envelope.ts";
import {
  credentialFields,
  credentialIdPattern,
  credentialLimits,
  credentialMaskFields,
} from "../../../vendor-wire/google/oauth-credential-wire.ts";
import { resourceNames, wirePaths } from "../../../vendor-wire/google/resource-names.ts";
import type { EmulatorContext, LocalReply, LocalRoute } from "../../runtime/local-vendor.ts";
import { readMessage, readSeed } from "../read-message.ts";
import { answer, invalidArgument, refuse, withoutDefaults } from "../rpc-reply.ts";
import { type RpcCall, rpcRoutesOf } from "../rpc-route.ts";
import { applyMask, pick, readUpdateMask } from "../update-mask.ts";
import {
  credentialsOf,
  deleteCredential,
  findClient,
  findCredential,
  isDeleted,
  putCredential,
} from "./oauth-client-store.ts";

const route = rpcRoutesOf({ api: "iam", service: "google.iam.admin.v1.OauthClients", noun: "OauthClientCredential" });

/** `projects.locations.oauthClients.credentials` of IAM v1: the secrets of a client. The list has no pages. */
export const oauthCredentialRoutes: readonly LocalRoute[] = [
  route("POST", wirePaths.oauthClientCredentials, "Create", ["oauthClientCredentialId"], ofLiveClient(create)),
  route("GET", wirePaths.oauthClientCredentials, "List", [], ofClient(list)),
  route("GET", wirePaths.oauthClientCredential, "Get", [], ofClient(get)),
  route("PATCH", wirePaths.oauthClientCredential, "Update", ["updateMask"], ofLiveClient(patch)),
  route("DELETE", wirePaths.oauthClientCredential, "Delete", [], ofLiveClient(remove)),
];

/** Seeds a credential by its resource name, on a client that is there; the secret is made up when it is left out. */
export function seedOauthClientCredential(object: JsonObject, context: EmulatorContext): void {
  const template = resourceNames.oauthClientCredential;
  const { name, parts, seeded } = readSeed(object, credentialFields, "oauthClientCredential", template);
  const client = clientName(parts);
  if (findClient(client, context) === undefined) throw new TypeError(`there is no client ${client}`);
  putCredential(name, { clientSecret: newSecret(context), ...seeded }, context);
}

type ClientHandle = (call: RpcCall, client: JsonObject, context: EmulatorContext) => LocalReply;

/** What is done for a client that is there. */
function ofClient(handle: ClientHandle) {
  return (call: RpcCall, context: EmulatorContext): LocalReply => {
    const name = clientName(call.params);
    const client = findClient(name, context);
    if (client === undefined) return refuse("NOT_FOUND", `OAuth client ${name} was not found.`);
    return handle(call, client, context);
  };
}

/** The same, and the client is not deleted. */
function ofLiveClient(handle: ClientHandle) {
  return ofClient((call, client, context) => {
    if (!isDeleted(client)) return handle(call, client, context);
    const name = clientName(call.params);
    return refuse("FAILED_PRECONDITION", `OAuth client ${name} is deleted; its credentials can't be changed.`);
  });
}

function create(call: RpcCall, client: JsonObject, context: EmulatorContext): LocalReply {
  const id = call.query["oauthClientCredentialId"] ?? "";
  const read = readMessage(call.body, credentialFields, "oauth_client_credential");
  if (!read.ok) return invalidArgument(read.error);
  const credential = pick(read.value, credentialMaskFields);
  const violations = [...idViolations(id), ...credentialViolations(credential)];
  if (violations.length > 0) return invalidArgument(violations);
  if (client["clientType"] === "PUBLIC_CLIENT") {
    return refuse("FAILED_PRECONDITION", `OAuth client ${client["name"]} is public and has no secrets.`);
  }
  const name =
    expandTemplate(resourceNames.oauthClientCredential, { ...call.params, oauthClientCredentialId: id }) ?? "";
  if (findCredential(name, context) !== undefined) {
    return refuse("ALREADY_EXISTS", `OAuth client credential ${name} already exists.`);
  }
  context.wrote("create", name);
  return answer(putCredential(name, { ...credential, clientSecret: newSecret(context) }, context));
}

function get(call: RpcCall, _client: JsonObject, context: EmulatorContext): LocalReply {
  const name = nameOf(call);
  const credential = findCredential(name, context);
  return credential === undefined ? notFound(name) : answer(credential);
}

function list(_call: RpcCall, client: JsonObject, context: EmulatorContext): LocalReply {
  return answer(withoutDefaults({ oauthClientCredentials: credentialsOf(String(client["name"]), context) }));
}

function patch(call: RpcCall, _client: JsonObject, context: EmulatorContext): LocalReply {
  const mask = readUpdateMask(call.query["updateMask"], credentialMaskFields);
  if (!mask.ok) return invalidArgument(mask.error);
  const read = readMessage(call.body, credentialFields, "oauth_client_credential");
  if (!read.ok) return invalidArgument(read.error);
  const name = nameOf(call);
  const credential = findCredential(name, context);
  if (credential === undefined) return notFound(name);
  const patched = applyMask(credential, read.value, mask.value);
  const violations = credentialViolations(patched);
  if (violations.length > 0) return invalidArgument(violations);
  context.wrote("update", name);
  return answer(putCredential(name, patched, context));
}

/** A credential in use is refused: it has to be disabled first. */
function remove(call: RpcCall, _client: JsonObject, context: EmulatorContext): LocalReply {
  const name = nameOf(call);
  const credential = findCredential(name, context);
  if (credential === undefined) return notFound(name);
  if (credential["disabled"] !== true) return refuse("FAILED_PRECONDITION", "Precondition check failed.");
  context.wrote("delete", name);
  deleteCredential(name, context);
  return answer({});
}

function idViolations(id: string): readonly FieldViolation[] {
  const field = "oauth_client_credential_id";
  if (id === "") return [{ field, description: `${field} is required.` }];
  if (credentialIdPattern.test(id)) return [];
  const description = `${field} takes 4 to 32 lowercase letters, digits or hyphens and does not begin with gcp-.`;
  return [{ field, description }];
}

function credentialViolations({ displayName }: JsonObject): readonly FieldViolation[] {
  if (typeof displayName !== "string" || [...displayName].length <= credentialLimits.displayName) return [];
  const field = "oauth_client_credential.display_name";
  return [{ field, description: `${field} takes at most ${credentialLimits.displayName} characters.` }];
}

function clientName(params: Readonly<Record<string, string>>): string {
  return expandTemplate(resourceNames.oauthClient, params) ?? "";
}

function nameOf(call: RpcCall): string {
  return expandTemplate(resourceNames.oauthClientCredential, call.params) ?? "";
}

function notFound(name: string): LocalReply {
  return refuse("NOT_FOUND", `OAuth client credential ${name} was not found.`);
}

/** 256 bits, in hex digits. */
function newSecret(context: EmulatorContext): string {
  return `${context.unique()}${context.unique()}`;
}
