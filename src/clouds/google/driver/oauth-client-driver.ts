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
import {
  oauthClientCreateFields,
  oauthClientMaskFields,
  oauthClientPages,
  oauthClientStates,
} from "../wire/oauth-client-wire.ts";
import { resourceNames, wirePaths } from "../wire/resource-names.ts";
import { listPages } from "./list-pages.ts";
import { bodyOf, patchOf, pathOf, type ResourceDriver, variableOf } from "./resource-driver.ts";
import { answerOfAnother, otherThan } from "./told-of-another.ts";
import { addressOf, notAskedFor, type WireAnswer, type WireRequest, wireCall } from "./wire-call.ts";

/** OAuth clients (IAM v1): synchronous calls, no version tag, soft delete. */
export function oauthClientDriver(exchange: Exchange): ResourceDriver {
  return {
    read: (target) => read(exchange, target),
    collectionOf: (target) => addressOf(target.provider, "iam", pathOf(wirePaths.oauthClients, target)),
    list: (target) => list(exchange, target),
    write: (change) => write(exchange, change),
    // A PATCH and a DELETE take no version. What is not deleted can't be brought back.
    isConditional: ({ operation }) => operation === "create" || operation === "undelete",
    poll: async (_change, handle) => ({
      kind: "unknown",
      detail: `OAuth clients have no operations, so not ${handle}`,
    }),
  };
}

async function read(exchange: Exchange, target: Target): Promise<ReadOutcome> {
  const path = pathOf(wirePaths.oauthClient, target);
  const answer = await wireCall(exchange, target.provider, { method: "GET", api: "iam", path });
  if (answer.kind === "absent") return { ...answer, version: null, displaces: [] };
  if (answer.kind !== "answer") return answer;
  if (typeof answer.body["name"] !== "string") return notAskedFor("an OAuth client");
  const other = otherThan(target, answer.body["name"]);
  if (other !== undefined) return readOfAnother(target.id, other);
  return { kind: "done", observation: observed(answer.body, target.id, target.variables) };
}

async function list(exchange: Exchange, target: Target): Promise<ListOutcome> {
  const request: WireRequest = {
    method: "GET",
    api: "iam",
    path: pathOf(wirePaths.oauthClients, target),
    query: { pageSize: String(oauthClientPages.maximum), showDeleted: "true" },
  };
  const pages = await listPages(exchange, target.provider, request, "oauthClients");
  if (pages.kind !== "items") return pages;
  return {
    kind: "done",
    items: pages.items.flatMap((client) => {
      // Named by the caller's project and location: the platform may answer with a project's number.
      const oauthClientId = String(client["name"] ?? "")
        .split("/")
        .at(-1);
      const variables = { ...target.variables, oauthClientId };
      const id = expandTemplate(resourceNames.oauthClient, variables);
      return id === undefined ? [] : [{ id, observation: observed(client, id, variables) }];
    }),
  };
}

async function write(exchange: Exchange, change: Change): Promise<WriteOutcome> {
  const { target } = change;
  const send = (request: Omit<WireRequest, "api">) => wireCall(exchange, target.provider, { ...request, api: "iam" });
  const path = pathOf(wirePaths.oauthClient, target);
  switch (change.operation) {
    case "create": {
      const query = { oauthClientId: variableOf(target, "oauthClientId") };
      const body = bodyOf(change.inputs, oauthClientCreateFields);
      const answer = await send({ method: "POST", path: pathOf(wirePaths.oauthClients, target), query, body });
      const other = answer.kind === "answer" ? answerOfAnother(change, answer.body["name"]) : undefined;
      return other ?? written(answer, target);
    }
    case "update": {
      const patch = patchOf(change, oauthClientMaskFields);
      if (patch === null) return { kind: "done", observation: null };
      const query = { updateMask: patch.updateMask };
      return written(await send({ method: "PATCH", path, query, body: patch.body }), target);
    }
    case "delete": {
      const answer = await send({ method: "DELETE", path });
      return answer.kind === "answer" ? { kind: "done", observation: null } : answer;
    }
    case "undelete":
      return written(
        await send({ method: "POST", path: pathOf(wirePaths.undeleteOauthClient, target), body: {} }),
        target,
      );
  }
}

function written(answer: WireAnswer, target: Target): WriteOutcome {
  if (answer.kind !== "answer") return answer;
  const { name } = answer.body;
  const whole = typeof name === "string" && otherThan(target, name) === undefined;
  return { kind: "done", observation: whole ? observed(answer.body, target.id, target.variables) : null };
}

function observed(
  client: JsonObject,
  id: string,
  variables: Readonly<Record<string, string | undefined>>,
): Observation {
  return {
    outputs: {
      allowedGrantTypes: client["allowedGrantTypes"] ?? null,
      allowedRedirectUris: client["allowedRedirectUris"] ?? null,
      allowedScopes: client["allowedScopes"] ?? null,
      location: variables["location"] ?? null,
      oauthClientId: variables["oauthClientId"] ?? null,
      clientType: client["clientType"] ?? null,
      description: client["description"] ?? null,
      // The platform leaves false out.
      disabled: client["disabled"] ?? false,
      displayName: client["displayName"] ?? null,
      project: variables["project"] ?? null,
      clientId: client["clientId"] ?? null,
      expireTime: client["expireTime"] ?? null,
      id,
      name: client["name"] ?? null,
      state: client["state"] ?? null,
    },
    version: null,
    deleted: client["state"] === oauthClientStates.deleted,
    displaces: [],
  };
}
