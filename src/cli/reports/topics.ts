import { isJsonObject, type Json, type JsonObject, ownMember } from "../../../packages/base/json/json.ts";
import { expressionFunctions } from "./expression-functions.ts";

/** What `plumb explain` tells of a part of the language of declarations. */
export interface Topic {
  readonly topic: string;
  readonly summary: string;
  readonly explanation: string;
  /** What it has, each with its meaning. */
  readonly members: readonly { readonly name: string; readonly description: string }[];
}

/** The words that `plumb explain` knows besides codes and types; options and kinds of providers are further ones. */
export const topicNames = [
  "providers",
  "config",
  "resources",
  "get",
  "lookups",
  "outputs",
  "expressions",
  "secrets",
  "options",
  "stacks",
] as const;

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
    case "secrets":
      return secrets;
    case "get":
      return get;
    case "resources":
      return resources;
    case "lookups":
      return lookups;
    case "outputs":
      return outputs;
    case "stacks":
      return stacks;
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
  if (option !== undefined)
    return { topic: name, summary: "an option of a resource", explanation: option.description, members: [] };
  const part = partsOfEntries.find((each) => each.name === word);
  return part && { topic: word, summary: part.summary, explanation: part.description, members: [] };
}

/** Every word that names a topic. */
export function topicWords(schema: JsonObject): readonly string[] {
  const definitions = objectIn(schema, "$defs");
  const described = [...optionsIn(definitions), ...kindsIn(definitions), ...partsOfEntries];
  return [...topicNames, ...described.map(({ name }) => name)];
}

const config = {
  topic: "config",
  summary: "values that are given beside the declaration",
  explanation:
    "`config: { environment: { type: string, default: dev } }` declares a value, and `${config.environment}` reads " +
    "it. It is given by `--config environment=prod`, else by the variable PLUMB_CONFIG_ENVIRONMENT, else by " +
    "plumb.STACK.yaml, which `plumb config set` writes, else it is the default. " +
    "`config: { network: { stack: platform/prod } }` is what another stack tells: see `plumb explain stacks`.",
};

const expressions: Topic = {
  topic: "expressions",
  summary: "values that are computed",
  explanation:
    "`${...}` in a text is an expression of the Common Expression Language (CEL). A text that is one expression " +
    "keeps its type, any other is put together. `$${` writes `${`. What an expression reads is made before what " +
    "holds it. In an expression `-` takes away: a name with a hyphen stands in brackets. Length, nesting and steps " +
    "are bounded; at most two functions over lists stand inside one another.",
  members: [
    { name: "${portal.clientId}", description: "a field of a resource or look-up" },
    { name: "${config.environment}", description: "a config value" },
    {
      name: '${resources["my-name"].id}',
      description: 'a name that is no word; also `lookups["..."]`, `config["..."]`',
    },
    ...expressionFunctions.map(({ call, description, example, gives }) => ({
      name: call,
      description: `${description}: \`${example}\` is \`${gives}\``,
    })),
  ],
};

const secrets: Topic = {
  topic: "secrets",
  summary: "values that are sealed at rest and masked everywhere",
  explanation:
    "Secret are config values with `secret: true`, fields that are secret by their type, and outputs that " +
    "`additionalSecretOutputs` names. A secret is passed on whole, as in `${config.token}`, and what it is passed on " +
    "to is secret too. A secret config value may stand in a text beside other config values: " +
    '`"Bearer ${config.token}"` is one secret. Nothing is computed with a secret. It names no object, configures no ' +
    "provider and is no argument of a look-up. `plumb outputs NAME --reveal` shows one.",
  members: [],
};

const get: Topic = {
  topic: "get",
  summary: "an object that is read and not managed",
  explanation:
    "`resources: { shared: { type: TYPE, get: { id: ID, state: { ... } } } }` reads an object that something else " +
    "manages. All its fields can be referred to. It is read in each plan, and never changed or deleted.",
  members: [
    {
      name: "id",
      description: "The id of the object; its form is on the page of the type. Expressions may stand in it.",
    },
    { name: "state", description: "Fields that it must have, else the plan is refused." },
  ],
};

const decidedMembers = [
  {
    name: "when",
    description:
      "True or false, as in `when: ${config.production}`: whether it is there. What reads one that is not there " +
      "reads null, so `${gate.endpointIp}` is left out, and `has(gate.endpointIp) ? ... : ...` chooses.",
  },
  {
    name: "forEach",
    description:
      "A list of texts or a map, as in `forEach: ${config.projects}`: one NAME-KEY for each. `${each.key}` and " +
      '`${each.value}` tell which, and `${resources["NAME-KEY"].id}` reads one. Providers take it too.',
  },
];

const resources: Topic = {
  topic: "resources",
  summary: "what should exist, by logical names",
  explanation: "`plumb catalog` lists the types, and `plumb explain TYPE` tells all fields of one.",
  members: [
    { name: "type", description: "The token of the type, with `@VERSION` if need be; `plumb catalog` lists them." },
    { name: "properties", description: "The inputs. Any value may be an expression." },
    { name: "get", description: "In the place of `properties`: the object is read and not managed." },
    {
      name: "options",
      description: "Order, protection, replacement, drift, waiting. Expressions read `config` alone.",
    },
    ...decidedMembers,
  ],
};

const lookups: Topic = {
  topic: "lookups",
  summary: "what is asked of the platforms, by logical names",
  explanation:
    "`lookups: { link: { function: FUNCTION, arguments: { ... } } }` asks in each plan, and `${link.FIELD}` reads " +
    "the answer. Logical names of look-ups and resources are different.",
  members: [
    { name: "function", description: "The token of the function; `plumb catalog` lists them." },
    { name: "arguments", description: "What it takes. Expressions may stand in it, secrets may not." },
    { name: "options", description: "`dependsOn`, `provider`, `version` and `parent`." },
  ],
};

/** What an entry of a declaration has; a part that has a topic of its own is told by that. */
const partsOfEntries = [
  ...resources.members.map((each) => ({ ...each, summary: "a part of a resource" })),
  ...lookups.members.map((each) => ({ ...each, summary: "a part of a look-up" })),
];

const outputs: Topic = {
  topic: "outputs",
  summary: "what the stack tells when it stands",
  explanation:
    "`outputs: { address: ${gate.endpointIp} }`. `plumb outputs` prints them, and programs of other stacks read " +
    "them. An output that passes on a secret is secret.",
  members: [],
};

const stacks: Topic = {
  topic: "stacks",
  summary: "values of other stacks",
  explanation:
    "`config: { network: { stack: platform/prod } }` declares a value that is the outputs of another stack of the " +
    "same store, and `${config.network.address}` reads one of them; `stack: prod` is a stack of the same project. " +
    "They are read from what the last run recorded there, whenever the declaration is checked or planned. What is " +
    "secret there is secret here, and only who may reveal it there may plan with it. A saved plan is refused once " +
    "they have changed. " +
    'A program writes `new StackReference("platform/prod")`.',
  members: [],
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
