import { mostOutputs } from "../../packages/base/json/content-bounds.ts";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import type {
  CatalogDocument,
  CatalogFunction,
  CatalogProvider,
  CatalogResource,
} from "../contract/documents/catalog/catalog.ts";
import { outputFields } from "../definitions/document/output-fields.ts";
import { configTypes } from "../engine/declare/config-value.ts";
import type { ConfigType } from "../engine/declare/declaration.ts";
import { longestName, namePattern, reservedWords } from "../engine/declare/logical-name.ts";
import { projectName } from "../engine/declare/project-name.ts";
import { readOptionsSchema, resourceOptionsSchema } from "./option-schema.ts";
import { expression, expressionDefinition, fieldSchema, fieldsSchema } from "./value-schema.ts";
import { whenSchema } from "./when-schema.ts";

/**
 * The JSON Schema (2020-12) of a declaration that is written by hand, made of a catalog. What it refuses the check
 * refuses too, so far as one place can tell it: names that stand for other places, identities and values of expressions
 * are left to the check.
 */
export function declarationSchema({ resources, functions, providers }: CatalogDocument): JsonObject {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "A declaration of Plumbline",
    type: "object",
    required: ["name"],
    additionalProperties: false,
    properties: {
      name: { type: "string", pattern: projectName.source, description: "Name of the project." },
      config: named(nameOfKey, { $ref: "#/$defs/config" }, "Values that are given beside the declaration."),
      providers: named(nameOfKey, { $ref: "#/$defs/provider" }, "Where resources are, by names of your choice."),
      resources: named(nameOfNode, { $ref: "#/$defs/resource" }, "What should exist, by logical names."),
      lookups: named(nameOfNode, { $ref: "#/$defs/lookup" }, "What is asked of the platforms, by logical names."),
      outputs: {
        ...named(nameOfKey, {}, "What the stack tells when it stands."),
        maxProperties: mostOutputs,
      },
      format: { const: 1, description: "Written by programs." },
      unknown: { ...mapping({ type: "string" }), description: "Written by programs." },
    },
    $defs: {
      [expressionDefinition]: {
        type: "string",
        pattern: "\\$\\{",
        description: "An expression: `${name.field}`, `${config.key}`.",
      },
      config: configSchema,
      provider: providerSchema(providers),
      resource: resourceSchema(resources),
      lookup: lookupSchema(functions),
      readOptions: readOptionsSchema(),
      ...Object.fromEntries(resources.flatMap(resourceDefinitions)),
      ...Object.fromEntries(functions.map(({ type, arguments: taken }) => [type, fieldsSchema(taken)])),
    },
  };
}

const nameOfKey: JsonObject = { pattern: namePattern.source, maxLength: longestName, not: { const: "__proto__" } };
const nameOfNode: JsonObject = { ...nameOfKey, not: { enum: ["__proto__", ...reservedWords] } };

function mapping(entry: Json): JsonObject {
  return { type: ["object", "null"], additionalProperties: entry };
}

function named(propertyNames: JsonObject, entry: Json, description: string): JsonObject {
  return { ...mapping(entry), propertyNames, description };
}

const jsonTypes: Readonly<Record<ConfigType, string>> = {
  string: "string",
  integer: "integer",
  number: "number",
  boolean: "boolean",
  list: "array",
  map: "object",
};

const configSchema: JsonObject = {
  type: ["object", "null"],
  properties: {
    type: { enum: [...configTypes, null], description: "`string` where it is left out.", default: "string" },
    default: { description: "The value where none is given." },
    secret: { type: ["boolean", "null"], description: "Sealed at rest, masked everywhere." },
    description: { type: ["string", "null"], description: "For people." },
    stack: {
      type: "string",
      description:
        "In the place of `type`, `default` and `secret`: the value is the outputs of that stack, `PROJECT/STACK` or " +
        "`STACK` of the same project.",
    },
  },
  additionalProperties: false,
  allOf: [
    ...configTypes.map((type) =>
      whenSchema(
        type === "string"
          ? { properties: { type: { enum: [type, null] } } }
          : { properties: { type: { const: type } }, required: ["type"] },
        { properties: { default: { type: [jsonTypes[type], "null"] } } },
      ),
    ),
    whenSchema({ required: ["stack"] }, { properties: { type: false, default: false, secret: false } }),
  ],
};

const whenEntry: JsonObject = {
  anyOf: [{ type: ["boolean", "null"] }, expression],
  description: "Whether it is there: true, false, or an expression that reads `config`.",
};

const forEach: JsonObject = {
  anyOf: [{ type: ["array", "object", "null"] }, expression],
  description: "A list of texts or a map, or an expression that reads one of `config`: one NAME-KEY for each.",
};

function providerSchema(providers: readonly CatalogProvider[]): JsonObject {
  const isDefault = {
    type: ["boolean", "null"],
    description: "Serves the resources of its kind that name no provider.",
  };
  return {
    type: "object",
    required: ["kind"],
    properties: { kind: { enum: providers.map(({ type }) => type), description: "Kind of the provider." } },
    allOf: providers.map(({ type, title, description, fields }) => {
      const forms = fields.flatMap(({ field, aliases }) =>
        [field.name, ...aliases].map((name) => [name, fieldSchema({ ...field, required: true })] as const),
      );
      return whenSchema(
        { properties: { kind: { const: type } }, required: ["kind"] },
        {
          properties: {
            kind: { const: type, description: `${title}. ${description}` },
            default: isDefault,
            forEach,
            ...Object.fromEntries(forms),
          },
          additionalProperties: false,
        },
      );
    }),
  };
}

/** The tokens of a type in all its versions. */
function tokenSchema(types: readonly (CatalogResource | CatalogFunction)[]): JsonObject {
  const listed = types.flatMap((each) =>
    tokensOf(each).flatMap((token) => [
      { const: token, description: `${each.title}. ${each.description}` },
      ...each.versions.others.map((version) => ({ const: `${token}@${version}` })),
      // The usual version may be named, and need not be proposed.
      { pattern: `^${literal(`${token}@${each.versions.default}`)}$` },
    ]),
  );
  const unlisted = types.flatMap((each) => {
    const { unlistedVersions } = each;
    if (unlistedVersions === undefined) return [];
    const form = unlistedVersions.pattern.startsWith("^")
      ? unlistedVersions.pattern.slice(1)
      : `.*${unlistedVersions.pattern}`;
    return tokensOf(each).map((token) => ({ pattern: `^${literal(token)}@unlisted:${form}` }));
  });
  return { type: "string", anyOf: [...listed, ...unlisted] };
}

function tokensOf(type: CatalogResource | CatalogFunction): readonly string[] {
  return type.kind === "function" ? [type.type, ...type.aliases] : [type.type];
}

/** Whether a token is one of these types, in whatever version. */
function isOneOf(key: string, tokens: readonly string[]): JsonObject {
  const pattern = `^(${tokens.map(literal).join("|")})(@|$)`;
  return { properties: { [key]: { type: "string", pattern } }, required: [key] };
}

/** A text as the part of a pattern. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function resourceSchema(resources: readonly CatalogResource[]): JsonObject {
  return {
    type: "object",
    required: ["type"],
    properties: {
      type: { ...tokenSchema(resources), description: "What it is." },
      properties: { description: "Its fields." },
      get: {
        type: ["object", "null"],
        required: ["id"],
        properties: {
          id: { type: "string", description: "Id of the object, in one of the forms of its type." },
          state: { type: ["object", "null"], description: "What it must be like." },
        },
        additionalProperties: false,
        description: "Reads an object that exists, without managing it.",
      },
      options: { description: "What is said besides the fields." },
      when: whenEntry,
      forEach,
    },
    additionalProperties: false,
    // What is read has no properties.
    not: { required: ["properties", "get"] },
    allOf: resources.map((resource) =>
      whenSchema(isOneOf("type", [resource.type]), {
        properties: { get: { properties: { state: { $ref: `#/$defs/${stateOf(resource)}` } } } },
        ...whenSchema(
          { required: ["get"] },
          { properties: { options: { $ref: "#/$defs/readOptions" } } },
          {
            properties: {
              properties: propertiesOf(resource),
              options: { $ref: `#/$defs/${optionsOf(resource)}` },
            },
            ...(needsFields(resource) ? { required: ["properties"] } : {}),
          },
        ),
      }),
    ),
  };
}

function needsFields({ inputs }: CatalogResource): boolean {
  return inputs.some(({ required }) => required);
}

function propertiesOf(resource: CatalogResource): JsonObject {
  const own = { $ref: `#/$defs/${resource.type}` };
  return needsFields(resource) ? own : { anyOf: [own, { type: "null" }] };
}

function stateOf({ type }: CatalogResource): string {
  return `${type}.state`;
}

function optionsOf({ type }: CatalogResource): string {
  return `${type}.options`;
}

function resourceDefinitions(resource: CatalogResource): readonly (readonly [name: string, schema: JsonObject])[] {
  const known = outputFields(resource).map(({ name, description }) => [name, { description }] as const);
  const state = { type: ["object", "null"], properties: Object.fromEntries(known), additionalProperties: false };
  return [
    [resource.type, { ...fieldsSchema(resource.inputs), description: resource.description }],
    [stateOf(resource), state],
    [optionsOf(resource), resourceOptionsSchema(resource)],
  ];
}

function lookupSchema(functions: readonly CatalogFunction[]): JsonObject {
  return {
    type: "object",
    required: ["function"],
    properties: {
      function: { ...tokenSchema(functions), description: "What is asked." },
      arguments: { description: "What it takes." },
      options: { $ref: "#/$defs/readOptions" },
      when: whenEntry,
      forEach,
    },
    additionalProperties: false,
    allOf: functions.map((called) => {
      const isNeeded = called.arguments.some(({ required }) => required);
      const own = { $ref: `#/$defs/${called.type}` };
      return whenSchema(isOneOf("function", tokensOf(called)), {
        properties: { arguments: isNeeded ? own : { anyOf: [own, { type: "null" }] } },
        ...(isNeeded ? { required: ["arguments"] } : {}),
      });
    }),
  };
}
