import { problem } from "../../../../packages/base/problems/problem.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { isSameObject } from "../../../definitions/schema/identity/same-object.ts";
import type { CheckedDeclaration } from "../../../engine/check/checked-declaration.ts";
import { observe } from "../../../engine/observe/observe.ts";
import { declaredIdentities, makePlan } from "../../../engine/plan/make-plan.ts";
import type { WriteStep } from "../../../engine/plan/plan.ts";
import type { DeclaredIdentity } from "../../../engine/plan/planning.ts";
import { otherIdentity } from "../../../engine/state/records/other-identity.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import { Rejection } from "../../rejection.ts";
import type { Deployment } from "../deployment.ts";
import { readParallelism } from "../objects/read-parallelism.ts";
import type { AtStack } from "../stacks/at-stack.ts";
import { accept } from "./read-and-check.ts";

/**
 * What a plan made after an import would do to the imported objects that the declaration has, by name. Rejection
 * "unprocessable" where the declaration means another object by such a name, with every case of it. Writes nothing.
 */
export async function besideDeclaration(
  text: DeclarationText | null,
  imported: readonly ResourceRecord[],
  state: StackState,
  deployment: AtStack,
): Promise<ReadonlyMap<string, WriteStep>> {
  if (text === null) return new Map();
  const { catalog, drivers, store, ids, clock } = deployment;
  const names = new Set(imported.map(({ address }) => address));
  const accepted = await acceptedOrNull(text, deployment);
  const checked = accepted === null ? null : only(names, accepted.checked);
  if (accepted === null || checked === null) return new Map();
  const { language } = accepted;
  const records = new Map([
    ...state.records,
    ...imported.map((record): [string, ResourceRecord] => [record.address, record]),
  ]);
  const { snapshot, problems } = await observe({
    stack: "",
    checked,
    language,
    state: { ...state, records },
    indeterminate: [],
    catalog,
    driverOf: drivers,
    claims: store.claims,
    ids,
    clock,
    parallel: readParallelism,
    refresh: false,
  });
  refuseOthers(imported, declaredIdentities({ checked, snapshot, catalog, language }), deployment);
  const plan = makePlan({ kind: "apply", checked, snapshot, catalog, language, round: 1, problems });
  return new Map(
    plan.steps.flatMap((step): [string, WriteStep][] =>
      step.kind === "write" && names.has(step.address) ? [[step.address, step]] : [],
    ),
  );
}

/** Throws for objects that are not those that the declaration names. */
function refuseOthers(
  imported: readonly ResourceRecord[],
  declared: ReadonlyMap<string, DeclaredIdentity>,
  { catalog }: Deployment,
): void {
  const others = imported.flatMap((record) => {
    const named = declared.get(record.address);
    const definition = catalog.resources[record.type];
    if (named === undefined || definition === undefined) return [];
    const detail = difference(named, record, definition);
    return detail === null ? [] : [{ detail, address: record.address }];
  });
  if (others.length === 0) return;
  throw new Rejection(
    "unprocessable",
    others.map(({ detail, address }) => problem("state-mismatch", detail, imported.length > 1 ? { address } : {})),
  );
}

/**
 * How an imported object is another one than its name is declared to be; null where it is that one, or nothing tells
 * yet.
 */
function difference(
  { type, cloudId, identity }: DeclaredIdentity,
  { address, type: importedType, provider, identity: imported }: ResourceRecord,
  definition: ResourceDefinition,
): string | null {
  if (type !== importedType)
    return `\`${address}\` is declared as ${type}, and \`${imported.id}\` is of type ${importedType}`;
  if (identity.kind !== "known") return null;
  if (cloudId !== provider.cloudId)
    return otherIdentity(address, `${identity.id}\` on \`${cloudId}`, `${imported.id}\` on \`${provider.cloudId}`);
  if (isSameObject(definition, identity, imported)) return null;
  return otherIdentity(address, identity.id, imported.id);
}

/** A declaration that is wrong in itself is compared with nothing; the next plan tells what is wrong. */
async function acceptedOrNull(text: DeclarationText, deployment: AtStack) {
  try {
    return await accept(text, deployment);
  } catch (cause) {
    if (cause instanceof Rejection) return null;
    throw cause;
  }
}

/** The part of a declaration that some of its resources need; null where it has none of them. */
function only(names: ReadonlySet<string>, checked: CheckedDeclaration): CheckedDeclaration | null {
  const needed = new Set(names);
  // Each node comes after all that it needs.
  const nodes = checked.nodes.toReversed().filter(({ address, edges }) => {
    if (!needed.has(address)) return false;
    for (const edge of edges) needed.add(edge);
    return true;
  });
  return nodes.length === 0 ? null : { ...checked, nodes: nodes.reverse(), outputs: {} };
}
