import type { Exchange } from "../../../../packages/base/exchange/exchange.ts";
import type { Json, JsonObject } from "../../../../packages/base/json/json.ts";
import { expandTemplate } from "../../../../packages/base/path-template.ts";
import type {
  Change,
  Driver,
  ListOutcome,
  Observation,
  ReadOutcome,
  Target,
  WriteOutcome,
} from "../../../../src/engine/ports/driver.ts";
import type { Refusal } from "../../../../src/engine/ports/outcome.ts";
import { keyPaths } from "../wire/key-wire.ts";
import { baseOf, type WireRequest, wireCall } from "./wire-call.ts";

/**
 * Signing keys of Northwind's. Calls name a key by the id that the server chose; it is found by name, in a list that
 * lags behind.
 */
export function northwindDriver(exchange: Exchange): Driver {
  const keys = new Keys(exchange);
  return {
    kind: "northwind",
    cloudId: baseOf,
    verify: async () => null,
    read: (target) => keys.read(target),
    // The list shows no secrets.
    collectionOf: () => null,
    list: async (target): Promise<ListOutcome> => notOffered(`listing ${target.type}`),
    write: (change) => keys.write(change),
    isConditional: ({ operation }) => operation === "create",
    readsLag: () => true,
    poll: async () => notOffered("a long-running operation"),
    lookup: async (call) => notOffered(`the function ${call.function}`),
    discover: async ({ field }) => notOffered(`a default for ${field}`),
  };
}

type Found = { readonly kind: "found"; readonly keyId: string } | Refusal;

class Keys {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  async read(target: Target): Promise<ReadOutcome> {
    const found = await this.#find(target);
    const answer = found.kind === "found" ? await this.#call(target, "GET", itemPath(found.keyId)) : found;
    if (answer.kind === "absent") return { ...answer, version: null, displaces: [] };
    return answer.kind === "answer" ? { kind: "done", observation: observed(answer.body, target) } : answer;
  }

  async write(change: Change): Promise<WriteOutcome> {
    const { target, operation, inputs, fields } = change;
    const { keyName = "", location } = target.variables;
    if (operation === "undelete") return notOffered("undeleting a key");
    if (operation === "create") {
      const named = { name: keyName, ...(location === undefined ? {} : { location }) };
      const { note = null, retired = false } = inputs;
      return this.#written(target, "POST", keyPaths.collection, { ...named, note, retired });
    }
    const found = await this.#known(change);
    if (found.kind !== "found") return found;
    if (operation === "delete") {
      const answer = await this.#call(target, "POST", expanded(keyPaths.purge, found.keyId), {});
      return answer.kind === "answer" ? { kind: "done", observation: null } : answer;
    }
    const changed = Object.fromEntries(fields.map((name): [string, Json] => [name, inputs[name] ?? null]));
    return this.#written(target, "PATCH", itemPath(found.keyId), changed);
  }

  /** The id that was seen before; where nothing was, it is looked for. */
  async #known({ prior, target }: Change): Promise<Found> {
    const keyId = prior?.outputs["keyId"];
    return typeof keyId === "string" ? { kind: "found", keyId } : this.#find(target);
  }

  async #find(target: Target): Promise<Found> {
    const { keyName = "", location = null } = target.variables;
    const path = `${keyPaths.collection}?${new URLSearchParams({ name: keyName })}`;
    const answer = await this.#call(target, "GET", path);
    if (answer.kind !== "answer") return answer;
    const rows = Array.isArray(answer.body["keys"]) ? (answer.body["keys"] as readonly JsonObject[]) : [];
    // A key that is gone may still be in the list, before or after the one that took its name.
    const ids = rows.filter((row) => row["name"] === keyName && row["location"] === location);
    const standing = await this.#standing(
      target,
      ids.map(({ keyId }) => String(keyId)),
    );
    if (standing === undefined) return { kind: "absent", detail: `no key ${target.id} is listed` };
    return { kind: "found", keyId: standing };
  }

  /** Of several keys of one name the first that is there. */
  async #standing(target: Target, ids: readonly string[]): Promise<string | undefined> {
    if (ids.length < 2) return ids[0];
    for (const keyId of ids) {
      const seen = await this.#call(target, "GET", itemPath(keyId));
      if (seen.kind !== "absent") return keyId;
    }
    return undefined;
  }

  async #written(target: Target, method: "POST" | "PATCH", path: string, body: JsonObject): Promise<WriteOutcome> {
    const answer = await this.#call(target, method, path, body);
    return answer.kind === "answer" ? { kind: "done", observation: observed(answer.body, target) } : answer;
  }

  #call({ provider }: Target, method: WireRequest["method"], path: string, body?: JsonObject) {
    return wireCall(this.#exchange, provider, { method, path, ...(body === undefined ? {} : { body }) });
  }
}

function itemPath(keyId: string): string {
  return expanded(keyPaths.item, keyId);
}

function expanded(template: string, keyId: string): string {
  return expandTemplate(template, { keyId }, encodeURIComponent) ?? template;
}

function observed(key: JsonObject, { id, variables }: Target): Observation {
  return {
    outputs: {
      keyName: variables["keyName"] ?? null,
      location: key["location"] ?? null,
      note: key["note"] ?? null,
      retired: key["retired"] ?? false,
      id,
      keyId: key["keyId"] ?? null,
      material: key["material"] ?? null,
      createTime: key["createTime"] ?? null,
    },
    version: null,
    deleted: false,
    displaces: [],
  };
}

function notOffered(what: string): Extract<Refusal, { kind: "invalid" }> {
  return { kind: "invalid", detail: `the platform does not offer ${what}`, code: null };
}
