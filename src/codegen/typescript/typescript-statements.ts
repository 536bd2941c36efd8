import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import type { CatalogDocument } from "../../contract/documents/catalog/catalog.ts";
import { functionNamed, providerNamed, resourceNamed } from "../../definitions/document/find-type.ts";
import { outputFields } from "../../definitions/document/output-fields.ts";
import type { ConfigDeclaration, ConfigType, Declaration } from "../../engine/declare/declaration.ts";
import { baseName } from "../shape-names.ts";
import { type ShapeType, shapeOf } from "../shapes.ts";
import type { Code } from "./typescript-layout.ts";
import { objectCode, type TypescriptScope, typescriptValue } from "./typescript-values.ts";

type Section = "config" | "providers" | "resources" | "lookups";

/** What a statement is written from. */
export interface TypescriptPlace {
  readonly declaration: Declaration;
  readonly catalog: CatalogDocument;
  readonly scope: TypescriptScope;
  /** The variable of something that is declared. */
  readonly variableOf: (section: Section, name: string) => string | undefined;
}

type Arguments = readonly Code[];

/** `config.string("environment", { default: "dev" })`. */
export function configCall(name: string, entry: ConfigDeclaration): Code {
  if (entry.stack !== undefined) return call("config.stack", [JSON.stringify(name), JSON.stringify(entry.stack)]);
  const options = (["default", "secret", "description"] as const).flatMap((key): [string, Code][] => {
    const value = entry[key];
    return value === undefined ? [] : [[key, plainValue(value)]];
  });
  return call(`config.${entry.type}`, [JSON.stringify(name), ...(options.length === 0 ? [] : [objectCode(options)])]);
}

/** Defaults are data: nothing in them is an expression. */
function plainValue(value: Json): Code {
  return typescriptValue(escaped(value), undefined, { cel: null, rootOf: () => undefined });
}

function escaped(value: Json): Json {
  return JSON.parse(JSON.stringify(value).replaceAll("${", () => "$${")) as Json;
}

/** What can be read inside a config value. */
export function configType(type: ConfigType): ShapeType {
  const text: ShapeType = { kind: "text", values: undefined, isOpen: true };
  if (type === "list") return { kind: "list", items: text };
  return type === "map" ? { kind: "map", values: text } : text;
}

/** `new google.Provider("google", { project: "acme" })`. */
export function providerCall(name: string, { declaration, catalog, scope }: TypescriptPlace): Code {
  const { kind, default: isDefault, properties } = declaration.providers[name] ?? { kind: "", properties: {} };
  const fields = providerNamed(catalog, kind)?.fields ?? [];
  // The SDK knows the proper names only.
  const proper = (key: string) =>
    fields.find(({ field, aliases }) => field.name === key || aliases.includes(key))?.field.name ?? key;
  const shape = shapeOf(
    kind,
    "Provider",
    fields.map(({ field }) => field),
  );
  const given = Object.fromEntries(Object.entries(properties).map(([key, value]) => [proper(key), value]));
  const options = isDefault === undefined ? [] : [objectCode([["default", String(isDefault)]])];
  const args =
    Object.keys(given).length === 0 && options.length === 0 ? [] : [fieldsOf(given, { kind: "object", shape }, scope)];
  return call(`new ${kind}.Provider`, [JSON.stringify(name), ...args, ...options]);
}

/** A resource that is declared, or one that exists and is read. */
export function resourceCall(name: string, place: TypescriptPlace): Code {
  const { declaration, catalog, scope } = place;
  const entry = declaration.resources[name] ?? { type: "", properties: {}, options: {} };
  const [type, version] = tokenParts(entry.type);
  const definition = resourceNamed(catalog, type);
  const shapeType = (of: "inputs" | "outputs"): ShapeType | undefined =>
    definition === undefined
      ? undefined
      : {
          kind: "object",
          shape: shapeOf(type, baseName(type), of === "inputs" ? definition.inputs : outputFields(definition)),
        };
  const className = `${namespaceOf(type)}.${baseName(type)}`;
  const options = optionsCode(entry.options, version, [], place);
  if (entry.get === undefined)
    return call(`new ${className}`, [
      JSON.stringify(name),
      fieldsOf(entry.properties, shapeType("inputs"), scope),
      ...options,
    ]);
  const state = fieldsOf(entry.get.state, shapeType("outputs"), scope);
  const hasState = Object.keys(entry.get.state).length > 0 || options.length > 0;
  const id = typescriptValue(entry.get.id, { kind: "text", values: undefined, isOpen: true }, scope);
  return call(`${className}.get`, [JSON.stringify(name), id, ...(hasState ? [state] : []), ...options]);
}

/** A look-up that is part of the declaration. */
export function lookupCall(name: string, place: TypescriptPlace): Code {
  const { declaration, catalog, scope } = place;
  const entry = declaration.lookups[name] ?? { function: "", arguments: {}, options: {} };
  const [token, version] = tokenParts(entry.function);
  const definition = functionNamed(catalog, token);
  const called = definition?.aliases[0] ?? token;
  const type: ShapeType | undefined =
    definition === undefined
      ? undefined
      : { kind: "object", shape: shapeOf(definition.type, baseName(definition.type), definition.arguments) };
  const options = optionsCode(entry.options, version, [["name", JSON.stringify(name)]], place);
  return call(`${namespaceOf(token)}.${called.slice(called.indexOf(":") + 1)}Output`, [
    fieldsOf(entry.arguments, type, scope),
    ...options,
  ]);
}

/** What references to a resource or look-up can read. */
export function typeOfNode(declaration: Declaration, name: string, catalog: CatalogDocument): ShapeType | undefined {
  const [type] = tokenParts(declaration.resources[name]?.type ?? declaration.lookups[name]?.function ?? "");
  const resource = resourceNamed(catalog, type);
  if (resource !== undefined) return { kind: "object", shape: shapeOf(type, baseName(type), outputFields(resource)) };
  const called = functionNamed(catalog, type);
  if (called === undefined) return undefined;
  return { kind: "object", shape: shapeOf(called.type, `Get${baseName(called.type)}Result`, called.result) };
}

/** Options whose values name something else. */
const nodeOptions: ReadonlySet<string> = new Set(["dependsOn", "parent", "deletedWith"]);

function optionsCode(
  options: JsonObject,
  version: string | undefined,
  before: readonly (readonly [string, Code])[],
  { declaration, variableOf }: TypescriptPlace,
): Arguments {
  const all: JsonObject = version === undefined ? options : { ...options, version };
  const members = Object.entries(all).map(([name, value]): readonly [string, Code] => {
    if (name === "provider") return [name, variableOf("providers", String(value)) ?? plainValue(value)];
    if (!nodeOptions.has(name)) return [name, plainValue(value)];
    if (!Array.isArray(value)) return [name, nodeVariable(String(value))];
    return [name, { open: "[", items: value.map((each) => ["", nodeVariable(String(each))] as const), close: "]" }];
  });
  const given = [...before, ...members];
  return given.length === 0 ? [] : [objectCode(given)];

  function nodeVariable(name: string): string {
    const section = Object.hasOwn(declaration.lookups, name) ? "lookups" : "resources";
    return variableOf(section, name) ?? JSON.stringify(name);
  }
}

function fieldsOf(fields: JsonObject, type: ShapeType | undefined, scope: TypescriptScope): Code {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  return typescriptValue(given, type, scope);
}

function call(name: string, values: readonly Code[]): Code {
  // A call whose only broken argument is its map keeps the others on the first line.
  const last = values.at(-1);
  const before = values.slice(0, -1).flatMap((each) => (typeof each === "string" ? [`${each}, `] : []));
  if (before.length === values.length - 1 && typeof last === "object" && last.open === "{") {
    return { open: `${name}(${before.join("")}{`, items: last.items, close: "})" };
  }
  return { open: `${name}(`, items: values.map((value) => ["", value] as const), close: ")" };
}

function tokenParts(token: string): readonly [type: string, version: string | undefined] {
  const [type = "", version] = token.split("@");
  return [type, version];
}

function namespaceOf(type: string): string {
  return type.slice(0, type.indexOf(":"));
}
