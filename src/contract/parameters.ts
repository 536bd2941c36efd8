import type { Operation, Parameter } from "./operation.ts";
import { longestPart, projectForm, stackForm } from "./stack-name.ts";

/** Entries of a page unless the caller says otherwise. */
export const usualLimit = 100;
const mostLimit = 10_000;

const form = (pattern: string, maxLength: number) => ({ type: "string" as const, minLength: 1, maxLength, pattern });

/** What stands in paths. Forms are as wide as what was ever made: a name that can't be made is simply not found. */
export const pathParameters: Readonly<Record<string, Parameter>> = {
  project: {
    description: "Name of a project, the `name` of its declarations.",
    schema: form(projectForm, longestPart),
    example: "portal",
  },
  stack: {
    description: "Name of a stack within its project.",
    schema: form(stackForm, longestPart),
    example: "dev",
  },
  digest: {
    description: "Content address of a plan.",
    schema: form("^sha256:[0-9a-f]{64}$", 71),
    example: `sha256:${"0123456789abcdef".repeat(4)}`,
  },
  run: {
    description: "Id of a run.",
    schema: form("^[A-Za-z0-9._:-]+$", 64),
    example: "3f9a0001c2d34e5f8a9b0c1d2e3f4a5b",
  },
  name: {
    description: "Logical name of a resource.",
    schema: form("^[^\\u0000-\\u001f\\u007f/]+$", 256),
    example: "portal",
  },
  type: {
    description: "Token of a type.",
    schema: form("^[^\\u0000-\\u001f\\u007f]+$", 256),
    example: "iam:OAuthClient",
  },
  id: {
    description: "Id of an object on its platform, in any of its type's forms; slashes are escaped.",
    schema: form("^[^\\u0000-\\u001f\\u007f]+$", 1024),
    example: "projects/acme/locations/global/oauthClients/web-portal",
  },
  function: {
    description: "Token of a function.",
    schema: form("^[^\\u0000-\\u001f\\u007f]+$", 256),
    example: "migrate:getPrivateEndpointConnection",
  },
  operation: {
    description: "Id of an operation.",
    schema: form("^[A-Za-z0-9._-]+$", 2048),
    example: "ZGV2.3f9a0001c2d34e5f8a9b0c1d2e3f4a5b",
  },
  provider: {
    description: "Name of a provider.",
    schema: form("^[A-Za-z_][A-Za-z0-9_-]*$", 256),
    example: "google",
  },
  binding: {
    description: "Name of a credential of the service.",
    schema: form("^[A-Za-z_][A-Za-z0-9_-]*$", 64),
    example: "prod",
  },
  version: { description: "Number of a version.", schema: form("^[1-9][0-9]{0,11}$", 12), example: "3" },
  move: {
    description: "Id of a move of a stack to another store.",
    schema: form("^[A-Za-z0-9._-]+$", 64),
    example: "3f9a0001c2d34e5f8a9b0c1d2e3f4a5b",
  },
  handle: { description: "Id of a token.", schema: form("^[A-Za-z0-9_-]+$", 64), example: "3f9a0001c2d3" },
  subject: {
    description: "Who holds a role: a principal, or `group:` and the name of a group; escaped.",
    schema: form("^(user|token|group):[^\\u0000-\\u001f\\u007f]+$", 512),
    example: "group:platform-team",
  },
};

const paging: Readonly<Record<string, Parameter>> = {
  limit: {
    description: "How many entries a page has at most.",
    schema: { type: "integer", format: "int32", minimum: 1, maximum: mostLimit, default: usualLimit },
    example: usualLimit,
  },
  cursor: {
    description: "`nextCursor` of the page before.",
    schema: { type: "string", minLength: 1, maxLength: 2048, pattern: "^[A-Za-z0-9_-]+$" },
  },
};

/** What the query of an operation may say. */
export function parametersOf(operation: Operation): Readonly<Record<string, Parameter>> {
  if (operation.pages === undefined) return operation.query ?? {};
  const { filter = [] } = operation.pages;
  if (filter.length === 0) return { ...operation.query, ...paging };
  const words = filter.map((field) => (field === "name" ? 'name:"web"' : `${field}="..."`));
  return {
    ...operation.query,
    ...paging,
    filter: {
      description:
        `Which entries, by ${filter.join(", ")}; conditions are joined by AND: ${words.join(" AND ")}. ` +
        "`name:` asks how a name begins.",
      schema: { type: "string", maxLength: 1024, pattern: "^[^\\u0000-\\u001f\\u007f]*$" },
      example: filter.includes("name") ? 'name:"web"' : `${filter[0]}="x"`,
    },
  };
}
