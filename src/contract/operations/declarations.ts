import { Declaration, DeclarationText, DeclarationVersionList, DeclarationWritten } from "../documents/declarations.ts";
import { operations } from "../operation.ts";

const declarationPath = "/v1/projects/{project}/stacks/{stack}/declaration";

export const declarationOperations = operations({
  getDeclaration: {
    needsStack: true,
    method: "GET",
    path: declarationPath,
    tag: "Declarations",
    summary: "Get the declaration that is kept for a stack",
    action: "declaration:read",
    hasEtag: true,
    refusals: { 404: "None is kept." },
    responses: { 200: { description: "The declaration.", schema: Declaration } },
  },

  replaceDeclaration: {
    method: "PUT",
    path: declarationPath,
    tag: "Declarations",
    summary: "Keep a declaration for a stack",
    description:
      "As a new version, when it has no error: a refusal lists every problem, each with its place in the text. " +
      "`validateOnly` keeps nothing and answers with the problems.",
    action: "declaration:write",
    query: {
      validateOnly: {
        description: "Only tell what keeping it would meet.",
        schema: { type: "boolean", default: false },
        example: false,
      },
    },
    takesSealed: true,
    body: { schema: DeclarationText },
    precondition: "required",
    hasEtag: true,
    isAudited: true,
    refusals: { 409: "The declaration is of another project than the stack." },
    responses: {
      200: { description: "The new version; under `validateOnly` the problems.", schema: DeclarationWritten },
      201: { description: "The first version.", schema: Declaration, headers: ["Location"] },
    },
  },

  listDeclarationVersions: {
    needsStack: true,
    method: "GET",
    path: `${declarationPath}/versions`,
    tag: "Declarations",
    summary: "List the versions of a declaration",
    description: "Who kept which and when, newest first.",
    action: "declaration:read",
    pages: { member: "versions" },
    refusals: { 404: "None is kept." },
    responses: { 200: { description: "A page of the versions.", schema: DeclarationVersionList } },
  },

  getDeclarationVersion: {
    needsStack: true,
    method: "GET",
    path: `${declarationPath}/versions/{version}`,
    tag: "Declarations",
    summary: "Get a version of a declaration",
    action: "declaration:read",
    hasEtag: true,
    refusals: { 404: "It is not kept, or not any more." },
    responses: { 200: { description: "The version.", schema: Declaration } },
  },
});
