import type { CatalogField, CatalogValue } from "../contract/documents/catalog/catalog-values.ts";
import { shapeName } from "./shape-names.ts";

/** The type of a field, free of any language. */
export type ShapeType =
  | { readonly kind: "text"; readonly values: readonly string[] | undefined; readonly isOpen: boolean }
  | { readonly kind: "boolean" }
  | { readonly kind: "integer" }
  | { readonly kind: "list"; readonly items: ShapeType }
  | { readonly kind: "map"; readonly values: ShapeType }
  | { readonly kind: "object"; readonly shape: Shape }
  | { readonly kind: "union"; readonly shapes: readonly Shape[] };

export interface ShapeField {
  /** As the specification spells it. */
  readonly name: string;
  readonly type: ShapeType;
  readonly required: boolean;
  /** What the catalog says of it. */
  readonly value: CatalogField;
  /** In a union: the only value that this field has. */
  readonly constant?: string;
}

/** An object with named fields, required ones first. */
export interface Shape {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly ShapeField[];
}

/** The shape of an object of a resource or function, and of all objects inside. `name` is that of the outermost. */
export function shapeOf(type: string, name: string, fields: readonly CatalogField[], description = ""): Shape {
  return objectShape(type, [], name, fields, description);
}

function objectShape(
  type: string,
  path: readonly string[],
  name: string,
  all: readonly CatalogField[],
  description: string,
): Shape {
  const fields = all.map((field): ShapeField => {
    const values = field.type.kind === "text" ? field.type.values : undefined;
    const [constant] = values ?? [];
    return {
      name: field.name,
      type: typeOf(type, [...path, field.name], field),
      required: field.required,
      value: field,
      ...(values?.length === 1 && constant !== undefined ? { constant } : {}),
    };
  });
  return {
    name,
    description,
    fields: [...fields.filter((field) => field.required), ...fields.filter((field) => !field.required)],
  };
}

function typeOf(type: string, path: readonly string[], { type: own, description }: CatalogValue): ShapeType {
  switch (own.kind) {
    case "union":
      return { kind: "union", shapes: own.variants.flatMap((variant) => objectsIn(typeOf(type, path, variant))) };
    case "text":
      return { kind: "text", values: own.values ?? own.knownValues, isOpen: own.values === undefined };
    case "boolean":
    case "integer":
      return { kind: own.kind };
    case "list":
      return { kind: "list", items: typeOf(type, path, own.items) };
    case "map":
      return { kind: "map", values: typeOf(type, path, own.values) };
    case "object":
      return { kind: "object", shape: objectShape(type, path, shapeName(type, path, own), own.fields, description) };
  }
}

function objectsIn(type: ShapeType): readonly Shape[] {
  return type.kind === "object" ? [type.shape] : [];
}

/** A shape and all shapes inside it, inner ones first, each name once. */
export function allShapes(shape: Shape): readonly Shape[] {
  const found = new Map<string, Shape>();
  const visit = (each: Shape): void => {
    for (const field of each.fields) for (const inner of shapesIn(field.type)) visit(inner);
    if (!found.has(each.name)) found.set(each.name, each);
  };
  visit(shape);
  return [...found.values()];
}

function shapesIn(type: ShapeType): readonly Shape[] {
  switch (type.kind) {
    case "object":
      return [type.shape];
    case "union":
      return type.shapes;
    case "list":
      return shapesIn(type.items);
    case "map":
      return shapesIn(type.values);
    default:
      return [];
  }
}
