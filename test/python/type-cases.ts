/** Uses of the package that a type checker must accept, and uses that it must refuse, made from the catalog. */

import { inDefaultVersion } from "../../src/codegen/members-at.ts";
import { functionShapes, wordOf } from "../../src/codegen/python/python-function.ts";
import { pythonWord } from "../../src/codegen/python/python-names.ts";
import { resourceShapes } from "../../src/codegen/python/python-resource.ts";
import { namesOf } from "../../src/codegen/python/python-shapes.ts";
import { baseName } from "../../src/codegen/shape-names.ts";
import { allShapes, type Shape, type ShapeField, type ShapeType } from "../../src/codegen/shapes.ts";
import { catalogDocument } from "../../src/definitions/document/catalog-document.ts";
import { catalog as definitions } from "../../src/definitions/resources/catalog.ts";

const catalog = catalogDocument(definitions);

/** One line of Python. */
export interface TypeCase {
  readonly says: string;
  readonly line: string;
  readonly isSound: boolean;
}

/** What stands before the lines. */
export const preamble = [
  "import plumbline_sdk as plumb",
  "from plumbline_sdk import authorization, azure, compute, connectors, databricks, google, iam, migrate, settings",
  "text: plumb.Output[str]",
  "number: plumb.Output[int]",
];

/** Ways to write the fields of an object down. */
interface Form {
  readonly name: string;
  readonly write: (fields: readonly (readonly [name: string, value: string])[]) => string;
}

export function typeCases(): readonly TypeCase[] {
  const resources = catalog.resources.map(inDefaultVersion).flatMap((definition) => {
    const module = pythonWord(definition.type.slice(0, definition.type.indexOf(":")));
    const name = `${module}.${baseName(definition.type)}`;
    const { inputs, outputs } = resourceShapes(definition);
    const forms: readonly Form[] = [
      { name, write: (fields) => `${name}("a", ${keywords(fields)})` },
      { name: `${name} with args`, write: (fields) => `${name}("a", ${name}Args(${keywords(fields)}))` },
      { name: `${name} with a dict`, write: (fields) => `${name}("a", ${dict(fields)})` },
    ];
    const nested = allShapes(inputs).filter((shape) => shape !== inputs);
    return [
      ...forms.flatMap((form) => shapeCases(inputs, form, module)),
      ...nested.flatMap((shape) => nestedCases(shape, module)),
      ...outputCases(`${name}.get("a", "b")`, outputs),
      ...stateCases(name, outputs, module),
    ];
  });
  const functions = catalog.functions.map(inDefaultVersion).flatMap((definition) => {
    const module = pythonWord(definition.type.slice(0, definition.type.indexOf(":")));
    const name = `${module}.${pythonWord(wordOf(definition.type))}`;
    const { taken, given } = functionShapes(definition);
    const sample = fieldsOf(taken, module);
    return [
      ...[name, `${name}_output`].flatMap((called) =>
        shapeCases(taken, { name: called, write: (fields) => `${called}(${keywords(fields)})` }, module),
      ),
      { says: `${name} takes no outputs`, line: `${name}(${keywords(replaced(sample, 0, "text"))})`, isSound: false },
      {
        says: `${name}_output takes outputs`,
        line: `${name}_output(${keywords(replaced(sample, 0, "text"))})`,
        isSound: true,
      },
      ...outputCases(`${name}_output(${keywords(sample)})`, given),
      ...outputCases(`${name}(${keywords(sample)})`, given),
    ];
  });
  return [...resources, ...functions];
}

function shapeCases(shape: Shape, form: Form, module: string): readonly TypeCase[] {
  const all = fieldsOf(shape, module);
  const required = all.filter((_, index) => shape.fields[index]?.required === true);
  const said = (says: string, fields: readonly (readonly [string, string])[], isSound: boolean): TypeCase => ({
    says: `${form.name}: ${says}`,
    line: form.write(fields),
    isSound,
  });
  return [
    said("every field", all, true),
    ...(required.length > 0 ? [said("the required fields only", required, true)] : []),
    ...shape.fields.flatMap((field, index) => {
      const name = all[index]?.[0] ?? "";
      const others = all.filter((_, other) => other !== index);
      return [
        ...(field.required ? [said(`without ${name}`, others, false)] : []),
        said(`${name} misspelled`, [...others, [`${name}x`, all[index]?.[1] ?? ""]], false),
        ...(field.required ? [said(`${name} is None`, replaced(all, index, "None"), false)] : []),
        ...wrongValues(field.type).map((value) => said(`${name} is ${value}`, replaced(all, index, value), false)),
      ];
    }),
  ];
}

/** An object inside another, by its class; its dict form is checked where the object stands in the outer one. */
function nestedCases(shape: Shape, module: string): readonly TypeCase[] {
  const name = `${module}.${shape.name}Args`;
  return [
    ...shapeCases(shape, { name, write: (fields) => `${name}(${keywords(fields)})` }, module),
    ...shapeCases(shape, { name: `${name}Dict`, write: (fields) => `d: ${name}Dict = ${dict(fields)}` }, module),
  ];
}

function outputCases(value: string, shape: Shape): readonly TypeCase[] {
  return [...namesOf(shape).values()].flatMap((name) => [
    { says: `${value}.${name}`, line: `${value}.${name}`, isSound: true },
    { says: `${value}.${name}x`, line: `${value}.${name}x`, isSound: false },
  ]);
}

function stateCases(name: string, outputs: Shape, module: string): readonly TypeCase[] {
  const names = namesOf(outputs);
  return outputs.fields
    .filter((field) => field.name !== "id")
    .flatMap((field) => {
      const word = names.get(field.name) ?? "";
      const got = (key: string, value: string) => `${name}.get("a", "b", ${key}=${value})`;
      const sound =
        field.type.kind === "list" && field.type.items.kind === "union" ? "[]" : sampleState(field.type, module);
      return [
        { says: `${name}.get qualified by ${word}`, line: got(word, sound), isSound: true },
        { says: `${name}.get, ${word} misspelled`, line: got(`${word}x`, sound), isSound: false },
        ...wrongValues(field.type).map((value) => ({
          says: `${name}.get, ${word} is ${value}`,
          line: got(word, value),
          isSound: false,
        })),
      ];
    });
}

function fieldsOf(shape: Shape, module: string): readonly (readonly [string, string])[] {
  const names = namesOf(shape);
  return shape.fields.map((field: ShapeField) => [names.get(field.name) ?? "", sample(field.type, module)] as const);
}

function replaced(
  fields: readonly (readonly [string, string])[],
  index: number,
  value: string,
): readonly (readonly [string, string])[] {
  return fields.map(([name, old], each) => [name, each === index ? value : old] as const);
}

function keywords(fields: readonly (readonly [string, string])[]): string {
  return fields.map(([name, value]) => `${name}=${value}`).join(", ");
}

function dict(fields: readonly (readonly [string, string])[]): string {
  return `{${fields.map(([name, value]) => `"${name}": ${value}`).join(", ")}}`;
}

/** A value of a type; objects as dicts. */
function sample(type: ShapeType, module: string): string {
  switch (type.kind) {
    case "text":
      return JSON.stringify(type.values?.[0] ?? "text");
    case "boolean":
      return "True";
    case "integer":
      return "1";
    case "list":
      return `[${sample(type.items, module)}]`;
    case "map":
      return `{"key": ${sample(type.values, module)}}`;
    case "object":
      return dict(fieldsOf(type.shape, module));
    case "union":
      return "{}";
  }
}

function sampleState(type: ShapeType, module: string): string {
  return type.kind === "object" ? "{}" : sample(type, module);
}

/** Values that are not of a type. */
function wrongValues(type: ShapeType): readonly string[] {
  switch (type.kind) {
    case "text":
      return type.values !== undefined && !type.isOpen
        ? ["5", '"NO_SUCH_VALUE"', "number"]
        : ["5", '["text"]', "number"];
    case "boolean":
      return ['"true"', "1", "text"];
    case "integer":
      return ['"1"', "1.5", "text"];
    case "list":
      return ['"text"', "[object()]", "text", '{"a": 1}'];
    case "map":
      return ['"text"', '{"key": 5}', '["text"]', "text"];
    case "object":
      return ['"text"', '["text"]', '{"no_such_field": "text"}', "text"];
    case "union":
      return ['"text"'];
  }
}
