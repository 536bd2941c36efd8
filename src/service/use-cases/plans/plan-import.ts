import { invariant } from "../../../../packages/base/invariant.ts";
import { problem } from "../../../../packages/base/problems/problem.ts";
import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import { contentDigest } from "../../../definitions/schema/content-digest.ts";
import { idKey } from "../../../definitions/schema/identity/same-object.ts";
import type { WriteStep } from "../../../engine/plan/plan.ts";
import { objectKey } from "../../../engine/state/snapshot.ts";
import { besideDeclaration } from "../declarations/beside-declaration.ts";
import { keptDeclaration } from "../declarations/declarations.ts";
import type { Deployment } from "../deployment.ts";
import { findAll, importAdvice, importStep, importView } from "../objects/import-objects.ts";
import type { ImportRequest } from "../objects/import-request.ts";
import { recoverStack } from "../runs/recover-stack.ts";
import { atStack } from "../stacks/at-stack.ts";
import { checkProject, projectOf } from "../stacks/declared-context.ts";
import { keepStateOnlyPlan } from "./state-only-plan.ts";

/**
 * Reads existing objects and plans to take them into management as they stand; where the declaration has them already,
 * what it has otherwise is shown. The run of the plan makes no call to any platform. Without a declaration in the
 * request the stack's kept one counts. A Rejection holds every reason why an entry can't be imported.
 */
export async function planImport(request: ImportRequest, service: Deployment): Promise<PlanView> {
  const deployment = atStack(request.stack, service);
  const { stack } = request;
  const declaration = request.declaration ?? (await keptDeclaration(stack, deployment));
  const { state, advice, inFlight } = await recoverStack(stack, deployment);
  if (declaration !== null) checkProject(stack, await projectOf(declaration, deployment));
  const found = await findAll({ ...request, declaration }, state, deployment);
  const differing = await besideDeclaration(
    declaration,
    found.map(({ record }) => record),
    state,
    deployment,
  );
  const view = await keepStateOnlyPlan(
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
      problems: [...advice, ...found.flatMap(importAdvice), ...[...differing.values()].flatMap(adviceOn)],
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
