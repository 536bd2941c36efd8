import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import { expandTemplate } from "../../../packages/base/path-template.ts";
import { resourceNames, wirePaths } from "../../../packages/vendor-wire/google/resource-names.ts";
import type { Change, Observation, OperationOutcome, WriteOutcome } from "../../engine/ports/driver.ts";
import { answerOfAnother, otherThan } from "./another-object.ts";
import { listNamed, type NamedObjects, readNamed } from "./named-objects.ts";
import { findOperation, firstPollMs, operationOutcome, pollOperation } from "./operation-outcome.ts";
import { bodyOf, patchOf, pathOf, type ResourceDriver, variableOf } from "./resource-driver.ts";
import { addressOf, type WireRequest, wireCall } from "./wire-call.ts";

/**
 * The fields that our inputs and the vendor's message share. `serviceAttachment` is patched like the others: the
 * specification updates it in place, and a vendor that won't says so itself.
 */
const fields = ["serviceAttachment", "description", "labels"] as const;

const attachments: NamedObjects = {
  api: "connectors",
  noun: "an endpoint attachment",
  paths: { item: wirePaths.endpointAttachment, collection: wirePaths.endpointAttachments },
  resourceName: resourceNames.endpointAttachment,
  idVariable: "endpointAttachmentId",
  list: { key: "endpointAttachments", query: { pageSize: "100" } },
  observed,
};

/** Endpoint attachments (Connectors v1): every write begins a long-running operation; there is no version tag. */
export function endpointAttachmentDriver(exchange: Exchange): ResourceDriver {
  return {
    read: (target) => readNamed(exchange, attachments, target),
    collectionOf: (target) => addressOf(target.provider, "connectors", pathOf(wirePaths.endpointAttachments, target)),
    list: (target) => listNamed(exchange, attachments, target),
    write: (change) => write(exchange, change),
    // A PATCH and a DELETE take no version.
    isConditional: ({ operation }) => operation === "create",
    poll: (change, operationName) =>
      pollOperation(exchange, change.target.provider, operationName, (body, ms) => outcomeOf(change, body, ms)),
    operationOf: (change) => operationOf(exchange, change),
  };
}

async function write(exchange: Exchange, change: Change): Promise<WriteOutcome> {
  const request = requestOf(change);
  if (request.kind === "invalid") return request;
  if (request.kind === "nothing") return { kind: "done", observation: null };
  const answer = await wireCall(exchange, change.target.provider, request.send);
  if (answer.kind !== "answer") return answer;
  return outcomeOf(change, answer.body, firstPollMs);
}

async function operationOf(exchange: Exchange, { target, operation }: Change): Promise<OperationOutcome> {
  // An attachment's last segment says which it is; the platform may name the project by its number.
  const tail = expandTemplate("/locations/{location}/endpointAttachments/{endpointAttachmentId}", target.variables);
  return findOperation(exchange, target.provider, pathOf(wirePaths.operations, target), {
    verb: operation,
    isTarget: (name) => tail !== undefined && name.endsWith(tail),
  });
}

function requestOf(
  change: Change,
):
  | { readonly kind: "send"; readonly send: WireRequest }
  | { readonly kind: "nothing" }
  | Extract<WriteOutcome, { kind: "invalid" }> {
  const { target } = change;
  const path = pathOf(wirePaths.endpointAttachment, target);
  const api = "connectors";
  switch (change.operation) {
    case "create": {
      const query = { endpointAttachmentId: variableOf(target, "endpointAttachmentId") };
      const body = bodyOf(change.inputs, fields);
      return {
        kind: "send",
        send: { method: "POST", api, path: pathOf(wirePaths.endpointAttachments, target), query, body },
      };
    }
    case "update": {
      const patch = patchOf(change, fields);
      if (patch === null) return { kind: "nothing" };
      return {
        kind: "send",
        send: { method: "PATCH", api, path, query: { updateMask: patch.updateMask }, body: patch.body },
      };
    }
    case "delete":
      return { kind: "send", send: { method: "DELETE", api, path } };
    case "undelete":
      return { kind: "invalid", detail: "a deleted endpoint attachment can't be brought back", code: null };
  }
}

/** What an operation comes to; one that tells of another attachment has made nothing of what was asked for. */
function outcomeOf(change: Change, operation: JsonObject, pollAfterMs: number): WriteOutcome {
  const { metadata, response } = operation;
  const named = (each: Json | undefined, member: string) => (isJsonObject(each) ? each[member] : undefined);
  const other = answerOfAnother(change, named(response, "name")) ?? answerOfAnother(change, named(metadata, "target"));
  const outcome = operationOutcome(operation, pollAfterMs, (made) => finished(change, made));
  return outcome.kind === "failed" ? outcome : (other ?? outcome);
}

/** The observation that a finished operation's response gives; null where it does not carry the object. */
function finished(change: Change, response: JsonObject): Observation | null {
  const { operation, target } = change;
  const { name } = response;
  if (operation === "delete" || typeof name !== "string" || otherThan(target, name) !== undefined) return null;
  return observed(response, target.id, target.variables);
}

function observed(
  attachment: JsonObject,
  id: string,
  variables: Readonly<Record<string, string | undefined>>,
): Observation {
  return {
    outputs: {
      endpointAttachmentId: variables["endpointAttachmentId"] ?? null,
      serviceAttachment: attachment["serviceAttachment"] ?? null,
      description: attachment["description"] ?? null,
      labels: attachment["labels"] ?? null,
      location: variables["location"] ?? null,
      project: variables["project"] ?? null,
      createTime: attachment["createTime"] ?? null,
      endpointIp: attachment["endpointIp"] ?? null,
      id,
      name: attachment["name"] ?? null,
      updateTime: attachment["updateTime"] ?? null,
    },
    version: null,
    deleted: false,
    displaces: [],
  };
}
