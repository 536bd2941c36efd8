import { declarationOperations } from "../../contract/operations/declarations.ts";
import { stackAddress } from "../../contract/stack-name.ts";
import { handledBy } from "../requests/handler.ts";
import {
  declarationHistory,
  keepDeclaration,
  showDeclaration,
  validateDeclaration,
} from "../use-cases/declarations/declarations.ts";
import { withConfig } from "./given-declaration.ts";

export const declarationHandlers = handledBy(declarationOperations, {
  getDeclaration: {
    handle: async ({ path }, { deployment }) => {
      const document = await showDeclaration(path.stack, deployment);
      return { status: 200, document, etag: document.etag };
    },
  },
  replaceDeclaration: {
    handle: async ({ path: { stack }, query, body, expected }, { deployment }) => {
      const declaration = withConfig(body);
      if (query["validateOnly"] === true) {
        const { problems } = await validateDeclaration(stack, declaration, expected, deployment);
        return { status: 200, document: { problems } };
      }
      const document = await keepDeclaration(stack, declaration, expected, deployment);
      const location = document.version === 1 ? { location: `${stackAddress(stack)}/declaration` } : {};
      return { status: document.version === 1 ? 201 : 200, document, etag: document.etag, ...location };
    },
  },
  listDeclarationVersions: {
    handle: async ({ path, page }, { deployment }) => ({
      status: 200,
      document: page.answer(await declarationHistory(path.stack, page, deployment)),
    }),
  },
  getDeclarationVersion: {
    handle: async ({ path }, { deployment }) => {
      const document = await showDeclaration(path.stack, deployment, Number(path.version));
      return { status: 200, document, etag: document.etag };
    },
  },
});
