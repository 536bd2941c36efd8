import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { expandTemplate } from "../../../packages/base/path-template.ts";
import type { ListOutcome, Observation, ReadOutcome, Target } from "../../engine/ports/driver.ts";
import { readOfAnother } from "../../engine/ports/named-otherwise.ts";
import { notAskedFor } from "../../engine/ports/outcome.ts";
import { otherThan } from "./another-object.ts";
import { listPages } from "./list-pages.ts";
import { pathOf } from "./resource-driver.ts";
import { type WireRequest, wireCall } from "./wire-call.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** How objects are read and listed whose `name` ends with a name that their creator chooses. */
export interface NamedObjects {
  readonly api: WireRequest["api"];
  /** For people: `an OAuth client`. */
  readonly noun: string;
  /** Path templates. */
  readonly paths: { readonly item: string; readonly collection: string };
  /** Template of an object's name. */
  readonly resourceName: string;
  /** The variable of the name that its creator chooses. */
  readonly idVariable: string;
  /** The member of a page that holds the objects, and what the list is asked with. */
  readonly list: { readonly key: string; readonly query: Readonly<Record<string, string>> };
  /** An object of the wire as an observation. */
  readonly observed: (object: JsonObject, id: string, variables: Variables) => Observation;
}

export async function readNamed(exchange: Exchange, objects: NamedObjects, target: Target): Promise<ReadOutcome> {
  const { api, noun, paths, observed } = objects;
  const answer = await wireCall(exchange, target.provider, { method: "GET", api, path: pathOf(paths.item, target) });
  if (answer.kind === "absent") return { ...answer, version: null, displaces: [] };
  if (answer.kind !== "answer") return answer;
  if (typeof answer.body["name"] !== "string") return notAskedFor(noun);
  const other = otherThan(target, answer.body["name"]);
  if (other !== undefined) return readOfAnother(target.id, other);
  return { kind: "done", observation: observed(answer.body, target.id, target.variables) };
}

export async function listNamed(exchange: Exchange, objects: NamedObjects, target: Target): Promise<ListOutcome> {
  const { api, paths, resourceName, idVariable, observed } = objects;
  const { key, query } = objects.list;
  const request: WireRequest = { method: "GET", api, path: pathOf(paths.collection, target), query };
  const pages = await listPages(exchange, target.provider, request, key);
  if (pages.kind !== "items") return pages;
  return {
    kind: "done",
    items: pages.items.flatMap((object) => {
      // Named by the caller's project and location: the platform may answer with a project's number.
      const ownId = String(object["name"] ?? "")
        .split("/")
        .at(-1);
      const variables = { ...target.variables, [idVariable]: ownId };
      const id = expandTemplate(resourceName, variables);
      return id === undefined ? [] : [{ id, observation: observed(object, id, variables) }];
    }),
  };
}
