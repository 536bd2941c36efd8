import { invariant } from "../../../../packages/base/invariant.ts";
import { problem } from "../../../../packages/base/problems/problem.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { isMarker } from "../../../definitions/schema/value.ts";
import type { CheckedProvider } from "../../../engine/check/checked-declaration.ts";
import { hasOpenConfig } from "../../../engine/check/provider-config.ts";
import { Rejection } from "../../rejection.ts";
import type { Deployment } from "../deployment.ts";
import { atNoStack } from "../stacks/at-stack.ts";
import { accept } from "./read-and-check.ts";

export interface TypeRequest {
  /** A type token, with a version where another than the default is meant. */
  readonly type: string;
  /** Gives the providers; none means the surroundings' defaults. */
  readonly declaration: DeclarationText | null;
  /** Name of a provider of the declaration; null takes the kind's default. */
  readonly provider: string | null;
}

/** What a type is reached through. */
export interface Reach {
  readonly definition: ResourceDefinition;
  readonly apiVersion: string;
  readonly provider: CheckedProvider;
}

/** The definition of a type and the provider that its objects are reached through, or a Rejection. Makes no call. */
export async function chooseProvider(request: TypeRequest, deployment: Deployment): Promise<Reach> {
  const text = request.declaration ?? { file: "", text: "name: direct\n", config: {} };
  const options = request.provider === null ? {} : { provider: request.provider };
  const { checked } = await accept(text, atNoStack(deployment), {
    resources: { it: { type: request.type, properties: {}, get: { id: "it", state: {} }, options } },
    lookups: {},
    outputs: {},
  });
  const [node] = checked.nodes;
  const provider = node === undefined ? undefined : checked.providers[node.provider];
  const definition = node === undefined ? undefined : deployment.catalog.resources[node.type];
  invariant(node !== undefined && provider !== undefined && definition !== undefined, "one node was checked");
  refuseOpenConfig(provider);
  return { definition, apiVersion: node.apiVersion, provider };
}

/** Throws a Rejection for a provider that other resources configure: outside a plan nothing tells their values. */
export function refuseOpenConfig(provider: CheckedProvider): void {
  if (!hasOpenConfig(provider)) return;
  const fields = Object.keys(provider.config).filter((field) => isMarker(provider.config[field]));
  throw new Rejection("unprocessable", [
    problem(
      "provider-incomplete",
      `another resource gives \`${fields.join("`, `")}\` of provider \`${provider.ref}\`, ` +
        "which is known in a plan only; name a provider with values of its own",
    ),
  ]);
}
