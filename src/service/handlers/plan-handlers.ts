import type { PlanRequest } from "../../contract/documents/plans/plan-request.ts";
import type { StepView } from "../../contract/documents/plans/steps.ts";
import { planOperations } from "../../contract/operations/plans.ts";
import { stackAddress } from "../../contract/stack-name.ts";
import type { Infer } from "../../contract/words.ts";
import { handledBy } from "../requests/handler.ts";
import { pageOf, placeKey } from "../use-cases/lists/page.ts";
import { examineVendors } from "../use-cases/objects/examine-vendors.ts";
import { registerProviders } from "../use-cases/objects/register-providers.ts";
import { showPlan } from "../use-cases/plans/kept-plans.ts";
import { type PlanKindRequest, planOfKind } from "../use-cases/plans/plan-of-kind.ts";
import { listPlans } from "../use-cases/plans/plan-rows.ts";
import { selectionOf } from "../use-cases/plans/selection-of.ts";
import { requireStack } from "../use-cases/stacks/require-stack.ts";
import { textOf } from "./given-declaration.ts";
import { entriesOf } from "./resource-handlers.ts";

export const planHandlers = handledBy(planOperations, {
  createPlan: {
    again: async (location, { stack = "" }, { deployment }) =>
      showPlan(stack, location.slice(location.lastIndexOf("/") + 1), deployment),
    handle: async ({ path, body }, { deployment }) => {
      const request = requestOf(path.stack, body);
      if (request.kind !== "apply" || request.newStack !== true) await requireStack(path.stack, deployment);
      const { forRun = false } = body;
      const { dropAllOf = [] } = body.kind === "import" ? {} : body;
      const plan = await planOfKind({ ...request, forRun, dropAllOf }, deployment);
      return {
        status: 201,
        document: plan,
        location: `${stackAddress(path.stack)}/plans/${plan.digest}`,
        etag: plan.digest,
      };
    },
  },
  examineProviders: {
    handle: async ({ path, body }, { deployment }) => {
      return { status: 200, document: await examineVendors(path.stack, textOf(body.declaration), deployment) };
    },
  },
  registerProviders: {
    handle: async ({ path, body }, { deployment }) => {
      const { registrations: wanted } = body;
      return {
        status: 200,
        document: await registerProviders(path.stack, textOf(body.declaration), wanted, deployment),
      };
    },
  },
  listPlans: {
    handle: async ({ path, page }, { deployment }) => {
      const plans = await listPlans(path.stack, page, deployment);
      // A stack that a plan is to make may have plans already.
      if (plans.items.length === 0) await requireStack(path.stack, deployment);
      return { status: 200, document: page.answer(plans) };
    },
  },
  getPlan: {
    handle: async ({ path: { stack, digest }, query }, { deployment }) => {
      const plan = await showPlan(stack, digest, deployment);
      if (query["view"] !== "summary") return { status: 200, document: plan, etag: digest };
      const { steps: _, ...summary } = plan;
      return { status: 200, document: summary, etag: `${digest}.summary` };
    },
  },
  listPlanSteps: {
    handle: async ({ path: { stack, digest }, page }, { deployment }) => {
      const { steps } = await showPlan(stack, digest, deployment);
      // A plan never changes, so that its steps keep their places.
      const keyOf = (_: StepView, place: number) => placeKey(place);
      return { status: 200, document: page.answer(pageOf(steps, keyOf, page)) };
    },
  },
});

function requestOf(stack: string, body: Infer<typeof PlanRequest>): PlanKindRequest {
  switch (body.kind) {
    case "apply": {
      const { declaration, refresh = true, withoutConfig = [], newStack = false, round } = body;
      const asked = { stack, declaration: textOf(declaration), refresh, withoutConfig, newStack };
      return { kind: "apply", ...asked, selection: selectionOf(body), ...(round === undefined ? {} : { round }) };
    }
    case "destroy":
      return {
        ...{ kind: "destroy", stack, declaration: textOf(body.declaration), refresh: body.refresh ?? true },
        selection: selectionOf(body),
      };
    case "refresh":
      return { kind: "refresh", stack, selection: selectionOf(body) };
    case "import": {
      return { kind: "import", stack, entries: entriesOf(body), declaration: textOf(body.declaration) };
    }
    case "undo":
      return { kind: "undo", stack, run: body.run };
  }
}
