import { isJsonObject, type Json, type JsonObject } from "../../../../packages/base/json/json.ts";
import type { CredentialBinding, CredentialPlace } from "../../../engine/ports/credential-binding.ts";

/** Where credentials that were named through the API are kept, by name. */
export const bindingCollection = "credentials";

/** A credential that was named through the API, and by whom. */
export interface KeptBinding {
  readonly binding: CredentialBinding;
  readonly at: string;
  readonly by: string;
}

export function bindingDocument({ binding, at, by }: KeptBinding): JsonObject {
  const { name, kind, origins, mayBePrivate, credential, stacks } = binding;
  return {
    name,
    kind,
    origins: origins === null ? null : [...origins],
    mayBePrivate,
    credential,
    stacks: [...stacks],
    at,
    by,
  };
}

/** Null for what is none: a newer version may have written it. What can't be read allows nothing. */
export function keptBindingOf(document: JsonObject): KeptBinding | null {
  const { name, kind, mayBePrivate, at, by } = document;
  const origins = document["origins"] === null ? null : textsIn(document["origins"]);
  const stacks = textsIn(document["stacks"]);
  const credential = placeOf(document["credential"]);
  if (typeof name !== "string" || typeof kind !== "string") return null;
  if (origins === undefined || stacks === undefined || credential === null) return null;
  const binding = { name, kind, origins, mayBePrivate: mayBePrivate === true, credential, stacks };
  return { binding, at: String(at), by: String(by) };
}

function placeOf(value: Json | undefined): CredentialPlace | null {
  if (!isJsonObject(value)) return null;
  const { kind, name, path } = value;
  const clientId = typeof value["clientId"] === "string" ? value["clientId"] : null;
  if (kind === "usual") return { kind };
  if (kind === "environment" && typeof name === "string") return { kind, name, clientId };
  return kind === "file" && typeof path === "string" ? { kind, path, clientId } : null;
}

function textsIn(value: Json | undefined): readonly string[] | undefined {
  return Array.isArray(value) && value.every((each) => typeof each === "string") ? value : undefined;
}
