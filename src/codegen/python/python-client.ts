import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import { ClientTypes } from "./python-client-types.ts";
import { pythonWord } from "./python-names.ts";
import { docstring, type Lines, pythonString, pythonText } from "./python-text.ts";

interface Parameter {
  readonly name: string;
  readonly place: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly doc: string;
}

/** The module `client` of the package: a method for every operation of the API, and types for its documents. */
export function pythonClient(api: JsonObject): string {
  const components = member(api, "components");
  const types = new ClientTypes(member(components, "schemas"));
  const methods = Object.entries(member(api, "paths")).flatMap(([path, operations]) =>
    Object.entries(isJsonObject(operations) ? operations : {}).flatMap(([method, operation]) =>
      isJsonObject(operation) && typeof operation["operationId"] === "string"
        ? operationMethods(method.toUpperCase(), path, operation, components, types)
        : [],
    ),
  );
  const client: Lines = [
    "class Client(Transport):",
    [
      ...docstring(
        [
          'Speaks to a plumb service: `Client("https://plumb.example", token=...)`.',
          "",
          [
            "Documents are as the service has them, field names included. " +
              "A refusal is raised as ApiError with the service's",
            "problem document; `etag_of(document)` is what `if_match` takes; `pages` walks through a list. " +
              "Requests that are",
            "safe to repeat are repeated when the service is busy.",
          ].join(" "),
        ],
        1,
      ),
      ...methods,
    ],
  ];
  const body = pythonText([...types.statements(), ...client]);
  const names = ["ApiError", "Client", "Unreachable", "etag_of", "pages", ...types.names()].sort();
  const typing = ["Any", "Dict", "Iterator", "List", "Literal", "Optional", "TypedDict", "Union"].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(body.replace(/"""[\s\S]*?"""/g, "")),
  );
  return [
    pythonText([
      "# Generated from the API's description: `npm run generate`.",
      ...docstring(["A client of plumb's service over HTTP."], 0),
      "",
      "from __future__ import annotations",
      "",
      `from typing import ${typing.join(", ")}`,
      "",
      "from .transport import ApiError, Transport, Unreachable, etag_of, pages, segment",
      "",
      "__all__ = [",
      names.map((name) => `"${name}",`),
      "]",
      "",
      "",
    ]),
    body,
  ].join("");
}

function operationMethods(
  method: string,
  path: string,
  operation: JsonObject,
  components: JsonObject,
  types: ClientTypes,
): Lines {
  const id = String(operation["operationId"]);
  const parameters = listOf(operation["parameters"]).map((each) => parameterOf(each, components, types, id));
  const answers = Object.entries(member(operation, "responses"))
    .filter(([status]) => status.startsWith("2"))
    .map(([status, answer]) => ({ status, content: member(isJsonObject(answer) ? answer : {}, "content") }));
  const contents = answers.map(({ content }) => content);
  const streamed = contents.map((content) => schemaOf(content, "application/x-ndjson")).find(isJsonObject);
  const plain = contents.flatMap((content) => {
    const schema = schemaOf(content, "application/json") ?? schemaOf(content, textType(content));
    return schema === undefined ? [] : [types.typeOf(schema, `${id.charAt(0).toUpperCase()}${id.slice(1)}Answer`)];
  });
  const isPlain = contents.some((content) => content["application/json"] !== undefined) || streamed === undefined;
  const hasWatch = parameters.some(({ name }) => name === "watch");
  const made: (string | Lines)[] = [];
  if (isPlain) {
    const kept = parameters.filter(({ name }) => !hasWatch || (name !== "watch" && name !== "resourceVersion"));
    const isEmptyAnswer =
      answers.some(({ status }) => status === "204") && !answers.some(({ status }) => status < "202");
    const result = resultType(plain, isEmptyAnswer);
    made.push(
      ...plainMethod(
        method,
        path,
        operation,
        kept,
        result,
        answers.some(({ status }) => status === "202"),
        types,
      ),
    );
  }
  if (streamed !== undefined) {
    const name = hasWatch ? `watch_${pythonWord(id).replace(/^list_/, "")}` : pythonWord(id);
    const kept = parameters.filter((each) => !["watch", "limit", "cursor"].includes(each.name));
    const fixed = hasWatch ? ['"watch": True,'] : [];
    made.push(...streamMethod(name, path, operation, kept, types.typeOf(streamed, `${id}Event`), fixed));
  }
  return made;
}

function resultType(types: readonly string[], mayBeEmpty: boolean): string {
  const all = [...new Set(types)];
  if (all.length === 0) return "None";
  const type = all.length === 1 ? (all[0] ?? "Any") : `Union[${all.join(", ")}]`;
  return mayBeEmpty ? `Optional[${type}]` : type;
}

function plainMethod(
  method: string,
  path: string,
  operation: JsonObject,
  parameters: readonly Parameter[],
  result: string,
  canWait: boolean,
  types: ClientTypes,
): Lines {
  const id = String(operation["operationId"]);
  const body = member(operation, "requestBody");
  const bodySchema = schemaOf(member(body, "content"), "application/json");
  const headers = parameters.filter(({ place }) => place === "header");
  const has = (name: string): boolean => headers.some((each) => each.name === name);
  const query = parameters.filter(({ place }) => place === "query");
  const waits = has("Prefer") && (canWait || id.startsWith("wait"));
  const matches = method === "GET" ? [] : ["If-Match", "If-None-Match"].filter(has);
  const options: Lines = [
    ...query.map((each) => `${pythonWord(each.name)}: ${optional(each)},`),
    ...matches.map((name) => `${pythonWord(name)}: Optional[str] = None,`),
    ...(waits ? ["wait: Optional[int] = None,"] : []),
    ...(has("Idempotency-Key") ? ["idempotency_key: Optional[str] = None,"] : []),
  ];
  const isBodyNeeded = body["required"] === true;
  const bodyType = bodySchema === undefined ? undefined : types.typeOf(bodySchema, `${id}Body`);
  const given: Lines = [
    ...matches.map((name) => `${pythonString(name)}: ${pythonWord(name)},`),
    ...(waits ? ['"Prefer": None if wait is None else f"wait={wait}",'] : []),
    ...(has("Idempotency-Key") ? ['"Idempotency-Key": idempotency_key,'] : []),
  ];
  const call: Lines = [
    "self._call(",
    [
      `"${method}",`,
      `${pathText(path)},`,
      ...(query.length === 0 ? [] : ["query={", queryItems(query), "},"]),
      ...(bodyType === undefined ? [] : ["body=body,"]),
      ...(given.length === 0 ? [] : ["headers={", given, "},"]),
      ...(has("Idempotency-Key") ? ["keyed=True,"] : []),
    ],
    ")",
  ];
  return [
    "",
    `def ${pythonWord(id)}(`,
    [
      "self,",
      ...pathParameters(parameters),
      ...(bodyType === undefined ? [] : [isBodyNeeded ? `body: ${bodyType},` : `body: Optional[${bodyType}] = None,`]),
      ...(options.length === 0 ? [] : ["*,", ...options]),
    ],
    `) -> ${result}:`,
    [
      ...docstring(methodDoc(operation, parameters, { body, waits, isKeyed: has("Idempotency-Key"), matches }), 2),
      ...(result === "None" ? call : [`answer: ${result} = ${String(call[0])}`, ...call.slice(1), "return answer"]),
    ],
  ];
}

function streamMethod(
  name: string,
  path: string,
  operation: JsonObject,
  parameters: readonly Parameter[],
  event: string,
  fixed: readonly string[],
): Lines {
  const query = parameters.filter(({ place }) => place === "query");
  const options = query.map((each) => `${pythonWord(each.name)}: ${optional(each)},`);
  return [
    "",
    `def ${name}(`,
    ["self,", ...pathParameters(parameters), ...(options.length === 0 ? [] : ["*,", ...options])],
    `) -> Iterator[${event}]:`,
    [
      ...docstring(methodDoc(operation, parameters, { body: {}, waits: false, isKeyed: false, matches: [] }), 2),
      "return self._stream(",
      [`${pathText(path)},`, "query={", [...fixed, ...queryItems(query)], "},"],
      ")",
    ],
  ];
}

function methodDoc(
  operation: JsonObject,
  parameters: readonly Parameter[],
  more: {
    readonly body: JsonObject;
    readonly waits: boolean;
    readonly isKeyed: boolean;
    readonly matches: readonly string[];
  },
): readonly string[] {
  const taken = parameters.filter(({ place }) => place !== "header");
  const lines = [
    ...taken.map(({ name, doc }) => `    ${pythonWord(name)}: ${doc}`),
    ...(typeof more.body["description"] === "string" ? [`    body: ${more.body["description"]}`] : []),
    ...more.matches.map((name) =>
      name === "If-Match"
        ? "    if_match: Only if the document still has this tag; `etag_of` tells it."
        : "    if_none_match: `*` only makes what is not there yet.",
    ),
    ...(more.waits ? ["    wait: How many seconds the answer may wait for the end."] : []),
    ...(more.isKeyed
      ? ["    idempotency_key: Sent again with the same key it has one effect; one is made up when left out."]
      : []),
  ];
  const description = operation["description"];
  return [
    `${String(operation["summary"])}.`,
    ...(typeof description === "string" && description !== `${String(operation["summary"])}.` ? ["", description] : []),
    ...(lines.length === 0 ? [] : ["", "Args:", ...lines]),
  ];
}

function parameterOf(given: Json, components: JsonObject, types: ClientTypes, id: string): Parameter {
  const reference = isJsonObject(given) ? given["$ref"] : undefined;
  const found =
    typeof reference === "string"
      ? member(member(components, "parameters"), reference.slice(reference.lastIndexOf("/") + 1))
      : isJsonObject(given)
        ? given
        : {};
  return {
    name: String(found["name"]),
    place: String(found["in"]),
    type: types.typeOf(found["schema"], `${id}Parameter`),
    isRequired: found["required"] === true,
    doc: String(found["description"] ?? ""),
  };
}

function optional({ type, isRequired }: Parameter): string {
  return isRequired ? type : `Optional[${type}] = None`;
}

function pathParameters(parameters: readonly Parameter[]): Lines {
  return parameters.filter(({ place }) => place === "path").map(({ name, type }) => `${pythonWord(name)}: ${type},`);
}

function queryItems(query: readonly Parameter[]): Lines {
  return query.map(({ name }) => `${pythonString(name)}: ${pythonWord(name)},`);
}

function pathText(path: string): string {
  if (!path.includes("{")) return pythonString(path);
  return `f${pythonString(path.replace(/\{([^}]+)\}/g, (_, name: string) => `{segment(${pythonWord(name)})}`))}`;
}

function schemaOf(content: JsonObject, kind: string): Json | undefined {
  const found = content[kind];
  return isJsonObject(found ?? null) ? (found as JsonObject)["schema"] : undefined;
}

/** An answer that is neither JSON nor a stream is a text. */
function textType(content: JsonObject): string {
  return Object.keys(content).find((kind) => !/json|event-stream/.test(kind)) ?? "";
}

function member(parent: JsonObject, key: string): JsonObject {
  const found = parent[key];
  return isJsonObject(found ?? null) ? (found as JsonObject) : {};
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
