import { Drift, RefreshRequest } from "../documents/drift.ts";
import {
  ChangedStackSettings,
  NewStack,
  Outputs,
  PrunedStack,
  Stack,
  StackList,
  StackMove,
  StackPrune,
  StackSettings,
  StackSettingsWrite,
} from "../documents/stacks.ts";
import { operations } from "../operation.ts";
import { longestPart, projectForm } from "../stack-name.ts";

export const stackOperations = operations({
  listStacks: {
    method: "GET",
    path: "/v1/stacks",
    tag: "Stacks",
    summary: "List the stacks of all projects, or of one",
    description: "Those that the caller may see.",
    action: "stack:list",
    query: {
      project: {
        description: "Only the stacks of this project.",
        schema: { type: "string", minLength: 1, maxLength: longestPart, pattern: projectForm },
        example: "portal",
      },
    },
    pages: { member: "stacks", filter: ["name"] },
    responses: { 200: { description: "A page of the stacks, by whole name.", schema: StackList } },
  },

  createStack: {
    method: "POST",
    path: "/v1/projects/{project}/stacks",
    tag: "Stacks",
    summary: "Make an empty stack",
    description: "A stack needs no such beginning: it is for telling a new one from a misspelt one.",
    action: "stack:create",
    body: { schema: NewStack },
    isIdempotentByKey: true,
    isAudited: true,
    refusals: { 409: "There is a stack of this name already." },
    responses: { 201: { description: "The stack.", schema: Stack, headers: ["Location"] } },
  },

  getStack: {
    method: "GET",
    path: "/v1/projects/{project}/stacks/{stack}",
    tag: "Stacks",
    summary: "Get a stack",
    action: "stack:read",
    refusals: { 404: "There is no such stack, or the caller may not see it." },
    responses: { 200: { description: "The stack.", schema: Stack } },
  },

  moveStack: {
    method: "POST",
    path: "/v1/projects/{project}/stacks/{stack}:move",
    tag: "Stacks",
    summary: "Give a stack another name, or hand it to another project",
    description:
      "What it manages, its history, its settings and the roles on it go along. " +
      "The caller needs the right to make the stack of the new name as well.",
    action: "stack:remove",
    body: { schema: StackMove },
    isIdempotentByKey: true,
    isAudited: true,
    refusals: { 404: "There is no such stack.", 409: "There is a stack of the new name, or a run holds this one." },
    responses: { 200: { description: "The stack, as it is named now.", schema: Stack, headers: ["Location"] } },
  },

  pruneStack: {
    needsStack: true,
    method: "POST",
    path: "/v1/projects/{project}/stacks/{stack}:prune",
    tag: "Stacks",
    summary: "Forget old runs of a stack, or tell which would go",
    description:
      "Runs go with their plans and events, the oldest first, unless their number or their age keeps them; their " +
      "result stays. Kept are, too, a run that can go on or whose calls are not settled, and all runs after it. " +
      "A run that went can't be undone any more.",
    action: "stack:remove",
    body: { schema: StackPrune, isOptional: true },
    isIdempotentByKey: true,
    isAudited: true,
    refusals: { 404: "There is no such stack.", 409: "A run holds it." },
    responses: { 200: { description: "What went, or would go.", schema: PrunedStack } },
  },

  deleteStack: {
    method: "DELETE",
    path: "/v1/projects/{project}/stacks/{stack}",
    tag: "Stacks",
    summary: "Remove a stack that manages nothing",
    action: "stack:remove",
    isAudited: true,
    refusals: { 404: "There is no such stack.", 409: "It still manages something, or a run holds it." },
    responses: { 204: { description: "It is removed." } },
  },

  getStackOutputs: {
    needsStack: true,
    method: "GET",
    path: "/v1/projects/{project}/stacks/{stack}/outputs",
    tag: "Stacks",
    summary: "Get the outputs of the last run",
    description:
      "Secret ones stay sealed unless `reveal` asks for them in the clear, which takes a right of its own and is " +
      "put on record.",
    action: "state:read",
    query: {
      reveal: {
        description: "Secret outputs in the clear.",
        schema: { type: "boolean", default: false },
        example: false,
      },
    },
    responses: { 200: { description: "The outputs.", schema: Outputs } },
  },

  getStackSettings: {
    needsStack: true,
    method: "GET",
    path: "/v1/projects/{project}/stacks/{stack}/settings",
    tag: "Stacks",
    summary: "Get how the service treats a stack",
    description: "Approvals that a run needs, how often drift is looked for, and who is told (without their secrets).",
    action: "stack:read",
    hasEtag: true,
    responses: { 200: { description: "The settings.", schema: StackSettings } },
  },

  replaceStackSettings: {
    needsStack: true,
    method: "PUT",
    path: "/v1/projects/{project}/stacks/{stack}/settings",
    tag: "Stacks",
    summary: "Set how the service treats a stack",
    description: "A webhook's secret is sealed and never shown; one that is left out stays as it was.",
    action: "access:manage",
    body: { schema: StackSettingsWrite },
    precondition: "required",
    hasEtag: true,
    isAudited: true,
    responses: { 200: { description: "The settings as they are now.", schema: ChangedStackSettings } },
  },

  getStackDrift: {
    needsStack: true,
    method: "GET",
    path: "/v1/projects/{project}/stacks/{stack}/drift",
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
      target: {
        description: "Only these: names, globs or types, with a comma between two.",
        schema: { type: "string", minLength: 1, maxLength: 2048 },
        example: "por*,iam:OAuthClient",
      },
      exclude: {
        description: "All but these: names, globs or types, with a comma between two.",
        schema: { type: "string", minLength: 1, maxLength: 2048 },
        example: "portal",
      },
    },
    refusals: { 404: "There is no such stack, or there was no look by the clock." },
    responses: { 200: { description: "The differences.", schema: Drift } },
  },

  refreshState: {
    needsStack: true,
    method: "POST",
    path: "/v1/projects/{project}/stacks/{stack}/state:refresh",
    tag: "State",
    summary: "Record what the platforms show now",
    description: "Writes to the state only. A plan of the kind `refresh` does the same in two steps.",
    action: "state:write",
    body: { schema: RefreshRequest, isOptional: true },
    isIdempotentByKey: true,
    isAudited: true,
    refusals: {
      409: "A run holds the stack, or every record of a provider would go and was not named.",
    },
    responses: { 200: { description: "What differed.", schema: Drift } },
  },
});
