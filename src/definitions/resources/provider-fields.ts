import type { ProviderField } from "../schema/definition.ts";

/** Fields that providers of every kind have. */

export const localPrincipal: ProviderField = {
  schema: {
    type: "string",
    description: "In local mode: which principal of the local cloud the calls are made as. Without meaning elsewhere.",
    allOf: [
      { pattern: "^[!-~]{1,320}$", description: "must be at most 320 letters, digits and signs, without spaces" },
    ],
  },
  environment: [],
};

const addressLimits = [
  {
    pattern: "^https?://[^\\s/?#\\\\]+([/?#][^\\s\\\\]*)?$",
    description: "must be an address that starts with https:// or http://, without spaces and backslashes",
  },
] as const;

/** The base address of one of several interfaces of a vendor. */
export function baseUrlOf(what: string): ProviderField {
  const description = `Base address of ${what} alone; \`baseUrl\`, or the vendor's own, when left out.`;
  return { schema: { type: "string", description, allOf: addressLimits }, environment: [] };
}

/** The base address; `environment` as the vendor's own tools read it. */
export function baseUrl(environment: readonly string[]): ProviderField {
  return {
    schema: {
      type: "string",
      description: "Base address of the interface; the vendor's own, or the local cloud in local mode, when left out.",
      allOf: addressLimits,
    },
    environment,
    aliases: ["host"],
  };
}
