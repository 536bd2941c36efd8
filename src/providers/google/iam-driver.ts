import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import type { Change, Target, WriteOutcome } from "../../engine/ports/driver.ts";
import { answerOfAnother, otherThan } from "./another-object.ts";
import { listNamed, type NamedObjects, readNamed } from "./named-objects.ts";
import { bodyOf, patchOf, pathOf, type ResourceDriver, variableOf } from "./resource-driver.ts";
import { addressOf, type WireAnswer, type WireRequest, wireCall } from "./wire-call.ts";

/** What one kind of object of the IAM API has of its own. */
export interface IamKind extends Omit<NamedObjects, "api"> {
  /** For people: `OAuth clients`. */
  readonly nouns: string;
  /** `undelete`: null where a deleted object does not come back. */
  readonly paths: NamedObjects["paths"] & { readonly undelete: string | null };
  readonly createFields: readonly string[];
  readonly maskFields: readonly string[];
}

/** Objects of the IAM API (v1): synchronous calls, no version tag. */
export function iamDriver(exchange: Exchange, kind: IamKind): ResourceDriver {
  const { nouns, paths } = kind;
  const objects: NamedObjects = { ...kind, api: "iam" };
  return {
    read: (target) => readNamed(exchange, objects, target),
    collectionOf: (target) => addressOf(target.provider, "iam", pathOf(paths.collection, target)),
    list: (target) => listNamed(exchange, objects, target),
    write: (change) => write(exchange, kind, change),
    // A PATCH and a DELETE take no version. What is not deleted can't be brought back.
    isConditional: ({ operation }) => operation === "create" || (operation === "undelete" && paths.undelete !== null),
    poll: async (_change, operationName) => ({
      kind: "unknown",
      detail: `${nouns} have no operations, so not ${operationName}`,
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
        return { kind: "invalid", detail: `${kind.noun} that is deleted does not come back`, code: null };
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
