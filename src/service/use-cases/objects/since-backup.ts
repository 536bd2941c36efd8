import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import { idKey, parseId } from "../../../definitions/schema/identity/identity.ts";
import type { CheckedDeclaration } from "../../../engine/check/checked-declaration.ts";
import { hasOpenConfig } from "../../../engine/check/provider-config.ts";
import type { ExpressionLanguage } from "../../../engine/expressions/expression-language.ts";
import type { Target } from "../../../engine/ports/driver.ts";
import { claimKey, type ResourceRecord } from "../../../engine/state/records/record.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import type { Deployment } from "../../deployment.ts";
import { atStack } from "../stacks/at-stack.ts";
import { declaredIdentities } from "./declared-identities.ts";

interface RestoredStack {
  readonly stack: string;
  readonly state: StackState;
  /** Null where there is no declaration. */
  readonly checked: CheckedDeclaration | null;
  readonly language: ExpressionLanguage;
}

/**
 * What is to be said of a stack that was restored from a backup: that it was, and which objects lie beside its own that
 * no stack of the store manages. Lists each collection that an object of the stack, recorded or declared, belongs to;
 * reads only. Nothing for any other stack.
 */
export async function sinceBackupIn(
  { stack, state, checked, language }: RestoredStack,
  deployment: Deployment,
): Promise<readonly Problem[]> {
  const { restored } = state;
  if (restored === undefined) return [];
  const { catalog, store } = deployment;
  const { drivers } = atStack(stack, deployment, state.lineage);
  const declared = checked === null ? [] : declaredIdentities({ checked, language }, catalog);
  const targets = [
    ...[...state.records.values(), ...state.superseded].map((record) => targetOf(record, checked, deployment)),
    ...declared.map(
      ({ node, provider, id, variables }): Target => ({
        ...{ type: node.type, apiVersion: node.apiVersion, provider, id, variables },
      }),
    ),
  ];
  const problems: Problem[] = [];
  const listed = new Set<string>();
  const unlistable = new Set<string>();
  const claims = new Map<string, { readonly type: string; readonly id: string }>();
  for (const target of targets) {
    const driver = drivers(target.provider);
    const definition = catalog.resources[target.type];
    const collection = driver.collectionOf(target);
    if (collection === null) unlistable.add(target.type);
    const cloudId = driver.cloudId(target.provider);
    const key = `${cloudId} ${collection}`;
    if (collection === null || definition === undefined || listed.has(key)) continue;
    listed.add(key);
    const answer = await driver.list(target);
    if (answer.kind === "absent") continue;
    if (answer.kind !== "done") {
      problems.push(problem("left-unread", `what there is of ${target.type} can't be listed: ${answer.detail}`));
      continue;
    }
    for (const { id, observation } of answer.items) {
      const parsed = parseId(definition, id, target.provider.config);
      if (observation.deleted || !parsed.ok) continue;
      const claim = claimKey(cloudId, parsed.value.claim, definition.identity.ignoreCase === true);
      claims.set(claim, { type: definition.type, id });
    }
  }
  const names = new Map(
    declared.map(({ node, definition, id }) => [`${node.type} ${idKey(definition, id)}`, node.address]),
  );
  for (const { claimKey: held } of await store.claims([...claims.keys()])) claims.delete(held);
  const unrecorded = [...claims.values()].map(({ type, id }) => {
    const definition = catalog.resources[type];
    const name = definition === undefined ? undefined : names.get(`${type} ${idKey(definition, id)}`);
    const hint = `\`plumb import ${type} ${name ?? "NAME"} ${id}\` takes it over.`;
    const detail = `no stack manages ${type} \`${id}\``;
    return problem("unrecorded", detail, name === undefined ? { hint } : { hint, address: name });
  });
  return [problem("restored", sentenceOf(restored.madeAt, unrecorded.length, unlistable)), ...problems, ...unrecorded];
}

function sentenceOf(madeAt: string, found: number, unlistable: ReadonlySet<string>): string {
  const many = found === 1 ? "1 unmanaged object lies" : `${found} unmanaged objects lie`;
  const beside = `${found === 0 ? "no unmanaged object lies" : many} beside them`;
  const unknown = `${[...unlistable].join(", ")} can't be listed, so what was made of it since is not known`;
  return [
    `its records are those of the backup of ${madeAt}`,
    "every object was read",
    beside,
    ...(unlistable.size === 0 ? [] : [unknown]),
  ].join("; ");
}

/** A managed object, reached as it is declared by now where that leads to the same cloud. */
function targetOf(
  { type, apiVersion, provider: { ref, kind, config, cloudId }, identity: { id, variables } }: ResourceRecord,
  checked: CheckedDeclaration | null,
  { cloudIdOf }: Deployment,
): Target {
  const declared = checked?.providers[ref];
  const isSame = declared?.kind === kind && !hasOpenConfig(declared) && cloudIdOf(declared) === cloudId;
  return { type, apiVersion, provider: isSame ? declared : { ref, kind, config }, id, variables };
}
