import type {
  CatalogDocument,
  CatalogFunction,
  CatalogProvider,
  CatalogResource,
} from "../../contract/documents/catalog/catalog.ts";
import type { CatalogField, CatalogType } from "../../contract/documents/catalog/catalog-values.ts";

type Row = readonly string[];

/** What can be declared, a row each, under a heading. */
export function catalogRows({ resources, functions, providers }: CatalogDocument): readonly Row[] {
  return [
    ["TYPE", "KIND", "PROVIDER", "VERSIONS", "TITLE"],
    ...[...resources, ...functions].map(({ type, kind, provider, versions, title }) => [
      type,
      kind,
      provider,
      [versions.default, ...versions.others].join(", "),
      title,
    ]),
    ...providers.map(({ type, kind, title }) => [type, kind, "-", "-", title]),
  ];
}

/** The fields of one, those inside others by their dotted path. */
export function typeRows(entry: CatalogResource | CatalogFunction | CatalogProvider): readonly Row[] {
  return [["FIELD", "TYPE", "MARKS"], ...fieldsOf(entry).flatMap(([field, word]) => rowsOf(field, "", word))];
}

function fieldsOf(
  entry: CatalogResource | CatalogFunction | CatalogProvider,
): readonly (readonly [field: CatalogField, word: string])[] {
  const marked = (fields: readonly CatalogField[], word: string) => fields.map((field) => [field, word] as const);
  switch (entry.kind) {
    case "resource":
      return [...marked(entry.inputs, ""), ...marked(entry.outputs, "output")];
    case "function":
      return [...marked(entry.arguments, ""), ...marked(entry.result, "result")];
    case "provider":
      return marked(
        entry.fields.map(({ field }) => field),
        "",
      );
  }
}

function rowsOf(field: CatalogField, under: string, word: string): readonly Row[] {
  const path = under === "" ? field.name : `${under}.${field.name}`;
  const marks = [
    ...(word === "" ? [] : [word]),
    ...(field.required && word === "" ? ["required"] : []),
    ...(field.replace === true ? ["replaces"] : []),
    ...(field.secret === true ? ["secret"] : []),
    ...(field.default === undefined ? [] : [`from ${field.default.from}`]),
    ...(field.since === undefined ? [] : [`since ${field.since}`]),
    ...(field.until === undefined ? [] : [`until ${field.until}`]),
  ];
  return [[path, typeWord(field.type), marks.join(", ") || "-"], ...innerRows(field.type, path, word)];
}

function innerRows(type: CatalogType, path: string, word: string): readonly Row[] {
  switch (type.kind) {
    case "object":
      return type.fields.flatMap((field) => rowsOf(field, path, word));
    case "list":
      return innerRows(type.items.type, `${path}[]`, word);
    case "map":
      return innerRows(type.values.type, `${path}{}`, word);
    case "union":
      return type.variants.flatMap((variant) => innerRows(variant.type, `${path}(${nameOf(variant.type)})`, word));
    default:
      return [];
  }
}

function typeWord(type: CatalogType): string {
  switch (type.kind) {
    case "text": {
      const { format, minLength, maxLength, values } = type;
      const length =
        minLength === undefined && maxLength === undefined ? "" : `(${minLength ?? 0}..${maxLength ?? ""})`;
      return values === undefined ? `${format ?? "text"}${length}` : values.join(" | ");
    }
    case "list":
      return `list of ${typeWord(type.items.type)}`;
    case "map":
      return `map of ${typeWord(type.values.type)}`;
    case "object":
    case "union":
      return nameOf(type) || type.kind;
    default:
      return type.kind;
  }
}

function nameOf(type: CatalogType): string {
  return type.kind === "object" ? (type.name ?? "") : "";
}
