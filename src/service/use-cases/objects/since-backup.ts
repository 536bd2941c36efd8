import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { idKey } from "../../../definitions/schema/identity/same-object.ts";
import type { CheckedDeclaration } from "../../../engine/check/checked-declaration.ts";
import { hasOpenConfig } from "../../../engine/check/provider-config.ts";
import type { Target } from "../../../engine/ports/driver.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import type { Deployment } from "../deployment.ts";
import { atStack } from "../stacks/at-stack.ts";
import { declaredIdentities } from "./declared-identities.ts";
import { listedObjects } from "./listed-objects.ts";

interface RestoredStack {
  readonly stack: string;
  readonly state: StackState;
  /** Null where there is no declaration. */
  readonly declaration: Parameters<typeof declaredIdentities>[0] | null;
}

/** So many objects are told; the sentence about the stack counts all. */
const mostTold = 50;

/**
 * What is to be said of a stack that was restored from a backup: that it was, and which objects lie beside its own that
 * no stack of the store manages. Lists each collection that an object of the stack, recorded or declared, belongs to,
 * for callers who may ask for what is unmanaged; reads only. Nothing for any other stack.
 */
export async function sinceBackupIn(restoredStack: RestoredStack, deployment: Deployment): Promise<readonly Problem[]> {
  const { state, declaration } = restoredStack;
  if (state.restored === undefined) return [];
  const { madeAt } = state.restored;
  if (deployment.authority.decide("object:read", { stack: null }).kind === "denied")
    return [problem("restored", `${readFrom(madeAt)}; what lies beside its objects is not yours to list`)];
  const { catalog, store } = deployment;
  const declared = declaration === null ? [] : declaredIdentities(declaration, catalog);
  const { claims, unlistable, standing, problems } = await listedBeside(restoredStack, declared, deployment);
  for (const { claimKey: held } of await store.claims([...claims.keys()])) claims.delete(held);
  const names = new Map(
    declared.map(({ node, definition, id }) => [`${node.type} ${idKey(definition, id)}`, node.address]),
  );
  const unrecorded = [...claims.values()].slice(0, mostTold).map(({ definition, id }) => {
    const { type } = definition;
    const name = names.get(`${type} ${idKey(definition, id)}`);
    const hint = `\`plumb import ${type} ${name ?? "NAME"} ${id}\` takes it over.`;
    return problem("unrecorded", `no stack manages ${type} \`${id}\``, { hint, address: name });
  });
  return [problem("restored", sentenceOf(madeAt, claims.size, { unlistable, standing })), ...problems, ...unrecorded];
}

/**
 * All objects of the collections that the stack's objects are in, by their claims. Those of a type that always stands
 * were made by no stack, and are left out.
 */
async function listedBeside(
  { stack, state, declaration }: RestoredStack,
  declared: ReturnType<typeof declaredIdentities>,
  deployment: Deployment,
) {
  const { resources } = deployment.catalog;
  const { drivers } = atStack(stack, deployment, state.lineage);
  const problems: Problem[] = [];
  const listed = new Set<string>();
  const unlistable = new Set<string>();
  const standing = new Set<string>();
  const claims = new Map<string, { readonly definition: ResourceDefinition; readonly id: string }>();
  const targets = [
    ...[...state.records.values(), ...state.superseded].map((record) =>
      targetOf(record, declaration?.checked, deployment),
    ),
    ...declared.map(({ node, provider, id, variables }): Target => {
      const { type, apiVersion } = node;
      return { type, apiVersion, provider, id, variables };
    }),
  ];
  for (const target of targets) {
    const [driver, definition] = [drivers(target.provider), resources[target.type]];
    if (definition?.existence === "standing") {
      standing.add(target.type);
      continue;
    }
    const collection = driver.collectionOf(target);
    if (collection === null) unlistable.add(target.type);
    const cloudId = driver.cloudId(target.provider);
    const key = `${cloudId} ${collection}`;
    if (collection === null || definition === undefined || listed.has(key)) continue;
    listed.add(key);
    const answer = await driver.list(target);
    if (answer.kind !== "done" && answer.kind !== "absent")
      problems.push(problem("left-unread", `what there is of ${target.type} can't be listed: ${answer.detail}`));
    const items = answer.kind === "done" ? answer.items : [];
    for (const { id, claim } of listedObjects(items, definition, target.provider, cloudId))
      claims.set(claim, { definition, id });
  }
  return { claims, unlistable, standing, problems };
}

function readFrom(madeAt: string): string {
  return `its records are those of the backup of ${madeAt}; every object was read`;
}

interface NotListed {
  readonly unlistable: ReadonlySet<string>;
  readonly standing: ReadonlySet<string>;
}

function sentenceOf(madeAt: string, found: number, { unlistable, standing }: NotListed): string {
  const many = found === 1 ? "1 unmanaged object lies" : `${found} unmanaged objects lie`;
  const beside = `${found === 0 ? "no unmanaged object lies" : many} beside them`;
  const unknown = `${[...unlistable].join(", ")} can't be listed, so what was made of it since is not known`;
  const stand = standing.size === 1 ? "always stands" : "always stand";
  const always = `${[...standing].join(", ")} ${stand}: what was changed of that shows where it is declared`;
  return [
    readFrom(madeAt),
    beside,
    ...(unlistable.size === 0 ? [] : [unknown]),
    ...(standing.size === 0 ? [] : [always]),
  ].join("; ");
}

/** A managed object, reached as it is declared by now where that leads to the same cloud. */
function targetOf(
  { type, apiVersion, provider: { ref, kind, config, cloudId }, identity: { id, variables } }: ResourceRecord,
  checked: CheckedDeclaration | undefined,
  { cloudIdOf }: Deployment,
): Target {
  const declared = checked?.providers[ref];
  const isSame = declared?.kind === kind && !hasOpenConfig(declared) && cloudIdOf(declared) === cloudId;
  return { type, apiVersion, provider: isSame ? declared : { ref, kind, config }, id, variables };
}
