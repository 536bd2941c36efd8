import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import { expandTemplate } from "../../../packages/base/path-template.ts";
import { conditionalPolicyVersion } from "../../../packages/vendor-wire/google/policy-wire.ts";
import { resourceNames, wirePaths } from "../../../packages/vendor-wire/google/resource-names.ts";
import { findWrongType } from "../../definitions/schema/checks/wrong-type.ts";
import type { Change, Observation, ReadOutcome, Target, WriteOutcome } from "../../engine/ports/driver.ts";
import { calledOff, notAskedFor, type Refusal } from "../../engine/ports/outcome.ts";
import {
  type Binding,
  besideShare,
  isPolicy,
  type Policy,
  type PolicyView,
  policySchema,
  readBindings,
  readPolicy,
  viewPolicy,
  withBindings,
  withoutShare,
} from "./policy-view.ts";
import { pathOf, type ResourceDriver, variableOf } from "./resource-driver.ts";
import { type WireAnswer, wireCall } from "./wire-call.ts";

/**
 * One member's binding on a reservation's IAM policy (Compute v1). A write sets the whole policy: after it the
 * declared binding is the only one. The policy's etag is the version.
 */
export function reservationIamDriver(exchange: Exchange): ResourceDriver {
  return {
    read: (target) => read(exchange, target),
    collectionOf: () => null,
    list: async () => ({ kind: "invalid", detail: "the wire has no list of policy members", code: null }),
    write: (change, signal) => write(exchange, change, signal),
    isConditional: ({ condition }) => condition !== null,
    poll: async (_change, operationName) => ({
      kind: "unknown",
      detail: `policies have no operations, so not ${operationName}`,
    }),
  };
}

async function read(exchange: Exchange, target: Target): Promise<ReadOutcome> {
  const answer = await getPolicy(exchange, target);
  // Every reservation has a policy.
  if (answer.kind === "absent") return { ...answer, lacksParent: true, version: null, displaces: [] };
  if (answer.kind !== "answer") return answer;
  const policy = readPolicy(answer.body);
  const view = viewPolicy(policy, target);
  if (view.own === undefined) {
    const detail = `no binding of ${variableOf(target, "role")} to ${variableOf(target, "member")}`;
    return { kind: "absent", detail, version: policy.etag, displaces: view.displaces, ...besideOf(view) };
  }
  return { kind: "done", observation: observed(policy, view.own, view, target) };
}

/**
 * Reads before it writes, for the audit configuration and the bindings that stay; only `setIamPolicy` changes anything.
 * It is sent under the version of that very read, since what it keeps and what it removes come of it, and not at all
 * where another version was demanded. A removal that finds the policy in another version than was seen, without the
 * binding, sets it as it is: taken, the binding is gone; refused, the read lags behind.
 */
async function write(exchange: Exchange, change: Change, signal?: AbortSignal): Promise<WriteOutcome> {
  const { target } = change;
  if (change.operation === "undelete") {
    return { kind: "invalid", detail: "a removed binding can't be brought back, only set again", code: null };
  }
  const answer = await getPolicy(exchange, target);
  if (answer.kind !== "answer") return answer;
  if (signal?.aborted === true) return calledOff;
  const current = readPolicy(answer.body);
  if (current.etag === null && current.bindings.length > 0) return withoutEtag;
  const bindings = bindingsAfter(change, current);
  const isGone = change.operation === "delete" && viewPolicy(current, target).own === undefined;
  const isNothingLeft = isGone && grantsIn(bindings) === grantsIn(current.bindings);
  const isDoneBefore = isGone && change.mayBeDone === true;
  const isCurrent = change.condition === null || change.condition === current.etag;
  const absent = { kind: "absent" as const, detail: "the policy has no such binding any more" };
  if (isDoneBefore || (isNothingLeft && isCurrent)) return absent;
  if (!isGone && !isCurrent) {
    const detail = `the policy has another version than ${change.condition}`;
    return { kind: "conflict", reason: "stale-version", detail, version: current.etag, isUnsent: true };
  }
  const set = await setPolicy(exchange, target, {
    version: conditionalPolicyVersion,
    etag: current.etag,
    bindings,
    auditConfigs: current.auditConfigs,
  });
  if (isGone && set.kind === "answer")
    return isNothingLeft ? absent : { kind: "done", observation: null, wasAbsent: true };
  if (set.kind !== "answer") return notYetKnown(change, set);
  if (change.operation === "delete") return { kind: "done", observation: null };
  const policy = readPolicy(set.body);
  const view = viewPolicy(policy, target);
  return {
    kind: "done",
    observation: view.own === undefined ? null : observed(policy, view.own, view, target),
  };
}

/** The version of a policy that holds grants is told with it. */
const withoutEtag: Refusal = {
  kind: "invalid",
  detail:
    "the platform gave the policy with grants and no etag, so that no write could keep what others change meanwhile",
  code: null,
};

async function getPolicy(exchange: Exchange, target: Target): Promise<WireAnswer> {
  const answer = await wireCall(exchange, target.provider, {
    method: "GET",
    api: "compute",
    path: pathOf(wirePaths.getIamPolicy, target),
    query: { optionsRequestedPolicyVersion: String(conditionalPolicyVersion) },
  });
  if (answer.kind !== "answer") return answer;
  const wrong = findWrongType(policySchema, answer.body);
  if (wrong !== undefined) return notAskedFor(`a policy, of which ${wrong}`);
  return isPolicy(answer.body) ? answer : notAskedFor("a policy");
}

function setPolicy(
  exchange: Exchange,
  target: Target,
  policy: Policy & { readonly version: number },
): Promise<WireAnswer> {
  const { version, etag, bindings, auditConfigs } = policy;
  return wireCall(exchange, target.provider, {
    method: "POST",
    api: "compute",
    path: pathOf(wirePaths.setIamPolicy, target),
    body: {
      policy: {
        version,
        // Only a policy without any grant is set without a tag: there is nothing that could be lost.
        ...(etag === null ? {} : { etag }),
        bindings: bindings.map(wireBinding),
        ...(auditConfigs.length === 0 ? {} : { auditConfigs }),
      },
    },
  });
}

/** It can take a minute until a new service account is known everywhere; a call is repeated four times. */
const knownWithinMs = 15_000;

/**
 * A service account that was made a moment ago is not known everywhere. The refusal has no code of its own, so its
 * words decide whether the same call is made again; they decide nothing else.
 */
function notYetKnown({ inputs }: Change, refusal: Refusal): Refusal {
  const names = typeof inputs["member"] === "string" && inputs["member"].startsWith("serviceAccount:");
  if (refusal.kind !== "invalid" || !names || !/Service account .* does not exist/.test(refusal.detail)) return refusal;
  return { kind: "unavailable", detail: refusal.detail, retryAfterMs: knownWithinMs, isLastlyRefused: true };
}

function wireBinding(binding: Binding): JsonObject {
  const { role, members, condition } = binding;
  return { role, members, ...(condition === null ? {} : { condition }) };
}

/** All bindings of the policy once the change is made. */
function bindingsAfter(change: Change, current: Policy): readonly Binding[] {
  const { operation, target, inputs, prior, keepsOthers, alongside = [] } = change;
  const own = operation === "delete" ? [] : [declaredBinding(inputs, target)];
  if (operation !== "delete" && keepsOthers !== true) return own;
  const former = operation === "delete" || prior === null ? [] : [shareOf(prior, target)];
  const others = [target, ...former].reduce(
    (bindings, share) => withoutShare({ ...current, bindings }, share),
    current.bindings,
  );
  const added = readBindings(alongside);
  // The share itself is as the change says, whatever it was when it was overwritten.
  return withBindings(
    [...others, ...own],
    operation === "delete" ? added : added.flatMap((each) => besideShare(each, target)),
  );
}

function grantsIn(bindings: readonly Binding[]): number {
  return bindings.reduce((sum, { members }) => sum + members.length, 0);
}

/** The share that an observation was of: a write may go on under another role or member. */
function shareOf({ outputs }: Observation, target: Target): Target {
  const { role, member, condition } = outputs;
  const { conditionTitle: _, ...variables } = target.variables;
  const title = isJsonObject(condition) ? { conditionTitle: String(condition["title"] ?? "") } : {};
  return { ...target, variables: { ...variables, role: String(role), member: String(member), ...title } };
}

function declaredBinding(inputs: JsonObject, target: Target): Binding {
  const { role, member, condition } = inputs;
  return {
    role: typeof role === "string" ? role : variableOf(target, "role"),
    members: [typeof member === "string" ? member : variableOf(target, "member")],
    condition: condition === undefined || condition === null ? null : (condition as JsonObject),
  };
}

function besideOf({ others }: PolicyView): { readonly beside?: readonly Json[] } {
  return others.length === 0 ? {} : { beside: others.map(wireBinding) };
}

function observed(policy: Policy, own: Binding, view: PolicyView, target: Target): Observation {
  const { project = null } = target.variables;
  const reservation = expandTemplate(resourceNames.reservation, target.variables) ?? null;
  return {
    outputs: {
      // The declared spelling: the platform keeps e-mail addresses in lower case and means the same identity.
      member: variableOf(target, "member"),
      name: reservation,
      role: own.role,
      condition: own.condition,
      etag: policy.etag,
      id: target.id,
      project,
    },
    version: policy.etag,
    deleted: false,
    displaces: view.displaces,
    ...besideOf(view),
  };
}
