import type { TypeRow } from "../../contract/documents/catalog/resource-types.ts";
import { typeOperations } from "../../contract/operations/resource-types.ts";
import { catalogDocument } from "../../definitions/document/catalog-document.ts";
import { handledBy } from "../requests/handler.ts";
import { describeDeclaration } from "../use-cases/declarations/describe-declaration.ts";
import { problemsOf } from "../use-cases/declarations/read-and-check.ts";
import { listTypes, showType } from "../use-cases/declarations/show-types.ts";
import { pageOf } from "../use-cases/lists/page.ts";
import { showGraph } from "../use-cases/state/show-state.ts";
import { withConfig } from "./given-declaration.ts";

export const typeHandlers = handledBy(typeOperations, {
  listTypes: {
    handle: async ({ page }, { deployment }) => ({
      status: 200,
      document: page.answer(pageOf(listTypes(deployment), placeOf, page)),
    }),
  },
  getType: {
    handle: async ({ path }, { deployment }) => ({ status: 200, document: showType(path.type, deployment) }),
  },
  getTypeSchema: {
    handle: async ({ path }, { deployment, description }) => {
      const { type } = showType(path.type, deployment);
      return { status: 200, document: await description.inputsOf(type) };
    },
  },
  getCatalog: {
    handle: async (_, { deployment }) => {
      const document = catalogDocument(deployment.catalog);
      return { status: 200, document, etag: document.digest };
    },
  },
  checkDeclaration: {
    handle: async ({ body }, { deployment }) => ({
      status: 200,
      document: { problems: await problemsOf(withConfig(body), deployment) },
    }),
  },
  describeDeclaration: {
    handle: async ({ body }, { deployment }) => ({
      status: 200,
      document: await describeDeclaration(withConfig(body), deployment),
    }),
  },
  drawDeclaration: {
    handle: async ({ body }, { deployment }) => ({
      status: 200,
      document: await showGraph(withConfig(body), deployment),
    }),
  },
});

/** Ascends as the list does: resources come before functions. */
function placeOf({ kind, type }: TypeRow): string {
  return `${kind === "resource" ? 0 : 1} ${type}`;
}
