import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import { snakeCase } from "../../../packages/base/snake-case.ts";
import type { CatalogDocument, CatalogResource } from "../../contract/documents/catalog/catalog.ts";
import { functionNamed, providerNamed, resourceNamed } from "../../definitions/document/find-type.ts";
import type { Declaration } from "../../engine/declare/declaration.ts";
import { inDefaultVersion } from "../members-at.ts";
import { baseName } from "../shape-names.ts";
import { type Shape, type ShapeType, shapeOf } from "../shapes.ts";
import { functionShapes, wordOf } from "./python-function.ts";
import type { Layout } from "./python-layout.ts";
import { pythonWord } from "./python-names.ts";
import { resourceShapes } from "./python-resource.ts";
import { pythonString } from "./python-text.ts";
import { fieldValues, pythonValue, type Scope } from "./python-values.ts";
import type { PythonVariables } from "./python-variables.ts";

/** What a statement is written from. */
export interface StatementPlace {
  readonly declaration: Declaration;
  readonly catalog: CatalogDocument;
  readonly scope: Scope;
  readonly variables: PythonVariables;
}

type Items = readonly (readonly [before: string, value: Layout])[];

/** `google.Provider("google", project="acme")`. */
export function providerCall(name: string, { declaration, catalog, scope }: StatementPlace): Layout {
  const { kind, default: isDefault, properties } = declaration.providers[name] ?? { kind: "", properties: {} };
  const fields = providerNamed(catalog, kind)?.fields ?? [];
  const shape = shapeOf(
    kind,
    "Provider",
    fields.map(({ field }) => field),
  );
  const isDefaultText = isDefault === undefined ? [] : [["default=", isDefault ? "True" : "False"] as const];
  return {
    open: `${pythonWord(kind)}.Provider(`,
    items: [["", pythonString(name)], ...keywords(fieldValues(properties, shape, scope)), ...isDefaultText],
    close: ")",
  };
}

/** A resource that is declared, or one that exists and is read. */
export function resourceCall(name: string, place: StatementPlace): Layout {
  const { declaration, catalog, scope } = place;
  const entry = declaration.resources[name] ?? { type: "", properties: {}, options: {} };
  const [type, version] = typeAndVersion(entry.type);
  const definition = resourceNamed(catalog, type);
  const shapes = definition === undefined ? undefined : resourceShapes(inDefaultVersion(definition));
  const className = `${moduleOf(type)}.${baseName(type)}`;
  const options = optionItems(entry.options, version, definition, place);
  const opts: Items =
    options.length === 0 ? [] : [["opts=", { open: "plumb.ResourceOptions(", items: options, close: ")" }]];
  if (entry.get === undefined) {
    const fields = keywords(fieldValues(entry.properties, shapes?.inputs ?? noShape, scope));
    return { open: `${className}(`, items: [["", pythonString(name)], ...fields, ...opts], close: ")" };
  }
  const state = keywords(fieldValues(entry.get.state, shapes?.outputs ?? noShape, scope));
  const id = ["", pythonValue(entry.get.id, undefined, scope)] as const;
  return { open: `${className}.get(`, items: [["", pythonString(name)], id, ...opts, ...state], close: ")" };
}

/** A look-up that is part of the declaration. */
export function lookupCall(name: string, place: StatementPlace): Layout {
  const { declaration, catalog, scope } = place;
  const entry = declaration.lookups[name] ?? { function: "", arguments: {}, options: {} };
  const [token, version] = typeAndVersion(entry.function);
  const definition = functionNamed(catalog, token);
  const shape = definition === undefined ? noShape : functionShapes(inDefaultVersion(definition)).taken;
  const called = [definition?.type ?? token, ...(definition?.aliases ?? [])].at(-1) ?? token;
  const options: Items = [["name=", pythonString(name)], ...optionItems(entry.options, version, undefined, place)];
  return {
    open: `${moduleOf(token)}.${pythonWord(wordOf(called))}_output(`,
    items: [
      ...keywords(fieldValues(entry.arguments, shape, scope)),
      ["opts=", { open: "plumb.InvokeOptions(", items: options, close: ")" }],
    ],
    close: ")",
  };
}

/** What references to a resource or look-up can read. */
export function typeOfNode(declaration: Declaration, name: string, catalog: CatalogDocument): ShapeType | undefined {
  const resource = declaration.resources[name];
  if (resource !== undefined) {
    const definition = resourceNamed(catalog, typeAndVersion(resource.type)[0]);
    return definition === undefined
      ? undefined
      : { kind: "object", shape: resourceShapes(inDefaultVersion(definition)).outputs };
  }
  const definition = functionNamed(catalog, typeAndVersion(declaration.lookups[name]?.function ?? "")[0]);
  return definition === undefined
    ? undefined
    : { kind: "object", shape: functionShapes(inDefaultVersion(definition)).given };
}

const noShape: Shape = { name: "", description: "", fields: [] };

/** Options whose values name something else. */
const nodeOptions: ReadonlySet<string> = new Set(["dependsOn", "parent", "deletedWith"]);
const pathOptions: ReadonlySet<string> = new Set(["ignoreChanges", "replaceOnChanges", "additionalSecretOutputs"]);

function optionItems(
  options: JsonObject,
  version: string | undefined,
  definition: CatalogResource | undefined,
  { declaration, scope, variables }: StatementPlace,
): Items {
  const all: JsonObject = version === undefined ? options : { ...options, version };
  return Object.entries(all).map(([name, value]) => {
    const before = `${name === "import" ? "import_" : snakeCase(name)}=`;
    if (name === "customTimeouts") {
      const items = keywords(Object.entries(value as JsonObject).map(([key, each]) => [key, text(each)] as const));
      return [before, { open: "plumb.CustomTimeouts(", items, close: ")" }];
    }
    if (name === "provider") return [before, variables.of("providers", String(value)) ?? text(value)];
    if (nodeOptions.has(name)) {
      const named = [value].flat().map((each) => nodeVariable(String(each)));
      return [before, Array.isArray(value) ? list(named) : (named[0] ?? "None")];
    }
    if (pathOptions.has(name) && definition !== undefined)
      return [before, list([value].flat().map((each) => fieldPath(snakePath(String(each)))))];
    return [before, pythonValue(value as Json, undefined, scope)];
  });

  function nodeVariable(name: string): string {
    const section = Object.hasOwn(declaration.lookups, name) ? "lookups" : "resources";
    return variables.of(section, name) ?? pythonString(name);
  }
}

/**
 * `properties.agentProperties` -> `properties.agent_properties`; keys of free maps would be changed, so only what leads
 * there back is.
 */
function snakePath(path: string): string {
  const [first = "", ...rest] = path.split(".");
  return [snakeCase(first), ...rest].join(".");
}

/** A field by its name, and what is inside one by its path. */
function fieldPath(path: string): string {
  return /[.[]/.test(path) ? `plumb.FieldPath(${pythonString(path)})` : pythonString(path);
}

function text(value: Json): string {
  return pythonString(String(value));
}

function list(values: readonly string[]): Layout {
  return { open: "[", items: values.map((value) => ["", value] as const), close: "]" };
}

function keywords(fields: readonly (readonly [string, Layout])[]): Items {
  return fields.map(([name, value]) => [`${name}=`, value] as const);
}

function typeAndVersion(token: string): readonly [type: string, version: string | undefined] {
  const [type = "", version] = token.split("@");
  return [type, version];
}

function moduleOf(type: string): string {
  return pythonWord(type.slice(0, type.indexOf(":")));
}
