import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { EmulatorContext } from "../../../../packages/local-cloud/runtime/local-vendor.ts";
import { type KeyDocument, type ListedKey, listLagMs } from "../wire/key-wire.ts";

const collection = "northwind-key";
/** Keys that are gone, as long as the list may show them. */
const purged = "northwind-purged";

export function keyOf(keyId: string, world: EmulatorContext): KeyDocument | undefined {
  const stored = world.documents.get(collection, keyId);
  return stored === undefined ? undefined : documentOf(stored);
}

export function keyNamed(name: string, location: string | null, world: EmulatorContext): KeyDocument | undefined {
  return allKeys(world).find((key) => key.name === name && key.location === location);
}

export function storeKey(key: KeyDocument, world: EmulatorContext): void {
  world.documents.put(collection, key.keyId, key);
}

export function purgeKey({ keyId, name, location }: KeyDocument, world: EmulatorContext): void {
  world.documents.delete(collection, keyId);
  world.documents.put(purged, keyId, { keyId, name, location, purgedMs: world.now() });
}

/** The list as it was a moment ago: without what is new, and with what is gone since. */
export function listedKeys(name: string | null, world: EmulatorContext): readonly ListedKey[] {
  const shownUntil = world.now() - listLagMs;
  const standing = allKeys(world).filter(({ createTime }) => Date.parse(createTime) <= shownUntil);
  const gone = world.documents
    .list(purged)
    .map(({ document }) => document)
    .filter(({ purgedMs }) => Number(purgedMs) > shownUntil);
  return [...standing, ...gone.map(rowOf)]
    .filter((key) => name === null || key.name === name)
    .map(({ keyId, name, location }) => ({ keyId, name, location }));
}

function allKeys(world: EmulatorContext): readonly KeyDocument[] {
  return world.documents.list(collection).map(({ document }) => documentOf(document));
}

function documentOf(stored: JsonObject): KeyDocument {
  const text = (name: string) => (typeof stored[name] === "string" ? stored[name] : "");
  const { note } = stored;
  return {
    ...rowOf(stored),
    note: typeof note === "string" ? note : null,
    retired: stored["retired"] === true,
    material: text("material"),
    createTime: text("createTime"),
  };
}

function rowOf({ keyId, name, location }: JsonObject): ListedKey {
  return {
    keyId: String(keyId),
    name: String(name),
    location: typeof location === "string" ? location : null,
  };
}
