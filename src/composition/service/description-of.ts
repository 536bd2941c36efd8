import type { Catalog } from "../../definitions/schema/definition.ts";
import type { Description } from "../../service/requests/call-context.ts";

/** What the API says of itself. What makes it is loaded when it is asked for. */
export function descriptionOf(catalog: Catalog): Description {
  const current = async () => {
    const { openApiDocument } = await import("../../http/openapi/openapi-document.ts");
    return openApiDocument(catalog);
  };
  return {
    current,
    earlier: async () => {
      const { earlierDescription } = await import("../../http/openapi/earlier-description.ts");
      return earlierDescription(JSON.parse(JSON.stringify(await current())));
    },
    inputsOf: async (type) => {
      const { schemaOfInputs } = await import("../../http/openapi/schemas-of-types.ts");
      return schemaOfInputs(type, catalog);
    },
  };
}
