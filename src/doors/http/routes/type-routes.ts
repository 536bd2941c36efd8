import type { TypeRow } from "../../../contract/documents/resource-types.ts";
import { typeOperations } from "../../../contract/operations/resource-types.ts";
import { describeDeclaration } from "../../../service/describe-declaration.ts";
import { pageOf } from "../../../service/page.ts";
import { problemsOf } from "../../../service/read-and-check.ts";
import { showGraph } from "../../../service/show-state.ts";
import { listTypes, showType } from "../../../service/show-types.ts";
import { routesOf } from "../route.ts";
import { withConfig } from "./given-declaration.ts";

export const typeRoutes = routesOf(typeOperations, {
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
    handle: async ({ path }, { deployment }) => {
      const { type } = showType(path.type, deployment);
      const { schemaOfInputs } = await import("../openapi/schemas-of-types.ts");
      return { status: 200, document: schemaOfInputs(type, deployment.catalog) };
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
