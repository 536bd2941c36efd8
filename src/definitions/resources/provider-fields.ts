import type { ProviderField } from "../schema/definition.ts";

/** Fields that providers of every kind have. */

export const localPrincipal: ProviderField = {
  schema: {
    type: "string",
    description: "In local mode: which principal of the local cloud the calls are made as. Without meaning elsewhere.",
  },
  environment: [],
};

/** The base address; `environment` as the vendor's own tools read it. */
export function baseUrl(environment: readonly string[]): ProviderField {
  return {
    schema: {
      type: "string",
      description: "Base address of the interface; the vendor's own, or the local cloud in local mode, when left out.",
      allOf: [
        { pattern: "^https?://[^\\s/?#]+", description: "must be an address that starts with https:// or http://" },
      ],
    },
    environment,
    aliases: ["host"],
  };
}
