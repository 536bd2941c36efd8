import { isJsonObject, type Json, type JsonObject, ownMember } from "../../../packages/base/json/json.ts";

/** What `plumb explain` tells of a part of the language of declarations. */
export interface Topic {
  readonly topic: string;
  readonly summary: string;
  readonly explanation: string;
  /** What it has, each with its meaning. */
  readonly members: readonly { readonly name: string; readonly description: string }[];
}

/** The words that `plumb explain` knows besides codes and types; options and kinds of providers are further ones. */
export const topicNames = ["config", "expressions", "options", "providers"] as const;

/**
 * The topic of that name: a part of a declaration, one option, or the provider of one kind; undefined where there is
 * none. `schema` is the JSON Schema of a declaration, from which members and their meanings are taken.
 */
export function topicOf(word: string, schema: JsonObject): Topic | undefined {
  const definitions = objectIn(schema, "$defs");
  const options = optionsIn(definitions);
  const kinds = kindsIn(definitions);
  switch (word) {
    case "config":
      return { ...config, members: membersOf(objectIn(definitions, "config", "properties")) };
    case "expressions":
      return expressions;
    case "options":
      return { ...ofOptions, members: options };
    case "providers":
      return { ...ofProviders, members: kinds.map(({ name, description }) => ({ name, description })) };
    default:
  }
  const kind = kinds.find(({ name }) => name === word);
  if (kind !== undefined)
    return { topic: word, summary: "a kind of provider", explanation: kind.description, members: kind.members };
  const name = word.replace(/^options\./, "");
  const option = options.find((each) => each.name === name);
  if (option === undefined) return undefined;
  return { topic: name, summary: "an option of a resource", explanation: option.description, members: [] };
}

/** Every word that names a topic. */
export function topicWords(schema: JsonObject): readonly string[] {
  const definitions = objectIn(schema, "$defs");
  return [...topicNames, ...[...optionsIn(definitions), ...kindsIn(definitions)].map(({ name }) => name)];
}

const config = {
  topic: "config",
  summary: "values that are given beside the declaration",
  explanation:
    "`config: { environment: { type: string, default: dev } }` declares a value, and `${config.environment}` reads " +
    "it. It is given by `--config environment=prod`, else by the variable PLUMB_CONFIG_ENVIRONMENT, else by " +
    "plumb.STACK.yaml, which `plumb config set` writes, else it is the default.",
};

const expressions: Topic = {
  topic: "expressions",
  summary: "values that are computed",
  explanation:
    "`${...}` in a text is an expression of the Common Expression Language. A text that is one expression keeps its " +
    "type, any other is put together. `$${` writes `${`. A text with a secret config value in it is secret as a whole; nothing is computed with a secret.",
  members: [
    { name: "${portal.clientId}", description: "a field of a resource or look-up; it is made before what reads it" },
    { name: "${config.environment}", description: "a config value" },
    { name: '${resources["my-name"].id}', description: "a resource whose name is no word; `lookups[...]` a look-up" },
    { name: "+ - * / % == != < > && || !", description: "operators; `a ? b : c` chooses" },
    { name: "string() int() bool() size()", description: "conversions, and the length of a text, list or map" },
    { name: "has(x.y)", description: "whether a field is there" },
    { name: "x.contains() startsWith() endsWith() matches()", description: "whether a text holds another, or fits" },
    { name: "x.lowerAscii() upperAscii() trim() replace()", description: "a text changed" },
    { name: 'x.split(",") x.join(", ") substring() format()', description: "texts taken apart and put together" },
    { name: "xs.map(x, ...) filter() all() exists()", description: "over lists; at most two inside one another" },
  ],
};

const ofOptions = {
  topic: "options",
  summary: "what stands under `options` of a resource",
  explanation: "A `get` or a look-up takes `dependsOn`, `provider`, `version` and `parent` only.",
};

const ofProviders = {
  topic: "providers",
  summary: "where resources are, by names of your choice",
  explanation:
    "`providers: { NAME: { kind: KIND, ... } }` declares one. A resource takes the only one of its kind, else " +
    "the one with `default: true`, else the one that `options.provider` names. What is left out comes from the " +
    "environment. `plumb explain KIND` lists the fields of one kind.",
};

function objectIn(value: JsonObject, ...path: readonly string[]): JsonObject {
  const found = path.reduce<Json>((part, key) => (isJsonObject(part) ? (ownMember(part, key) ?? null) : null), value);
  return isJsonObject(found) ? found : {};
}

function membersOf(properties: JsonObject): Topic["members"] {
  return Object.entries(properties).map(([name, member]) => ({
    name,
    description: isJsonObject(member) ? String(member["description"] ?? "") : "",
  }));
}

/** Resources have the same options; the schema has them at each type. */
function optionsIn(definitions: JsonObject): Topic["members"] {
  const name = Object.keys(definitions).find((each) => each.endsWith(".options"));
  return name === undefined ? [] : membersOf(objectIn(definitions, name, "properties"));
}

function kindsIn(definitions: JsonObject) {
  const branches = objectIn(definitions, "provider")["allOf"];
  return (Array.isArray(branches) ? branches : []).filter(isJsonObject).map((branch) => {
    const properties = objectIn(branch, "then", "properties");
    const { kind = {}, ...fields } = properties;
    const said = isJsonObject(kind) ? kind : {};
    return { name: String(said["const"]), description: String(said["description"] ?? ""), members: membersOf(fields) };
  });
}
