import { problem } from "../../../../packages/base/problems/problem.ts";
import type { CatalogFunction, CatalogResource } from "../../../contract/documents/catalog/catalog.ts";
import type { CatalogField, CatalogType } from "../../../contract/documents/catalog/catalog-values.ts";
import type { TypeFieldView, TypeRow, TypeView } from "../../../contract/documents/catalog/resource-types.ts";
import { catalogDocument } from "../../../definitions/document/catalog-document.ts";
import { defaultInWords, formInWords, limitsInWords } from "../../../definitions/document/limits-in-words.ts";
import { typeAtVersion } from "../../../definitions/document/type-at-version.ts";
import { nearestType } from "../../../engine/check/nearest-type.ts";
import { Rejection } from "../../rejection.ts";
import type { Deployment } from "../deployment.ts";
import { fieldType } from "./field-type.ts";

/** Every type that can be declared and every function that can be called, by token. */
export function listTypes({ catalog }: Deployment): readonly TypeRow[] {
  const { resources, functions } = catalogDocument(catalog);
  const row = ({ type, kind, title, provider }: CatalogResource | CatalogFunction): TypeRow => ({
    type,
    kind,
    title,
    provider,
  });
  return [...resources, ...functions]
    .map(row)
    .sort((a, b) => (a.kind === b.kind ? (a.type < b.type ? -1 : 1) : a.kind === "resource" ? -1 : 1));
}

/**
 * One type or function by its token or an alias, with all its fields, or with those of the version in `type@version`; a
 * Rejection where there is none.
 */
export function showType(token: string, { catalog }: Deployment): TypeView {
  const { resources, functions } = catalogDocument(catalog);
  const [name = "", ...rest] = token.split("@");
  const version = rest.length === 0 ? undefined : rest.join("@");
  const resource = resources.find(({ type }) => type === name);
  if (resource !== undefined) return resourceView(asAsked(resource, version), version);
  const called = functions.find(({ type, aliases }) => type === name || aliases.includes(name));
  if (called !== undefined) return functionView(asAsked(called, version), version);
  const tokens = [...Object.keys(catalog.resources), ...Object.keys(catalog.functions)];
  const nearest = nearestType(name, tokens, catalog);
  const guess = nearest === undefined ? "" : `; did you mean \`${nearest}\`?`;
  throw new Rejection("missing", [problem("unknown-type", `there is no type \`${name}\`${guess}`)]);
}

function asAsked<T extends CatalogResource | CatalogFunction>(type: T, version: string | undefined): T {
  if (version === undefined) return type;
  const known = [type.versions.default, ...type.versions.others];
  if (known.includes(version)) return typeAtVersion(type, version);
  const detail = `\`${type.type}\` has no interface version \`${version}\`; it has ${known.join(", ")}`;
  throw new Rejection("missing", [problem("unknown-version", detail)]);
}

function resourceView(definition: CatalogResource, version = definition.versions.default): TypeView {
  const { type, kind, title, description, section, provider, versions, onDestroy } = definition;
  return {
    ...{ type, kind, aliases: [], title, description, section, provider, versions, version },
    fields: members(definition.inputs),
    outputs: members(definition.outputs),
    importForms: definition.identity.imports.map(({ template }) => formInWords(template)),
    onDestroy,
  };
}

function functionView(definition: CatalogFunction, version = definition.versions.default): TypeView {
  const { type, kind, aliases, title, description, section, provider, versions } = definition;
  return {
    ...{ type, kind, aliases, title, description, section, provider, versions, version },
    fields: members(definition.arguments),
    outputs: members(definition.result),
    importForms: [],
  };
}

/** Required fields first, as they are written; the others as the definition orders them. */
function members(all: readonly CatalogField[]): readonly TypeFieldView[] {
  const fields = all.map(fieldView);
  return [...fields.filter((field) => field.required), ...fields.filter((field) => !field.required)];
}

function fieldView(field: CatalogField): TypeFieldView {
  const { name, required, type, description, replace = false, immutable, secret, absentMeans } = field;
  return {
    name,
    type: typeText(type),
    schema: fieldType(type),
    required,
    replace,
    ...(immutable === true ? { immutable } : {}),
    ...(secret === true ? { secret } : {}),
    description,
    limits: limitsInWords(field),
    ...(field.default === undefined ? {} : { default: defaultInWords(field.default) }),
    ...(absentMeans === undefined ? {} : { absentMeans }),
    fields: inner(type),
  };
}

/** The fields inside an object, inside the items of a list, or inside any variant of a union. */
function inner(type: CatalogType): readonly TypeFieldView[] {
  switch (type.kind) {
    case "union": {
      const byName = new Map(
        type.variants.flatMap((variant) => inner(variant.type)).map((field) => [field.name, field]),
      );
      return [...byName.values()];
    }
    case "list":
      return inner(type.items.type);
    case "map":
      return inner(type.values.type);
    case "object":
      return members(type.fields);
    default:
      return [];
  }
}

function typeText(type: CatalogType): string {
  switch (type.kind) {
    case "union":
      return `object, by ${type.discriminator}`;
    case "text":
      return type.format === "date-time" || type.format === "cel" ? type.format : "text";
    case "list":
      return `list of ${typeText(type.items.type)}`;
    case "map":
      return `map of ${typeText(type.values.type)}`;
    default:
      return type.kind;
  }
}
