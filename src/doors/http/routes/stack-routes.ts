import type { Json } from "../../../base/json.ts";
import { secretPlaces } from "../../../definitions/schema/secret-values.ts";
import type { Deployment } from "../../../service/deployment.ts";
import { lastDrift } from "../../../service/dispatch/drift-schedule.ts";
import { forgetPapers } from "../../../service/dispatch/left-papers.ts";
import { changeStackSettings, showStackSettings } from "../../../service/dispatch/stack-settings.ts";
import { driftStack, refreshStack } from "../../../service/drift.ts";
import { revealOutputs, showOutputs } from "../../../service/show-state.ts";
import { checkProject } from "../../../service/stack-context.ts";
import { adoptStack, listStacks, newStack, removeStack, showStack } from "../../../service/stacks.ts";
import { Refusal } from "../conventions/refusal.ts";
import { type Parameter, type QueryValue, type Route, route } from "../route.ts";

const project: Parameter = {
  description: "Project of the caller's declaration: refused where the stack belongs to another.",
  schema: { type: "string", minLength: 1, maxLength: 63, pattern: "^[a-z][a-z0-9-]*$" },
  example: "portal",
};

export const stackRoutes: readonly Route[] = [
  route({
    operationId: "listStacks",
    method: "GET",
    path: "/v1/stacks",
    tag: "Stacks",
    summary: "List the stacks",
    description: "Those that the caller may see.",
    action: "stack:list",
    pages: { member: "stacks", filter: ["name"] },
    responses: { 200: { description: "A page of the stacks, by name.", schema: "StackList" } },
    handle: async ({ page }, { deployment }) => ({
      status: 200,
      document: page.answer(await listStacks(page, deployment)),
    }),
  }),
  route<"/v1/stacks", { readonly name: string }>({
    operationId: "createStack",
    method: "POST",
    path: "/v1/stacks",
    tag: "Stacks",
    summary: "Make an empty stack",
    description: "A stack needs no such beginning: it is for telling a new one from a misspelt one.",
    action: "stack:create",
    body: { schema: "NewStack" },
    isIdempotentByKey: true,
    makes: ({ name }) => name,
    isAudited: true,
    refusals: { 409: "There is a stack of this name already." },
    responses: { 201: { description: "The stack.", schema: "Stack", headers: ["Location"] } },
    handle: async ({ body }, { deployment, effect }) => ({
      status: 201,
      document: await newStack(body.name, deployment, effect),
      location: `/v1/stacks/${body.name}`,
    }),
  }),
  route({
    operationId: "getStack",
    method: "GET",
    path: "/v1/stacks/{stack}",
    tag: "Stacks",
    summary: "Get a stack",
    action: "stack:read",
    query: { project },
    refusals: {
      404: "There is no such stack, or the caller may not see it.",
      409: "The stack belongs to another project.",
    },
    responses: { 200: { description: "The stack.", schema: "Stack" } },
    handle: async ({ path, query }, { deployment }) => {
      const document = await showStack(path.stack, deployment);
      await ofProject(path.stack, query["project"], deployment);
      return { status: 200, document };
    },
  }),
  route<"/v1/stacks/{stack}:adopt", { readonly project: string }>({
    operationId: "adoptStack",
    needsStack: true,
    method: "POST",
    path: "/v1/stacks/{stack}:adopt",
    tag: "Stacks",
    summary: "Hand a stack to another project",
    description:
      "From now on the stack takes the declarations of this project and no other's. For a project that was renamed; nothing of what is managed changes.",
    action: "state:write",
    body: { schema: "StackAdoption" },
    isIdempotentByKey: true,
    isAudited: true,
    refusals: { 404: "There is no such stack.", 409: "A run holds the stack." },
    responses: { 200: { description: "The stack.", schema: "Stack" } },
    handle: async ({ path, body }, { deployment }) => ({
      status: 200,
      document: await adoptStack(path.stack, body.project, deployment),
    }),
  }),
  route({
    operationId: "deleteStack",
    method: "DELETE",
    path: "/v1/stacks/{stack}",
    tag: "Stacks",
    summary: "Remove a stack that manages nothing",
    action: "stack:remove",
    isAudited: true,
    refusals: { 404: "There is no such stack.", 409: "It still manages something, or a run holds it." },
    responses: { 204: { description: "It is removed." } },
    handle: async ({ path }, { deployment, accessControl }) => {
      // What older versions kept under the name is of the stack that is removed, not of the next one.
      await deployment.carriedOver();
      const lineage = await removeStack(path.stack, deployment);
      await accessControl?.look(path.stack);
      await forgetPapers({ stack: path.stack, lineage }, deployment);
      return { status: 204 };
    },
  }),
  route({
    operationId: "getStackOutputs",
    needsStack: true,
    method: "GET",
    path: "/v1/stacks/{stack}/outputs",
    tag: "Stacks",
    summary: "Get the outputs of the last run",
    description:
      "Secret ones stay sealed unless `reveal` asks for them in the clear, which takes a right of its own and is put on record.",
    action: "state:read",
    query: {
      reveal: {
        description: "Secret outputs in the clear.",
        schema: { type: "boolean", default: false },
        example: false,
      },
    },
    responses: { 200: { description: "The outputs.", schema: "Outputs" } },
    handle: async ({ path, query }, { deployment, revealing }) => {
      const outputs = await showOutputs(path.stack, deployment);
      if (query["reveal"] !== true) return { status: 200, document: { outputs } };
      const paths = secretPlaces(outputs).map((place) => `/outputs${place}`);
      const opened = await revealing(paths, () => revealOutputs(path.stack, outputs, deployment));
      return { status: 200, document: { outputs: opened } };
    },
  }),
  route({
    operationId: "getStackSettings",
    needsStack: true,
    method: "GET",
    path: "/v1/stacks/{stack}/settings",
    tag: "Stacks",
    summary: "Get how the service treats a stack",
    description: "Approvals that a run needs, how often drift is looked for, and who is told (without their secrets).",
    action: "stack:read",
    hasEtag: true,
    responses: { 200: { description: "The settings.", schema: "StackSettings" } },
    handle: async ({ path }, { deployment }) => {
      const { revision, ...document } = await showStackSettings(path.stack, deployment);
      return { status: 200, document, etag: settingsEtag(revision) };
    },
  }),
  route<"/v1/stacks/{stack}/settings", Json>({
    operationId: "replaceStackSettings",
    needsStack: true,
    method: "PUT",
    path: "/v1/stacks/{stack}/settings",
    tag: "Stacks",
    summary: "Set how the service treats a stack",
    description: "A webhook's secret is sealed and never shown; one that is left out stays as it was.",
    action: "access:manage",
    body: { schema: "StackSettingsWrite" },
    precondition: "required",
    hasEtag: true,
    isAudited: true,
    responses: { 200: { description: "The settings as they are now.", schema: "StackSettings" } },
    handle: async ({ path, body, expected }, { deployment }) => {
      const { revision: now } = await showStackSettings(path.stack, deployment);
      const settings = settingsEtag(now);
      const isMet =
        expected.kind === "one of" ? expected.etags.includes(settings) : expected.kind !== "nothing" || now === null;
      // What stood there may be replaced in between: the expectation is held to by the write itself.
      const revision = isMet ? now : -1;
      const { revision: next, ...document } = await changeStackSettings(path.stack, body, { revision }, deployment);
      return { status: 200, document, etag: settingsEtag(next) };
    },
  }),
  route({
    operationId: "getStackDrift",
    needsStack: true,
    method: "GET",
    path: "/v1/stacks/{stack}/drift",
    tag: "Resources",
    summary: "Compare all that is managed with the platforms",
    description: "Reads every managed object now, or tells what the last look by the clock found. Changes nothing.",
    action: "state:read",
    query: {
      scheduled: {
        description: "What the last look by the clock found, without reading anything.",
        schema: { type: "boolean", default: false },
        example: false,
      },
      project,
    },
    refusals: {
      404: "There is no such stack, or there was no look by the clock.",
      409: "The stack belongs to another project.",
    },
    responses: { 200: { description: "The differences.", schema: "Drift" } },
    handle: async ({ path, query }, { deployment }) => {
      await ofProject(path.stack, query["project"], deployment);
      if (query["scheduled"] !== true) return { status: 200, document: await driftStack(path.stack, deployment) };
      const document = await lastDrift(path.stack, deployment);
      if (document === null)
        throw new Refusal("not-found", `no scheduled drift check of stack \`${path.stack}\` has run yet`);
      return { status: 200, document };
    },
  }),
  route<"/v1/stacks/{stack}/state:refresh", { readonly dropAllOf?: readonly string[] } | undefined>({
    operationId: "refreshState",
    needsStack: true,
    method: "POST",
    path: "/v1/stacks/{stack}/state:refresh",
    tag: "State",
    summary: "Record what the platforms show now",
    description: "Writes to the state only. A plan of the kind `refresh` does the same in two steps.",
    action: "state:write",
    query: { project },
    body: { schema: "RefreshRequest", isOptional: true },
    isIdempotentByKey: true,
    isAudited: true,
    refusals: {
      409: "A run holds the stack, it belongs to another project, or every record of a provider would go and was not named.",
    },
    responses: { 200: { description: "What differed.", schema: "Drift" } },
    handle: async ({ path, query, body }, { deployment }) => {
      await ofProject(path.stack, query["project"], deployment);
      return { status: 200, document: await refreshStack(path.stack, deployment, body?.dropAllOf) };
    },
  }),
];

/** Refuses where the caller speaks of another project than the stack's. */
async function ofProject(stack: string, named: QueryValue | undefined, { store }: Deployment): Promise<void> {
  if (typeof named === "string") checkProject(stack, named, await store.readStack(stack));
}

/** Settings that were never changed are a version of them too. */
function settingsEtag(revision: number | null): string {
  return `s${revision ?? 0}`;
}
