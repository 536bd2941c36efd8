import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { TypeRow } from "../../../contract/documents/resource-types.ts";
import { describeDeclaration } from "../../../service/describe-declaration.ts";
import { pageOf } from "../../../service/page.ts";
import { problemsOf } from "../../../service/read-and-check.ts";
import { showGraph } from "../../../service/show-state.ts";
import { listTypes, showType } from "../../../service/show-types.ts";
import { type Route, route } from "../route.ts";

export const typeRoutes: readonly Route[] = [
  route({
    operationId: "listTypes",
    method: "GET",
    path: "/v1/types",
    tag: "Types",
    summary: "List types and functions",
    action: "type:read",
    pages: { member: "types" },
    responses: { 200: { description: "What can be declared or called.", schema: "TypeList" } },
    handle: async ({ page }, { deployment }) => ({
      status: 200,
      document: page.answer(pageOf(listTypes(deployment), placeOf, page)),
    }),
  }),
  route({
    operationId: "getType",
    method: "GET",
    path: "/v1/types/{type}",
    tag: "Types",
    summary: "Get a type or a function",
    description: "All its fields with their rules, for people and editors.",
    action: "type:read",
    refusals: { 404: "There is no such type." },
    responses: { 200: { description: "The type.", schema: "Type" } },
    handle: async ({ path }, { deployment }) => ({ status: 200, document: showType(path.type, deployment) }),
  }),
  route({
    operationId: "getTypeSchema",
    method: "GET",
    path: "/v1/types/{type}/schema",
    tag: "Types",
    summary: "Get the JSON Schema of a type's inputs",
    action: "type:read",
    refusals: { 404: "There is no such type." },
    responses: { 200: { description: "A schema of JSON Schema 2020-12.", schema: "TypeSchema" } },
    handle: async ({ path }, { deployment }) => {
      const { type } = showType(path.type, deployment);
      const { schemaOfInputs } = await import("../openapi/schemas-of-types.ts");
      return { status: 200, document: schemaOfInputs(type, deployment.catalog) };
    },
  }),
  route<"/v1/declarations:check", DeclarationText>({
    operationId: "checkDeclaration",
    method: "POST",
    path: "/v1/declarations:check",
    tag: "Declarations",
    summary: "Check a declaration",
    description:
      "Tells every problem of a text at once, each with its place in it. Nothing is kept and no platform is asked. Problems are the answer, not a failure.",
    action: "check:run",
    body: { schema: "DeclarationText" },
    responses: { 200: { description: "The problems; none when it is right.", schema: "CheckResult" } },
    handle: async ({ body }, { deployment }) => ({
      status: 200,
      document: { problems: await problemsOf(withConfig(body), deployment) },
    }),
  }),
  route<"/v1/declarations:describe", DeclarationText>({
    operationId: "describeDeclaration",
    method: "POST",
    path: "/v1/declarations:describe",
    tag: "Declarations",
    summary: "Tell what a declaration says of itself",
    description: "Its project and its config keys, whatever is wrong with the rest. Nothing is kept.",
    action: "check:run",
    body: { schema: "DeclarationText" },
    responses: { 200: { description: "Its project and config.", schema: "DeclarationSummary" } },
    handle: async ({ body }, { deployment }) => ({
      status: 200,
      document: await describeDeclaration(withConfig(body), deployment),
    }),
  }),
  route<"/v1/declarations:graph", DeclarationText>({
    operationId: "drawDeclaration",
    method: "POST",
    path: "/v1/declarations:graph",
    tag: "Declarations",
    summary: "Tell what needs what",
    action: "check:run",
    body: { schema: "DeclarationText" },
    responses: { 200: { description: "Nodes and edges of the declaration.", schema: "Graph" } },
    handle: async ({ body }, { deployment }) => ({
      status: 200,
      document: await showGraph(withConfig(body), deployment),
    }),
  }),
];

/** A declaration as it was sent; `config` may be left out. */
export function withConfig(given: Omit<DeclarationText, "config"> & Partial<DeclarationText>): DeclarationText {
  return { ...given, config: given.config ?? {} };
}

/** Ascends as the list does: resources come before functions. */
function placeOf({ kind, type }: TypeRow): string {
  return `${kind === "resource" ? 0 : 1} ${type}`;
}
