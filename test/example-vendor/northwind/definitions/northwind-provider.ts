import { baseUrl, localPrincipal } from "../../../../src/definitions/resources/provider-fields.ts";
import type { ProviderDefinition } from "../../../../src/definitions/schema/definition.ts";

export const northwindProvider: ProviderDefinition = {
  kind: "provider",
  type: "northwind",
  title: "Northwind",
  description: "Signing keys.",
  fields: { baseUrl: baseUrl(["NORTHWIND_URL"]), localPrincipal },
  constants: {},
};
