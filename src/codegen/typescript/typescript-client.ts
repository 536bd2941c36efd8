import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import { commented, fileText } from "./typescript-text.ts";

/** One operation of the API, as a method needs it. */
interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly sentences: readonly string[];
  readonly pathParameters: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly headers: readonly Parameter[];
  readonly body: JsonObject | undefined;
  /** Schema of the document of success; undefined where there is none. */
  readonly answer: JsonObject | undefined;
  /** The answer may be a stream of such documents. */
  readonly isStream: boolean;
  readonly isText: boolean;
}

interface Parameter {
  readonly name: string;
  readonly schema: JsonObject;
  readonly required: boolean;
  readonly description: string;
}

const notice = [
  "// Generated from docs/reference/openapi.json by `npm run generate`; changes are lost.",
  "// biome-ignore-all format: lines are broken by the generator",
];

/** Headers that the transport sends by itself. */
const ownHeaders: ReadonlySet<string> = new Set(["Request-Id", "Traceparent", "Last-Event-ID", "Idempotency-Key"]);

/** The module of the client for an API that an OpenAPI 3.1 document describes. */
export function typescriptClient(document: JsonObject): string {
  const schemas = Object.entries(objectAt(document, "components", "schemas"));
  return fileText([
    ...notice,
    'import { type Answered, type CallOptions, Transport } from "../transport.ts";',
    "",
    ...schemas.flatMap(([name, schema]) => typeLines(name, schema as JsonObject)),
    "/** The service's API: a method for each operation. */",
    "export class PlumblineClient extends Transport {",
    ...operationsOf(document).flatMap((operation, index) => [...(index === 0 ? [] : [""]), ...methodLines(operation)]),
    "}",
  ]);
}

function typeLines(name: string, schema: JsonObject): readonly string[] {
  const head = commented(sentence(schema["description"]));
  const fields = isJsonObject(schema["properties"]) && schema["additionalProperties"] === false;
  if (!fields) return [...head, `export type ${name} = ${typeText(schema)};`, ""];
  return [...head, `export interface ${name} {`, ...fieldLines(schema, "  "), "}", ""];
}

function fieldLines(schema: JsonObject, indent: string): readonly string[] {
  const required = new Set(Array.isArray(schema["required"]) ? schema["required"] : []);
  return Object.entries(objectAt(schema, "properties")).flatMap(([name, field]) => {
    const member = field as JsonObject;
    const mark = required.has(name) ? "" : "?";
    const more = required.has(name) ? "" : " | undefined";
    return [
      ...commented(sentence(member["description"]), indent),
      `${indent}readonly ${key(name)}${mark}: ${typeText(member)}${more};`,
    ];
  });
}

/** A schema as a type. */
function typeText(schema: JsonObject): string {
  const { $ref: reference, enum: values, type } = schema;
  if (typeof reference === "string") return reference.slice(reference.lastIndexOf("/") + 1);
  if (Array.isArray(values)) return values.map((value: Json) => JSON.stringify(value)).join(" | ");
  for (const [keyword, joint] of [
    ["oneOf", " | "],
    ["anyOf", " | "],
    ["allOf", " & "],
  ] as const) {
    const members = schema[keyword];
    if (Array.isArray(members))
      return members.map((each: Json) => inBrackets(typeText(each as JsonObject))).join(joint);
  }
  if (Array.isArray(type)) return type.map((each: Json) => typeText({ ...schema, type: each })).join(" | ");
  switch (type) {
    case "string":
      return "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "null":
      return "null";
    case "array":
      return `readonly ${inBrackets(typeText(objectAt(schema, "items")))}[]`;
    case "object":
      return objectType(schema);
    default:
      return "unknown";
  }
}

function objectType(schema: JsonObject): string {
  const free = schema["additionalProperties"];
  const members = isJsonObject(schema["properties"])
    ? fieldLines(schema, "").filter((line) => line.startsWith("readonly"))
    : [];
  const named = members.length === 0 ? undefined : `{ ${members.join(" ")} }`;
  if (free === false) return named ?? "Readonly<Record<string, never>>";
  const map = `Readonly<Record<string, ${isJsonObject(free) ? typeText(free) : "unknown"}>>`;
  return named === undefined ? map : `${named} & ${map}`;
}

function inBrackets(text: string): string {
  return text.includes(" | ") || text.includes(" & ") || text.startsWith("readonly ") ? `(${text})` : text;
}

function operationsOf(document: JsonObject): readonly Operation[] {
  return Object.entries(objectAt(document, "paths")).flatMap(([path, methods]) =>
    Object.entries(methods as JsonObject).flatMap(([method, operation]): Operation[] => {
      if (!isJsonObject(operation) || typeof operation["operationId"] !== "string") return [];
      const parameters = (Array.isArray(operation["parameters"]) ? operation["parameters"] : []).map((each: Json) =>
        resolved(each as JsonObject, document),
      );
      const placed = (place: string) => parameters.filter((each) => each["in"] === place).map(parameterOf);
      const success = successOf(operation, document);
      return [
        {
          name: operation["operationId"],
          method: method.toUpperCase(),
          path,
          sentences: [...new Set([...sentence(operation["summary"]), ...sentence(operation["description"])])],
          pathParameters: placed("path"),
          query: placed("query"),
          headers: placed("header").filter(({ name }) => !ownHeaders.has(name)),
          body: contentSchema(operation["requestBody"], "application/json"),
          ...success,
        },
      ];
    }),
  );
}

/** The first answer of success that has a document. */
function successOf(operation: JsonObject, document: JsonObject): Pick<Operation, "answer" | "isStream" | "isText"> {
  const answers = Object.entries(objectAt(operation, "responses")).filter(([status]) => status.startsWith("2"));
  for (const [, answer] of answers) {
    const response = resolved(answer as JsonObject, document);
    const json = contentSchema(response, "application/json");
    const lines = contentSchema(response, "application/x-ndjson");
    if (json !== undefined) return { answer: json, isStream: lines !== undefined, isText: false };
    if (lines !== undefined) return { answer: lines, isStream: true, isText: false };
    if (Object.keys(objectAt(response, "content")).length > 0)
      return { answer: { type: "string" }, isStream: false, isText: true };
  }
  return { answer: undefined, isStream: false, isText: false };
}

function methodLines(operation: Operation): readonly string[] {
  const { name, method, path, pathParameters, query, headers, body, answer, isStream, isText } = operation;
  const isWatch = isStream && answer !== undefined && query.some((each) => each.name === "watch");
  const call = (isFollowed: boolean): readonly string[] => {
    const asked = [...query.filter((each) => !isWatch || each.name !== "watch"), ...headers];
    const isNeeded = asked.some((each) => each.required);
    const options = asked.map(
      (each) =>
        `readonly ${key(camelCase(each.name))}` +
        (each.required ? `: ${typeText(each.schema)}` : `?: ${typeText(each.schema)} | undefined`),
    );
    const parameters = [
      ...pathParameters.map((each) => `${parameterName(each.name)}: string`),
      ...(body === undefined ? [] : [`body: ${typeText(body)}`]),
      `options${isNeeded ? "" : "?"}: CallOptions${options.length === 0 ? "" : ` & { ${options.join("; ")} }`}`,
    ];
    const member = isFollowed && isWatch ? "WatchEvent" : answer === undefined ? "void" : typeText(answer);
    const template = path.replace(/\{([^}]+)\}/g, (_, parameter: string) => {
      return `\${encodeURIComponent(${parameterName(parameter)})}`;
    });
    const queried = query.filter((each) => !isWatch || each.name !== "watch");
    const queries = [
      ...(isFollowed && isWatch ? ["watch: true"] : []),
      ...queried.map((each) => given(each.name, each)),
    ];
    const fields = headers.map((each) => given(each.name.toLowerCase(), each));
    const request = [
      `method: ${JSON.stringify(method)}`,
      `path: \`${template}\``,
      ...(query.length === 0 ? [] : [`query: { ${queries.join(", ")} }`]),
      ...(headers.length === 0 ? [] : [`headers: { ${fields.join(", ")} }`]),
      ...(body === undefined ? [] : ["body"]),
    ];
    const called = isFollowed ? (isWatch ? name.replace(/^list/, "watch") : name) : name;
    const result = isFollowed ? `AsyncIterable<${member}>` : `Promise<Answered<${member}>>`;
    const maker = isFollowed ? "follow" : isText ? "text" : "call";
    return [
      ...commented(operation.sentences, "  "),
      `  ${called}(${parameters.join(", ")}): ${result} {`,
      `    return this.${maker}({ ${request.join(", ")} }, options);`,
      "  }",
    ];
  };
  if (isStream && !isWatch) return call(true);
  const pages = pageLines(operation);
  return [...call(false), ...(isWatch ? ["", ...call(true)] : []), ...(pages.length === 0 ? [] : ["", ...pages])];
}

/** A parameter under the name of the wire, as the options give it. */
function given(name: string, { name: option }: Pick<Parameter, "name">): string {
  return `${key(name)}: options?.${camelCase(option)}`;
}

/** A list with a cursor can be gone through entry by entry. */
function pageLines({ name, pathParameters, query, answer }: Operation): readonly string[] {
  if (!query.some((each) => each.name === "cursor") || answer === undefined) return [];
  const asked = query.filter(
    (each) => each.name !== "cursor" && each.name !== "watch" && each.name !== "resourceVersion",
  );
  const options = asked.map((each) => `readonly ${camelCase(each.name)}?: ${typeText(each.schema)} | undefined`);
  const path = pathParameters.map((each) => parameterName(each.name));
  const parameters = [...path.map((each) => `${each}: string`), `options?: CallOptions & { ${options.join("; ")} }`];
  return [
    `  /** All pages of \`${name}\`, one after the other. */`,
    `  ${name}Pages(${parameters.join(", ")}): AsyncIterable<${typeText(answer)}> {`,
    `    return this.pages((cursor) => this.${name}(${[...path, "{ ...options, cursor }"].join(", ")}));`,
    "  }",
  ];
}

function parameterOf(parameter: JsonObject): Parameter {
  const { name, description, required } = parameter;
  return {
    name: typeof name === "string" ? name : "",
    description: typeof description === "string" ? description : "",
    required: required === true,
    schema: objectAt(parameter, "schema"),
  };
}

function contentSchema(holder: Json | undefined, type: string): JsonObject | undefined {
  const schema = isJsonObject(holder) ? objectAt(holder, "content", type)["schema"] : undefined;
  return isJsonObject(schema) ? schema : undefined;
}

/** What a `$ref` into the document leads to. */
function resolved(value: JsonObject, document: JsonObject): JsonObject {
  const reference = value["$ref"];
  return typeof reference === "string" ? objectAt(document, ...reference.slice(2).split("/")) : value;
}

function objectAt(value: JsonObject, ...path: readonly string[]): JsonObject {
  let current: Json | undefined = value;
  for (const segment of path) current = isJsonObject(current) ? current[segment] : undefined;
  return isJsonObject(current) ? current : {};
}

function sentence(text: Json | undefined): readonly string[] {
  if (typeof text !== "string" || text === "") return [];
  return [/[.!?]$/.test(text) ? text : `${text}.`];
}

/** A word that the language keeps to itself gets one more. */
function parameterName(name: string): string {
  return name === "function" ? "functionName" : name;
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** `If-Match` -> `ifMatch`. */
function camelCase(name: string): string {
  const words = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return words.charAt(0).toLowerCase() + words.slice(1);
}
