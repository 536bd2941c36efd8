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
import { credentialMaskFields } from "../wire/oauth-credential-wire.ts";
import { resourceNames, wirePaths } from "../wire/resource-names.ts";
import { listPages } from "./list-pages.ts";
import { bodyOf, patchOf, pathOf, type ResourceDriver, variableOf } from "./resource-driver.ts";
import { answerOfAnother, otherThan } from "./told-of-another.ts";
import { addressOf, notAskedFor, type WireAnswer, type WireRequest, wireCall } from "./wire-call.ts";

/** Credentials of OAuth clients (IAM v1): synchronous calls, no version tag. The platform refuses to delete one that is in use. */
export function oauthCredentialDriver(exchange: Exchange): ResourceDriver {
  return {
    read: (target) => read(exchange, target),
    collectionOf: (target) => addressOf(target.provider, "iam", pathOf(wirePaths.oauthClientCredentials, target)),
    list: (target) => list(exchange, target),
    write: (change) => write(exchange, change),
    // A PATCH and a DELETE take no version.
    isConditional: ({ operation }) => operation === "create",
    poll: async (_change, handle) => ({
      kind: "unknown",
      detail: `credentials of OAuth clients have no operations, so not ${handle}`,
    }),
  };
}

async function read(exchange: Exchange, target: Target): Promise<ReadOutcome> {
  const path = pathOf(wirePaths.oauthClientCredential, target);
  const answer = await wireCall(exchange, target.provider, { method: "GET", api: "iam", path });
  if (answer.kind === "absent") return { ...answer, version: null, displaces: [] };
  if (answer.kind !== "answer") return answer;
  if (typeof answer.body["name"] !== "string") return notAskedFor("an OAuth client credential");
  const other = otherThan(target, answer.body["name"]);
  if (other !== undefined) return readOfAnother(target.id, other);
  return { kind: "done", observation: observed(answer.body, target.id, target.variables) };
}

/** All credentials of the client: the list has no pages. */
async function list(exchange: Exchange, target: Target): Promise<ListOutcome> {
  const request: WireRequest = { method: "GET", api: "iam", path: pathOf(wirePaths.oauthClientCredentials, target) };
  const pages = await listPages(exchange, target.provider, request, "oauthClientCredentials");
  if (pages.kind !== "items") return pages;
  return {
    kind: "done",
    items: pages.items.flatMap((credential) => {
      // Named by the caller's project and location: the platform may answer with a project's number.
      const oauthClientCredentialId = String(credential["name"] ?? "")
        .split("/")
        .at(-1);
      const variables = { ...target.variables, oauthClientCredentialId };
      const id = expandTemplate(resourceNames.oauthClientCredential, variables);
      return id === undefined ? [] : [{ id, observation: observed(credential, id, variables) }];
    }),
  };
}

async function write(exchange: Exchange, change: Change): Promise<WriteOutcome> {
  const { target } = change;
  const send = (request: Omit<WireRequest, "api">) => wireCall(exchange, target.provider, { ...request, api: "iam" });
  const path = pathOf(wirePaths.oauthClientCredential, target);
  switch (change.operation) {
    case "create": {
      const query = { oauthClientCredentialId: variableOf(target, "oauthClientCredentialId") };
      const body = bodyOf(change.inputs, credentialMaskFields);
      const answer = await send({
        method: "POST",
        path: pathOf(wirePaths.oauthClientCredentials, target),
        query,
        body,
      });
      const other = answer.kind === "answer" ? answerOfAnother(change, answer.body["name"]) : undefined;
      return other ?? written(answer, target);
    }
    case "update": {
      const patch = patchOf(change, credentialMaskFields);
      if (patch === null) return { kind: "done", observation: null };
      const query = { updateMask: patch.updateMask };
      return written(await send({ method: "PATCH", path, query, body: patch.body }), target);
    }
    case "delete": {
      const answer = await send({ method: "DELETE", path });
      return answer.kind === "answer" ? { kind: "done", observation: null } : answer;
    }
    case "undelete":
      return { kind: "invalid", detail: "a deleted credential of an OAuth client does not come back", code: null };
  }
}

function written(answer: WireAnswer, target: Target): WriteOutcome {
  if (answer.kind !== "answer") return answer;
  const { name } = answer.body;
  const whole = typeof name === "string" && otherThan(target, name) === undefined;
  return { kind: "done", observation: whole ? observed(answer.body, target.id, target.variables) : null };
}

function observed(
  credential: JsonObject,
  id: string,
  variables: Readonly<Record<string, string | undefined>>,
): Observation {
  return {
    outputs: {
      location: variables["location"] ?? null,
      oauthClientCredentialId: variables["oauthClientCredentialId"] ?? null,
      oauthClientId: variables["oauthClientId"] ?? null,
      // The platform leaves false out.
      disabled: credential["disabled"] ?? false,
      displayName: credential["displayName"] ?? null,
      project: variables["project"] ?? null,
      clientSecret: credential["clientSecret"] ?? null,
      id,
      name: credential["name"] ?? null,
    },
    version: null,
    deleted: false,
    displaces: [],
  };
}
