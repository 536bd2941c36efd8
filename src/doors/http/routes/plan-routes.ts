import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { RegistrationView } from "../../../contract/documents/vendors.ts";
import { examineVendors } from "../../../service/examine-vendors.ts";
import { showPlan } from "../../../service/make-plans.ts";
import { type PlanKindRequest, planOfKind } from "../../../service/plan-kinds.ts";
import { listPlans } from "../../../service/plan-rows.ts";
import { registerProviders } from "../../../service/register-providers.ts";
import { requireStack } from "../../../service/require-stack.ts";
import { type Route, route } from "../route.ts";
import type { ImportRequestBody } from "./resource-routes.ts";
import { entriesOf } from "./resource-routes.ts";
import { withConfig } from "./type-routes.ts";

type PlanRequestBody = PlannedKindBody & { readonly forRun?: boolean; readonly dropAllOf?: readonly string[] };

type PlannedKindBody =
  | {
      readonly kind: "apply";
      readonly declaration?: DeclarationText | null;
      readonly refresh?: boolean;
      readonly withoutConfig?: readonly string[];
      readonly newStack?: boolean;
    }
  | { readonly kind: "destroy"; readonly declaration?: DeclarationText | null; readonly refresh?: boolean }
  | { readonly kind: "refresh" }
  | ({ readonly kind: "import" } & ImportRequestBody)
  | { readonly kind: "undo"; readonly run: string };

export const planRoutes: readonly Route[] = [
  route<"/v1/stacks/{stack}/plans", PlanRequestBody>({
    operationId: "createPlan",
    method: "POST",
    path: "/v1/stacks/{stack}/plans",
    tag: "Plans",
    summary: "Make a plan",
    description:
      "Looks at the platforms, says what a run would do, and keeps that under its digest. Changes nothing on any platform, and carries no rights: a run checks each step again, as its own caller.",
    action: "plan:create",
    body: { schema: "PlanRequest" },
    hasEtag: true,
    isIdempotentByKey: true,
    isAudited: true,
    refusals: {
      404: "There is no such stack, or no such run to undo.",
      409: "A run holds the stack and the plan is to be run, or the stack belongs to another project.",
    },
    responses: { 201: { description: "The plan.", schema: "Plan", headers: ["Location"] } },
    again: async (location, { stack = "" }, { deployment }) =>
      showPlan(stack, location.slice(location.lastIndexOf("/") + 1), deployment),
    handle: async ({ path, body }, { deployment }) => {
      const request = requestOf(path.stack, body);
      if (request.kind !== "apply" || request.newStack !== true) await requireStack(path.stack, deployment);
      const { forRun = false, dropAllOf = [] } = body;
      const plan = await planOfKind({ ...request, forRun, dropAllOf }, deployment);
      return {
        status: 201,
        document: plan,
        location: `/v1/stacks/${path.stack}/plans/${plan.digest}`,
        etag: plan.digest,
      };
    },
  }),
  route<"/v1/stacks/{stack}/providers:examine", { readonly declaration?: DeclarationText | null }>({
    operationId: "examineProviders",
    method: "POST",
    path: "/v1/stacks/{stack}/providers:examine",
    tag: "Plans",
    summary: "Examine the providers of a declaration",
    description:
      "Looks, as the stack would, at each provider's credential, the way to its vendor, what the vendor tells of itself, and each declared object. Reads only, and keeps nothing; the stack need not be there yet.",
    action: "plan:create",
    body: { schema: "ExamineRequest" },
    responses: { 200: { description: "What was found.", schema: "Vendors" } },
    handle: async ({ path, body }, { deployment }) => {
      const { declaration = null } = body;
      const text = declaration === null ? null : withConfig(declaration);
      return { status: 200, document: await examineVendors(path.stack, text, deployment) };
    },
  }),
  route<
    "/v1/stacks/{stack}/providers:register",
    { readonly declaration?: DeclarationText | null; readonly registrations: readonly RegistrationView[] }
  >({
    operationId: "registerProviders",
    method: "POST",
    path: "/v1/stacks/{stack}/providers:register",
    tag: "Plans",
    summary: "Register what an examination found unregistered",
    description:
      "Asks the vendors to register namespaces, or to switch APIs on, that an examination of the same declaration names; nothing else. It goes on in the background: examine again until it is not named any more.",
    action: "run:start",
    body: { schema: "RegisterRequest" },
    isIdempotentByKey: true,
    isAudited: true,
    refusals: { 409: "Nothing may be changed (`PLUMB_READ_ONLY`)." },
    responses: { 200: { description: "What was asked for, and what was refused.", schema: "RegistrationList" } },
    handle: async ({ path, body }, { deployment }) => {
      const { declaration = null, registrations: wanted } = body;
      const text = declaration === null ? null : withConfig(declaration);
      return {
        status: 200,
        document: await registerProviders(path.stack, text, wanted, deployment),
      };
    },
  }),
  route({
    operationId: "listPlans",
    method: "GET",
    path: "/v1/stacks/{stack}/plans",
    tag: "Plans",
    summary: "List the plans of a stack",
    description: "Newest first.",
    action: "plan:read",
    pages: { member: "plans" },
    responses: { 200: { description: "A page of the plans.", schema: "PlanList" } },
    handle: async ({ path, page }, { deployment }) => {
      const plans = await listPlans(path.stack, page, deployment);
      // A stack that a plan is to make may have plans already.
      if (plans.items.length === 0) await requireStack(path.stack, deployment);
      return { status: 200, document: page.answer(plans) };
    },
  }),
  route({
    operationId: "getPlan",
    method: "GET",
    path: "/v1/stacks/{stack}/plans/{digest}",
    tag: "Plans",
    summary: "Get a plan",
    description: "A plan never changes: its digest is that of its content.",
    action: "plan:read",
    hasEtag: true,
    refusals: { 404: "The stack has no such plan." },
    responses: { 200: { description: "The plan.", schema: "Plan" } },
    handle: async ({ path }, { deployment }) => ({
      status: 200,
      document: await showPlan(path.stack, path.digest, deployment),
      etag: path.digest,
    }),
  }),
];

function requestOf(stack: string, body: PlannedKindBody): PlanKindRequest {
  switch (body.kind) {
    case "apply": {
      const { declaration, refresh = true, withoutConfig = [], newStack = false } = body;
      return { kind: "apply", stack, declaration: textOf(declaration), refresh, withoutConfig, newStack };
    }
    case "destroy":
      return { kind: "destroy", stack, declaration: textOf(body.declaration), refresh: body.refresh ?? true };
    case "refresh":
      return { kind: "refresh", stack };
    case "import": {
      return { kind: "import", stack, entries: entriesOf(body), declaration: textOf(body.declaration) };
    }
    case "undo":
      return { kind: "undo", stack, run: body.run };
  }
}

function textOf(declaration: DeclarationText | null | undefined): DeclarationText | null {
  return declaration === null || declaration === undefined ? null : withConfig(declaration);
}
