import { State, StateEditList, StateImport, StateImported } from "../documents/state.ts";
import { operations } from "../operation.ts";

export const stateOperations = operations({
  exportState: {
    needsStack: true,
    method: "GET",
    path: "/v1/projects/{project}/stacks/{stack}/state",
    tag: "State",
    summary: "Export all that is recorded of a stack",
    description:
      "Secrets stay sealed in it: only the stack that sealed them can open them. " +
      "A caller who may not reveal them gets a document that tells only where they are.",
    action: "state:read",
    hasEtag: true,
    responses: { 200: { description: "The state.", schema: State } },
  },

  importState: {
    method: "PUT",
    path: "/v1/projects/{project}/stacks/{stack}/state",
    tag: "State",
    summary: "Replace what is recorded of a stack",
    description:
      "By an exported document. Refused when it was altered, belongs to another stack's history, " +
      "or is older than what stands (unless `force`). `If-Match: *` replaces whatever stands. " +
      "A sealed value must stand where this stack has had it: no state carries secrets to another stack. " +
      "The body may have 32 MiB.",
    action: "state:write",
    takesSealed: true,
    body: { schema: StateImport, limits: { bytes: 32 * 1024 * 1024, values: 1_000_000 } },
    precondition: "required",
    isAudited: true,
    refusals: { 409: "A run holds the stack." },
    responses: { 200: { description: "It is replaced.", schema: StateImported } },
  },

  listStateEdits: {
    needsStack: true,
    method: "GET",
    path: "/v1/projects/{project}/stacks/{stack}/edits",
    tag: "State",
    summary: "List the edits of a stack's state",
    description:
      "Newest first: what has changed records without a plan, be it a rename, a forgetting, " +
      "an import of the state or a repair. Each can be undone by its id, like a run.",
    action: "run:read",
    pages: { member: "edits" },
    responses: { 200: { description: "A page of the edits.", schema: StateEditList } },
  },
});
