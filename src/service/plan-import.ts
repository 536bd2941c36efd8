import { invariant } from "../base/invariant.ts";
import { problem } from "../base/problem.ts";
import { idKey } from "../definitions/schema/identity.ts";
import { contentDigest } from "../definitions/schema/whole-value.ts";
import type { DeclarationText, PlanView } from "../doors/api/documents.ts";
import type { CheckedDeclaration } from "../engine/check/checked-declaration.ts";
import { observe } from "../engine/observe/observe.ts";
import { makePlan } from "../engine/plan/make-plan.ts";
import type { WriteStep } from "../engine/plan/plan.ts";
import { objectKey } from "../engine/state/snapshot.ts";
import type { StackState } from "../engine/state/stack-state.ts";
import { keptDeclaration } from "./declarations.ts";
import { definitionsDigest } from "./definitions-digest.ts";
import type { Deployment } from "./deployment.ts";
import { type Found, findAll, type ImportRequest, importStep, importView } from "./import-objects.ts";
import { accept } from "./read-and-check.ts";
import { readParallelism } from "./read-parallelism.ts";
import { keepRecordPlan } from "./record-plan.ts";
import { recoverStack } from "./recover-stack.ts";
import { Rejection } from "./rejection.ts";
import { checkProject, projectOf } from "./stack-context.ts";

/**
 * Reads existing objects and plans to take them into management as they stand; where the declaration has them already,
 * what it has otherwise is shown. The run of the plan makes no call to any platform. Without a declaration in the request
 * the stack's kept one counts. A Rejection holds every reason why an entry can't be imported.
 */
export async function planImport(request: ImportRequest, deployment: Deployment): Promise<PlanView> {
  const { stack } = request;
  const declaration = request.declaration ?? (await keptDeclaration(stack, deployment));
  const { state, advice, inFlight } = await recoverStack(stack, deployment);
  if (declaration !== null) checkProject(stack, projectOf(declaration), state);
  const found = await findAll({ ...request, declaration }, state, deployment);
  const differing = declaration === null ? new Map() : await differences(declaration, found, state, deployment);
  const view = await keepRecordPlan(
    {
      kind: "import",
      stack,
      state,
      inFlight,
      seen: {
        observed: found.map(({ record: { type, provider, identity, observed, outputs } }) => {
          const definition = deployment.catalog.resources[type];
          invariant(definition !== undefined, `no definition of ${type}`);
          return {
            identity: objectKey(provider.cloudId, idKey(definition, identity.id)),
            version: observed.version ?? contentDigest(outputs),
          };
        }),
      },
      steps: found.map((each) => importStep(each, differing.get(each.entry.name)?.fields)),
      unchanged: [],
      problems: [...advice, ...[...differing.values()].flatMap(adviceOn)],
    },
    deployment,
  );
  return { ...view, imports: found.map(importView) };
}

function adviceOn({ address, action, fields }: WriteStep) {
  if (fields.length === 0) return [];
  const paths = fields.map(({ path }) => `\`${path.slice(1).replaceAll("/", ".")}\``).join(", ");
  const detail = `\`${address}\` is declared otherwise in ${paths}; the next plan would ${action} it`;
  return [problem("declared-otherwise", detail, { address })];
}

/** What a plan made after the import would do to the imported objects that the declaration has, by name. */
async function differences(
  text: DeclarationText,
  found: readonly Found[],
  state: StackState,
  deployment: Deployment,
): Promise<ReadonlyMap<string, WriteStep>> {
  const { catalog, driverOf, store, ids, clock } = deployment;
  const names = new Set(found.map(({ entry }) => entry.name));
  const accepted = await acceptedOrNull(text, deployment);
  const checked = accepted === null ? null : only(names, accepted.checked);
  if (accepted === null || checked === null) return new Map();
  const { language } = accepted;
  const imported = new Map([
    ...state.records,
    ...found.map(({ record }): [string, typeof record] => [record.address, record]),
  ]);
  const { snapshot, problems } = await observe({
    stack: "",
    checked,
    language,
    state: { ...state, records: imported },
    unsettled: [],
    catalog,
    driverOf,
    claims: store.claims,
    ids,
    clock,
    parallel: readParallelism,
    refresh: false,
  });
  const definitions = definitionsDigest(catalog);
  const plan = makePlan({ kind: "apply", checked, snapshot, catalog, definitions, language, round: 1, problems });
  return new Map(
    plan.steps.flatMap((step): [string, WriteStep][] =>
      step.kind === "write" && names.has(step.address) ? [[step.address, step]] : [],
    ),
  );
}

/** A declaration that is wrong in itself is compared with nothing; the next plan tells what is wrong. */
async function acceptedOrNull(text: DeclarationText, deployment: Deployment) {
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
