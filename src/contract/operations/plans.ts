import { Plan, PlanList, ShownPlan } from "../documents/plans/plan.ts";
import { PlanRequest } from "../documents/plans/plan-request.ts";
import { PlanStepList } from "../documents/plans/steps.ts";
import { ExamineRequest, RegisterRequest, RegistrationList, Vendors } from "../documents/vendors.ts";
import { operations } from "../operation.ts";

export const planOperations = operations({
  createPlan: {
    method: "POST",
    path: "/v1/projects/{project}/stacks/{stack}/plans",
    tag: "Plans",
    summary: "Make a plan",
    description:
      "Looks at the platforms, says what a run would do, and keeps that under its digest. " +
      "Changes nothing on any platform, and carries no rights: a run checks each step again, as its own caller.",
    action: "plan:create",
    isLook: true,
    body: { schema: PlanRequest },
    hasEtag: true,
    isIdempotentByKey: true,
    isAudited: true,
    refusals: {
      404: "There is no such stack, or no such run to undo.",
      409: "A run holds the stack and the plan is to be run, or the declaration is another project's.",
    },
    responses: { 201: { description: "The plan.", schema: Plan, headers: ["Location"] } },
  },

  examineProviders: {
    method: "POST",
    path: "/v1/projects/{project}/stacks/{stack}/providers:examine",
    tag: "Plans",
    summary: "Examine the providers of a declaration",
    description:
      "Looks, as the stack would, at each provider's credential, the way to its vendor, " +
      "what the vendor tells of itself, and each declared object. Reads only, and keeps nothing; " +
      "the stack need not be there yet.",
    action: "plan:create",
    isLook: true,
    body: { schema: ExamineRequest },
    responses: { 200: { description: "What was found.", schema: Vendors } },
  },

  registerProviders: {
    method: "POST",
    path: "/v1/projects/{project}/stacks/{stack}/providers:register",
    tag: "Plans",
    summary: "Register what an examination found unregistered",
    description:
      "Asks the vendors to register namespaces, or to switch APIs on, that an examination of the same " +
      "declaration names; nothing else. It goes on in the background: " +
      "examine again until it is not named any more.",
    action: "run:start",
    body: { schema: RegisterRequest },
    isIdempotentByKey: true,
    isAudited: true,
    responses: { 200: { description: "What was asked for, and what was refused.", schema: RegistrationList } },
  },

  listPlans: {
    method: "GET",
    path: "/v1/projects/{project}/stacks/{stack}/plans",
    tag: "Plans",
    summary: "List the plans of a stack",
    description: "Newest first.",
    action: "plan:read",
    pages: { member: "plans" },
    responses: { 200: { description: "A page of the plans.", schema: PlanList } },
  },

  getPlan: {
    method: "GET",
    path: "/v1/projects/{project}/stacks/{stack}/plans/{digest}",
    tag: "Plans",
    summary: "Get a plan",
    description: "A plan never changes: its digest is that of its content.",
    action: "plan:read",
    query: {
      view: {
        description: "`summary`: without the steps, which `listPlanSteps` gives in pages.",
        schema: { type: "string", enum: ["full", "summary"], default: "full" },
        example: "summary",
      },
    },
    hasEtag: true,
    refusals: { 404: "The stack has no such plan." },
    responses: { 200: { description: "The plan.", schema: ShownPlan } },
  },

  listPlanSteps: {
    method: "GET",
    path: "/v1/projects/{project}/stacks/{stack}/plans/{digest}/steps",
    tag: "Plans",
    summary: "List the steps of a plan",
    description: "In the order in which the plan has them.",
    action: "plan:read",
    pages: { member: "steps", filter: ["name", "type", "action"] },
    refusals: { 404: "The stack has no such plan." },
    responses: { 200: { description: "A page of the steps.", schema: PlanStepList } },
  },
});
