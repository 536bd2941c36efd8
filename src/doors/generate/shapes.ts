import type { ObjectSchema, Schema } from "../../definitions/schema/schema.ts";
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
  readonly schema: Schema;
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
export function shapeOf(type: string, name: string, schema: ObjectSchema): Shape {
  return objectShape(type, [], name, schema);
}

function objectShape(type: string, path: readonly string[], name: string, schema: ObjectSchema): Shape {
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties).map(([field, each]): ShapeField => {
    const values = "type" in each && each.type === "string" ? each.enum : undefined;
    const [constant] = values ?? [];
    return {
      name: field,
      type: typeOf(type, [...path, field], each),
      required: required.has(field),
      schema: each,
      ...(values?.length === 1 && constant !== undefined ? { constant } : {}),
    };
  });
  return {
    name,
    description: schema.description ?? "",
    fields: [...fields.filter((field) => field.required), ...fields.filter((field) => !field.required)],
  };
}

function typeOf(type: string, path: readonly string[], schema: Schema): ShapeType {
  if ("oneOf" in schema) {
    const variants = schema.oneOf.map((variant) => objectShape(type, path, shapeName(type, path, variant), variant));
    return { kind: "union", shapes: variants };
  }
  switch (schema.type) {
    case "string":
      return { kind: "text", values: schema.enum ?? schema.knownValues, isOpen: schema.enum === undefined };
    case "boolean":
    case "integer":
      return { kind: schema.type };
    case "array":
      return { kind: "list", items: typeOf(type, path, schema.items) };
    case "object":
      return "properties" in schema
        ? { kind: "object", shape: objectShape(type, path, shapeName(type, path, schema), schema) }
        : { kind: "map", values: typeOf(type, path, schema.additionalProperties) };
  }
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
