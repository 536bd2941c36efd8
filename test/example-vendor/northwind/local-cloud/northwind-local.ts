import { isJsonObject, type JsonObject } from "../../../../packages/base/json/json.ts";
import type {
  EmulatorContext,
  LocalReply,
  LocalRequest,
  LocalRoute,
  LocalVendor,
} from "../../../../packages/local-cloud/runtime/local-vendor.ts";
import { type KeyDocument, keyPaths } from "../wire/key-wire.ts";
import { refusalOfStatus, refused, refusedCaller } from "./replies.ts";
import { keyNamed, keyOf, listedKeys, purgeKey, storeKey } from "./stored-keys.ts";

/** The service that keeps signing keys. */
export const northwindLocal: LocalVendor = {
  name: "northwind",
  routes: [
    route("POST", keyPaths.collection, createKey),
    route("GET", keyPaths.collection, ({ query }, _key, world) => ({
      status: 200,
      body: { keys: listedKeys(query.get("name"), world) },
    })),
    route("POST", keyPaths.purge, withKey(purge)),
    route(
      "GET",
      keyPaths.item,
      withKey((_request, key) => ({ status: 200, body: key })),
    ),
    route("PATCH", keyPaths.item, withKey(patchKey)),
  ],
  refusal: (status) => refusalOfStatus(status),
  unreadableBody: () => refused("BAD_REQUEST", "The body is not JSON."),
  seeds: { northwindKey: (object, world) => void makeKey(object, world) },
};

type Handle<T> = (request: LocalRequest, about: T, world: EmulatorContext) => LocalReply;

/** A route for callers who may call. */
function route(method: string, template: string, handle: Handle<string>): LocalRoute {
  return {
    method,
    template,
    handle: (request, { keyId = "" }, world) => refusedCaller(request) ?? handle(request, keyId, world),
  };
}

function withKey(handle: Handle<KeyDocument>): Handle<string> {
  return (request, keyId, world) => {
    const key = keyOf(keyId, world);
    return key === undefined ? refused("NO_SUCH_KEY", `There is no key ${keyId}.`) : handle(request, key, world);
  };
}

function createKey({ body }: LocalRequest, _keyId: string, world: EmulatorContext): LocalReply {
  if (!isJsonObject(body ?? null)) return refused("BAD_REQUEST", "A key is an object.");
  const given: JsonObject = isJsonObject(body) ? body : {};
  const { name, location = null } = given;
  if (typeof name !== "string" || name === "") return refused("BAD_REQUEST", "`name` must be a text.");
  if (keyNamed(name, typeof location === "string" ? location : null, world) !== undefined)
    return refused("KEY_EXISTS", `There is a key ${name} already.`);
  return { status: 201, body: makeKey(given, world) };
}

function makeKey({ name, location, note, retired }: JsonObject, world: EmulatorContext): KeyDocument {
  if (typeof name !== "string") throw new TypeError("`name` must be a text");
  const key: KeyDocument = {
    keyId: `k-${world.unique().slice(-12)}`,
    name,
    location: typeof location === "string" ? location : null,
    note: typeof note === "string" ? note : null,
    retired: retired === true,
    material: `nw.${world.unique()}`,
    createTime: world.timestamp(3),
  };
  storeKey(key, world);
  world.wrote("create", key.keyId);
  return key;
}

function patchKey({ body }: LocalRequest, key: KeyDocument, world: EmulatorContext): LocalReply {
  if (body === undefined || !isJsonObject(body)) return refused("BAD_REQUEST", "A change is an object.");
  const { note = key.note, retired = key.retired } = body;
  if (note !== null && typeof note !== "string") return refused("BAD_REQUEST", "`note` must be a text.");
  const changed = { ...key, note, retired: retired === true };
  storeKey(changed, world);
  world.wrote("update", key.keyId);
  return { status: 200, body: changed };
}

function purge(_request: LocalRequest, key: KeyDocument, world: EmulatorContext): LocalReply {
  if (!key.retired) return refused("NOT_RETIRED", `${key.keyId} is in use: retire it first.`);
  purgeKey(key, world);
  world.wrote("delete", key.keyId);
  return { status: 204 };
}
