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

/** How long the platform may put off calls (decision 0097). */
export const retryFor: ProviderField = {
  schema: {
    type: "string",
    description:
      "How long the platform may put off the calls of one step, all waits together, such as `30s`, `20m` or `2h`; " +
      "10 minutes when left out. What a command or a run says itself (`--retry-for`) counts before it.",
    allOf: [
      {
        pattern: "^([1-9]\\d{0,2}[sm]|([1-9]|1\\d|2[0-4])h)$",
        description: "must be up to 999 seconds or minutes, or up to 24 hours, such as 30s, 20m or 2h",
      },
    ],
  },
  environment: [],
  ofCalls: true,
};

/** Limits that the user sets, where the platform's own are shared with others. */
export const callsPerMinute: ProviderField = {
  schema: {
    type: "integer",
    minimum: 1,
    maximum: 100_000,
    description:
      "How many calls a minute are begun at most by all processes over one store, evenly apart. " +
      "Without it calls are slowed only when the platform asks for it.",
  },
  environment: [],
  ofCalls: true,
};

export const callsAtOnce: ProviderField = {
  schema: {
    type: "integer",
    minimum: 1,
    maximum: 1_024,
    description: "How many calls are under way at once at most, of one process. `--parallel` bounds the steps besides.",
  },
  environment: [],
  ofCalls: true,
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
