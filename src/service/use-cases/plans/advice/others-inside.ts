import { expandTemplate } from "../../../../../packages/base/path-template.ts";
import { type Problem, problem } from "../../../../../packages/base/problems/problem.ts";
import type { ResourceDefinition } from "../../../../definitions/schema/definition.ts";
import { inParallel } from "../../../../engine/observe/reader.ts";
import type { RemovalStep, Step } from "../../../../engine/plan/plan.ts";
import { claimantOf } from "../../../../engine/state/snapshot.ts";
import type { StackState } from "../../../../engine/state/stack-state.ts";
import type { Deployment } from "../../deployment.ts";
import { claimKeyOf } from "../../objects/claim-key-of.ts";
import { listedObjects } from "../../objects/listed-objects.ts";
import { readParallelism } from "../../objects/read-parallelism.ts";
import { claimForAll } from "../../secrets/visible-claims.ts";
import { atStack } from "../../stacks/at-stack.ts";

/** An object that lies in one that a step deletes. */
interface Inside {
  readonly step: RemovalStep;
  readonly type: string;
  readonly id: string;
  readonly claim: string;
}

/**
 * What lies in objects that steps delete and is not this stack's: it goes with them, and no step tells it. Lists what
 * lies in each, where the platform lists that; reads only.
 */
export async function othersInside(
  steps: readonly Step[],
  stack: string,
  state: StackState,
  deployment: Deployment,
): Promise<readonly Problem[]> {
  const { catalog, store, authority } = deployment;
  const own = new Set([...state.records.values(), ...state.superseded].map((record) => claimKeyOf(record, catalog)));
  const found: Inside[] = [];
  await inParallel(insidesOf(steps, catalog.resources), readParallelism, async ([step, definition]) => {
    const listed = await listInside(step, definition, stack, state, deployment);
    found.push(...listed.filter(({ claim }) => !own.has(claim)));
  });
  const claims = found.length === 0 ? [] : await store.claims(found.map(({ claim }) => claim));
  const holders = new Map(claims.map((claim) => [claim.claimKey, claimForAll(claim, stack, authority)]));
  found.sort((a, b) => (a.id < b.id ? -1 : 1));
  return found.map(({ step, type, id, claim }) => {
    const holder = holders.get(claim);
    const whose = holder === undefined ? "no stack of this store manages it" : `${claimantOf(holder)} manages it`;
    const detail = `${type} \`${id}\` lies in \`${step.identity.id}\` and goes with it; ${whose}`;
    return problem("others-inside", detail, { address: step.address });
  });
}

/** The deletions of objects that others may lie in, each with a type of these. */
function insidesOf(
  steps: readonly Step[],
  resources: Deployment["catalog"]["resources"],
): readonly (readonly [RemovalStep, ResourceDefinition])[] {
  const lying = Object.values(resources).filter(({ liesIn }) => liesIn !== undefined);
  return steps.flatMap((step) => {
    if (step.kind !== "removal" || step.how !== "delete" || step.blocked !== undefined) return [];
    // What was gone before the plan took all of it along then.
    if (step.prior === null || step.unseen !== undefined) return [];
    return lying.flatMap((definition) => (definition.liesIn?.type === step.type ? [[step, definition] as const] : []));
  });
}

async function listInside(
  step: RemovalStep,
  definition: ResourceDefinition,
  stack: string,
  state: StackState,
  deployment: Deployment,
): Promise<readonly Inside[]> {
  const { provider, identity } = step;
  // The id names no object: it only says which collection is listed.
  const names = Object.keys(definition.identity.variables);
  const variables = Object.fromEntries(names.map((name) => [name, identity.variables[name] ?? "-"]));
  const id = expandTemplate(definition.identity.formats[0] ?? "", variables);
  if (id === undefined) return [];
  const { type, versions } = definition;
  const target = { type, apiVersion: versions.default, provider, id, variables, isForeign: true } as const;
  const driver = atStack(stack, deployment, state.lineage).drivers(provider);
  if (driver.collectionOf(target) === null) return [];
  const answer = await driver.list(target);
  if (answer.kind !== "done") return [];
  const objects = listedObjects(answer.items, definition, provider, provider.cloudId);
  return objects.map(({ id: lying, claim }) => ({ step, type, id: lying, claim }));
}
