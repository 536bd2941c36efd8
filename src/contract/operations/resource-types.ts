import { CatalogDocument } from "../documents/catalog/catalog.ts";
import { Type, TypeList, TypeSchema } from "../documents/catalog/resource-types.ts";
import { CheckResult, DeclarationSummary, DeclarationText, Graph } from "../documents/declarations.ts";
import { operations } from "../operation.ts";

export const typeOperations = operations({
  listTypes: {
    method: "GET",
    path: "/v1/types",
    tag: "Types",
    summary: "List types and functions",
    action: "type:read",
    pages: { member: "types" },
    responses: { 200: { description: "What can be declared or called.", schema: TypeList } },
  },

  getType: {
    method: "GET",
    path: "/v1/types/{type}",
    tag: "Types",
    summary: "Get a type or a function",
    description: "All its fields with their rules, for people and editors.",
    action: "type:read",
    refusals: { 404: "There is no such type." },
    responses: { 200: { description: "The type.", schema: Type } },
  },

  getTypeSchema: {
    method: "GET",
    path: "/v1/types/{type}/schema",
    tag: "Types",
    summary: "Get the JSON Schema of a type's inputs",
    action: "type:read",
    refusals: { 404: "There is no such type." },
    responses: { 200: { description: "A schema of JSON Schema 2020-12.", schema: TypeSchema } },
  },

  getCatalog: {
    method: "GET",
    path: "/v1/catalog",
    tag: "Types",
    summary: "Get the catalog",
    description:
      "All types, functions and kinds of providers as one document for machines: " +
      "types of values, rules, marks, identities, versions, examples. It changes with the service's version only.",
    action: "type:read",
    hasEtag: true,
    responses: { 200: { description: "The catalog.", schema: CatalogDocument } },
  },

  checkDeclaration: {
    method: "POST",
    path: "/v1/declarations:check",
    tag: "Declarations",
    summary: "Check a declaration",
    description:
      "Tells every problem of a text at once, each with its place in it. " +
      "Nothing is kept and no platform is asked. Problems are the answer, not a failure.",
    action: "check:run",
    isLook: true,
    body: { schema: DeclarationText },
    responses: { 200: { description: "The problems; none when it is right.", schema: CheckResult } },
  },

  describeDeclaration: {
    method: "POST",
    path: "/v1/declarations:describe",
    tag: "Declarations",
    summary: "Tell what a declaration says of itself",
    description: "Its project and its config keys, whatever is wrong with the rest. Nothing is kept.",
    action: "check:run",
    isLook: true,
    body: { schema: DeclarationText },
    responses: { 200: { description: "Its project and config.", schema: DeclarationSummary } },
  },

  drawDeclaration: {
    method: "POST",
    path: "/v1/declarations:graph",
    tag: "Declarations",
    summary: "Tell what needs what",
    action: "check:run",
    isLook: true,
    body: { schema: DeclarationText },
    responses: { 200: { description: "Nodes and edges of the declaration.", schema: Graph } },
  },
});
