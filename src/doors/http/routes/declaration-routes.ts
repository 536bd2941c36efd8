import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import {
  declarationHistory,
  keepDeclaration,
  showDeclaration,
  validateDeclaration,
} from "../../../service/declarations.ts";
import { type Route, route } from "../route.ts";
import { withConfig } from "./type-routes.ts";

const declarationPath = "/v1/stacks/{stack}/declaration";

export const declarationRoutes: readonly Route[] = [
  route({
    operationId: "getDeclaration",
    needsStack: true,
    method: "GET",
    path: declarationPath,
    tag: "Declarations",
    summary: "Get the declaration that is kept for a stack",
    action: "declaration:read",
    hasEtag: true,
    refusals: { 404: "None is kept." },
    responses: { 200: { description: "The declaration.", schema: "Declaration" } },
    handle: async ({ path }, { deployment }) => {
      const document = await showDeclaration(path.stack, deployment);
      return { status: 200, document, etag: document.etag };
    },
  }),
  route<typeof declarationPath, DeclarationText>({
    operationId: "replaceDeclaration",
    method: "PUT",
    path: declarationPath,
    tag: "Declarations",
    summary: "Keep a declaration for a stack",
    description:
      "As a new version, when it has no error: a refusal lists every problem, each with its place in the text. `validateOnly` keeps nothing and answers with the problems.",
    action: "declaration:write",
    query: {
      validateOnly: {
        description: "Only tell what keeping it would meet.",
        schema: { type: "boolean", default: false },
        example: false,
      },
    },
    takesSealed: true,
    body: { schema: "DeclarationText" },
    precondition: "required",
    hasEtag: true,
    isAudited: true,
    responses: {
      200: { description: "The new version; under `validateOnly` the problems.", schema: "DeclarationWritten" },
      201: { description: "The first version.", schema: "Declaration", headers: ["Location"] },
    },
    handle: async ({ path: { stack }, query, body, expected }, { deployment }) => {
      const declaration = withConfig(body);
      if (query["validateOnly"] === true) {
        const { problems } = await validateDeclaration(stack, declaration, expected, deployment);
        return { status: 200, document: { problems } };
      }
      const document = await keepDeclaration(stack, declaration, expected, deployment);
      const location = document.version === 1 ? { location: `/v1/stacks/${stack}/declaration` } : {};
      return { status: document.version === 1 ? 201 : 200, document, etag: document.etag, ...location };
    },
  }),
  route({
    operationId: "listDeclarationVersions",
    needsStack: true,
    method: "GET",
    path: `${declarationPath}/versions`,
    tag: "Declarations",
    summary: "List the versions of a declaration",
    description: "Who kept which and when, newest first.",
    action: "declaration:read",
    pages: { member: "versions" },
    refusals: { 404: "None is kept." },
    responses: { 200: { description: "A page of the versions.", schema: "DeclarationVersionList" } },
    handle: async ({ path, page }, { deployment }) => ({
      status: 200,
      document: page.answer(await declarationHistory(path.stack, page, deployment)),
    }),
  }),
  route({
    operationId: "getDeclarationVersion",
    needsStack: true,
    method: "GET",
    path: `${declarationPath}/versions/{version}`,
    tag: "Declarations",
    summary: "Get a version of a declaration",
    action: "declaration:read",
    hasEtag: true,
    refusals: { 404: "It is not kept, or not any more." },
    responses: { 200: { description: "The version.", schema: "Declaration" } },
    handle: async ({ path }, { deployment }) => {
      const document = await showDeclaration(path.stack, deployment, Number(path.version));
      return { status: 200, document, etag: document.etag };
    },
  }),
];
