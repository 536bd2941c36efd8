import { invariant } from "../../../../packages/base/invariant.ts";
import type { Json, JsonObject } from "../../../../packages/base/json/json.ts";
import { problem } from "../../../../packages/base/problems/problem.ts";
import { autoNames, platformQuestions } from "../../../definitions/schema/comparison/defaults.ts";
import { unknown } from "../../../definitions/schema/value.ts";
import type { CheckedDeclaration } from "../../../engine/check/checked-declaration.ts";
import { desiredOf } from "../../../engine/check/desired.ts";
import { claimKey } from "../../../engine/state/records/record.ts";
import { Rejection } from "../../rejection.ts";
import { ownStackName } from "../../stack-name.ts";
import { type Accepted, accept } from "../declarations/read-and-check.ts";
import type { Deployment } from "../deployment.ts";
import type { CheckedPlanRequest } from "../plans/checked-plan-request.ts";
import { atNoStack } from "../stacks/at-stack.ts";
import { directText, placed } from "./direct-text.ts";
import { namedProvider, type ProviderChoice } from "./locate-object.ts";
import { refuseStackOptions } from "./object-options.ts";

export interface CreateRequest {
  /** A type token, with a version where another than the default is meant. */
  readonly type: string;
  readonly provider: ProviderChoice;
  readonly properties: JsonObject;
  /** The options of a declared resource that concern it alone. */
  readonly options: JsonObject;
}

/**
 * Checks what is to be made and finds out its name, and with it the stack of its own. Reads at most what a plan reads.
 */
export async function objectToMake(
  request: CreateRequest,
  deployment: Deployment,
): Promise<Omit<CheckedPlanRequest, "kind">> {
  const { type, options } = request;
  refuseStackOptions(options);
  const named = await namedProvider(request.provider, deployment);
  const properties = withName(type, request.properties, deployment);
  const text = directText({ ...named, resource: { type, properties, options } });
  const { checked, language, problems } = await placed(accept(text, atNoStack(deployment)));
  const stack = await stackOf({ checked, language }, deployment);
  return { stack, checked, language, problems, refresh: true };
}

/** Gives a left-out identifier its name here, so that the object has one before its stack is chosen. */
function withName(type: string, properties: JsonObject, { catalog, ids }: Deployment): JsonObject {
  const [token = type] = type.split("@");
  const definition = Object.hasOwn(catalog.resources, token) ? catalog.resources[token] : undefined;
  if (definition === undefined) return properties;
  const prefix = (token.split(":").at(-1) ?? token).toLowerCase();
  const named = autoNames(definition, properties).map(({ field, suffixLength }): [string, Json] => [
    field,
    `${prefix}-${ids.suffix(suffixLength)}`,
  ]);
  return { ...properties, ...Object.fromEntries(named) };
}

async function stackOf(
  { checked, language }: Pick<Accepted, "language"> & { readonly checked: CheckedDeclaration },
  deployment: Deployment,
): Promise<string> {
  const [node] = checked.nodes;
  const provider = node === undefined ? undefined : checked.providers[node.provider];
  const definition = node === undefined ? undefined : deployment.catalog.resources[node.type];
  invariant(
    node?.kind === "resource" && provider !== undefined && definition !== undefined,
    "one resource was checked",
  );
  const driver = atNoStack(deployment).drivers(provider);
  const bindings = { node: () => unknown("there is nothing else") };
  const found: Record<string, Json> = {};
  for (;;) {
    const { identity, inputs } = desiredOf(node, definition, provider, language, bindings, found);
    if (identity.kind === "known") {
      const claim = claimKey(deployment.cloudIdOf(provider), identity.claim, definition.identity.ignoreCase === true);
      return ownStackName(definition.type, claim);
    }
    const [field] = platformQuestions(definition, inputs);
    if (field === undefined) {
      const detail = identity.kind === "missing" ? `${identity.variables.join(", ")} must be given` : identity.why;
      throw new Rejection("unprocessable", [
        problem("inputs-insufficient", `the properties do not say which object it is: ${detail}`),
      ]);
    }
    const { type, apiVersion } = node;
    const answer = await driver.discover({ type, apiVersion, field, provider, inputs });
    if (answer.kind !== "done") {
      const code = answer.kind === "denied" ? "denied" : answer.kind === "absent" ? "not-found" : "unreadable";
      throw new Rejection(code === "not-found" ? "unprocessable" : "conflict", [
        problem(code, `\`${field}\` was left out and can't be found: ${answer.detail}`),
      ]);
    }
    found[field] = answer.value;
  }
}
