import type { Exchange } from "../../../base/exchange.ts";
import type { JsonObject } from "../../../base/json.ts";
import { expandTemplate } from "../../../base/path-template.ts";
import type {
  Change,
  ListOutcome,
  Observation,
  ReadOutcome,
  Target,
  WriteOutcome,
} from "../../../engine/ports/driver.ts";
import { readOfAnother } from "../../../engine/ports/named-otherwise.ts";
import { listPages } from "./list-pages.ts";
import { bodyOf, patchOf, pathOf, type ResourceDriver, variableOf } from "./resource-driver.ts";
import { answerOfAnother, otherThan } from "./told-of-another.ts";
import { addressOf, notAskedFor, type WireAnswer, type WireRequest, wireCall } from "./wire-call.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** What one kind of object of the IAM API has of its own. */
export interface IamKind {
  /** For people: `an OAuth client`, `OAuth clients`. */
  readonly nouns: { readonly one: string; readonly many: string };
  /** Path templates. `undelete`: null where a deleted object does not come back. */
  readonly paths: { readonly item: string; readonly collection: string; readonly undelete: string | null };
  /** Template of an object's name. */
  readonly resourceName: string;
  /** The variable of the name that its creator chooses; a parameter of the creation. */
  readonly idVariable: string;
  readonly createFields: readonly string[];
  readonly maskFields: readonly string[];
  /** The member of a page that holds the objects, and what the list is asked with. */
  readonly list: { readonly key: string; readonly query: Readonly<Record<string, string>> };
  /** An object of the wire as an observation. */
  readonly observed: (object: JsonObject, id: string, variables: Variables) => Observation;
}

/** Objects of the IAM API (v1): synchronous calls, no version tag. */
export function iamDriver(exchange: Exchange, kind: IamKind): ResourceDriver {
  const { nouns, paths } = kind;
  return {
    read: (target) => read(exchange, kind, target),
    collectionOf: (target) => addressOf(target.provider, "iam", pathOf(paths.collection, target)),
    list: (target) => list(exchange, kind, target),
    write: (change) => write(exchange, kind, change),
    // A PATCH and a DELETE take no version. What is not deleted can't be brought back.
    isConditional: ({ operation }) => operation === "create" || (operation === "undelete" && paths.undelete !== null),
    poll: async (_change, handle) => ({
      kind: "unknown",
      detail: `${nouns.many} have no operations, so not ${handle}`,
    }),
  };
}

async function read(exchange: Exchange, kind: IamKind, target: Target): Promise<ReadOutcome> {
  const path = pathOf(kind.paths.item, target);
  const answer = await wireCall(exchange, target.provider, { method: "GET", api: "iam", path });
  if (answer.kind === "absent") return { ...answer, version: null, displaces: [] };
  if (answer.kind !== "answer") return answer;
  if (typeof answer.body["name"] !== "string") return notAskedFor(kind.nouns.one);
  const other = otherThan(target, answer.body["name"]);
  if (other !== undefined) return readOfAnother(target.id, other);
  return { kind: "done", observation: kind.observed(answer.body, target.id, target.variables) };
}

async function list(exchange: Exchange, kind: IamKind, target: Target): Promise<ListOutcome> {
  const { key, query } = kind.list;
  const request: WireRequest = { method: "GET", api: "iam", path: pathOf(kind.paths.collection, target), query };
  const pages = await listPages(exchange, target.provider, request, key);
  if (pages.kind !== "items") return pages;
  return {
    kind: "done",
    items: pages.items.flatMap((object) => {
      // Named by the caller's project and location: the platform may answer with a project's number.
      const ownId = String(object["name"] ?? "")
        .split("/")
        .at(-1);
      const variables = { ...target.variables, [kind.idVariable]: ownId };
      const id = expandTemplate(kind.resourceName, variables);
      return id === undefined ? [] : [{ id, observation: kind.observed(object, id, variables) }];
    }),
  };
}

async function write(exchange: Exchange, kind: IamKind, change: Change): Promise<WriteOutcome> {
  const { target } = change;
  const { paths, idVariable } = kind;
  const send = (request: Omit<WireRequest, "api">) => wireCall(exchange, target.provider, { ...request, api: "iam" });
  switch (change.operation) {
    case "create": {
      const query = { [idVariable]: variableOf(target, idVariable) };
      const body = bodyOf(change.inputs, kind.createFields);
      const answer = await send({ method: "POST", path: pathOf(paths.collection, target), query, body });
      const other = answer.kind === "answer" ? answerOfAnother(change, answer.body["name"]) : undefined;
      return other ?? written(answer, kind, target);
    }
    case "update": {
      const patch = patchOf(change, kind.maskFields);
      if (patch === null) return { kind: "done", observation: null };
      const query = { updateMask: patch.updateMask };
      const path = pathOf(paths.item, target);
      return written(await send({ method: "PATCH", path, query, body: patch.body }), kind, target);
    }
    case "delete": {
      const answer = await send({ method: "DELETE", path: pathOf(paths.item, target) });
      return answer.kind === "answer" ? { kind: "done", observation: null } : answer;
    }
    case "undelete": {
      if (paths.undelete === null)
        return { kind: "invalid", detail: `${kind.nouns.one} that is deleted does not come back`, code: null };
      return written(await send({ method: "POST", path: pathOf(paths.undelete, target), body: {} }), kind, target);
    }
  }
}

function written(answer: WireAnswer, kind: IamKind, target: Target): WriteOutcome {
  if (answer.kind !== "answer") return answer;
  const { name } = answer.body;
  const whole = typeof name === "string" && otherThan(target, name) === undefined;
  return { kind: "done", observation: whole ? kind.observed(answer.body, target.id, target.variables) : null };
}
