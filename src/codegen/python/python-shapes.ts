import type { Shape, ShapeField, ShapeType } from "../shapes.ts";
import { fieldDoc, fieldDocs, type Respell } from "./python-docs.ts";
import { pythonNames } from "./python-names.ts";
import { docstring, type Lines, pythonString } from "./python-text.ts";
import { inputType, objectName, outputClass, outputType, readType, stateType } from "./python-types.ts";

/** How a field's value is turned from one spelling to the other, as a Python expression. */
function shapeExpression(type: ShapeType, suffix: "" | "Args"): string {
  switch (type.kind) {
    case "object":
      return suffix === "" ? `${type.shape.name}._shape` : `${type.shape.name}Args._shape`;
    case "union": {
      const [field] = type.shapes.flatMap((shape) => shape.fields.filter((each) => each.constant !== undefined));
      const name = field?.name ?? "";
      const own = pythonNames([name]).get(name) ?? name;
      const variants = type.shapes.map((shape) => {
        const constant = shape.fields.find((each) => each.name === name)?.constant ?? "";
        return `${pythonString(constant)}: ${shape.name}${suffix}._shape`;
      });
      return `UnionShape(${pythonString(own)}, ${pythonString(name)}, {${variants.join(", ")}})`;
    }
    case "list": {
      const item = shapeExpression(type.items, suffix);
      return item === "None" ? "None" : `ListShape(${item})`;
    }
    case "map": {
      const item = shapeExpression(type.values, suffix);
      return item === "None" ? "None" : `MapShape(${item})`;
    }
    default:
      return "None";
  }
}

/** An `ObjectShape` with every field of a shape. */
export function objectShape(shape: Shape, suffix: "" | "Args"): Lines {
  const names = namesOf(shape);
  return [
    "ObjectShape(",
    [
      "{",
      shape.fields.map(
        (field) => `"${names.get(field.name)}": (${pythonString(field.name)}, ${shapeExpression(field.type, suffix)}),`,
      ),
      "}",
    ],
    ")",
  ];
}

/** Assigns an `ObjectShape` to a class attribute. */
export function shapeAttribute(name: string, shape: Shape, suffix: "" | "Args"): Lines {
  const [open, ...rest] = objectShape(shape, suffix);
  return [`${name} = ${String(open)}`, ...rest];
}

/** The Python name of every field of a shape. */
export function namesOf(shape: Shape): ReadonlyMap<string, string> {
  return pythonNames(shape.fields.map((field) => field.name));
}

/** What a program sees of an object that was read, its view as an output, and the form that qualifies it in a `get`. */
export function readClasses(shape: Shape, respell: Respell): Lines {
  const names = namesOf(shape);
  return [
    `class ${shape.name}(Record):`,
    [
      ...docstring([shape.description], 1),
      "",
      ...shapeAttribute("_shape", shape, ""),
      ...shape.fields.flatMap((field) => [
        "",
        `${names.get(field.name)}: ${readFieldType(field)}`,
        ...docstring([fieldDoc({ ...field, required: false }, respell)], 1),
      ]),
    ],
    "",
    "",
    `class ${shape.name}Output(ObjectOutput[${shape.name}]):`,
    [...docstring([shape.description], 1), ...viewProperties(shape, respell)],
    "",
    "",
    ...typedDict(`${shape.name}State`, `Qualifies: ${shape.description}`, shape, respell, false, (field) =>
      stateType(field.type),
    ),
  ];
}

/** A view of any of several objects, and of lists of such or of one kind of object. */
export function viewClasses(type: ShapeType, respell: Respell): Lines {
  if (type.kind === "list" && (type.items.kind === "object" || type.items.kind === "union")) {
    const name = objectName(type.items);
    return [
      ...viewClasses(type.items, respell),
      `class ${name}ListOutput(ListOutput[${readType(type.items)}]):`,
      [
        ...docstring([`A list of ${name} objects, each an output of its own.`], 1),
        "",
        `def __getitem__(self, index: int) -> ${name}Output:`,
        [`return self._item(${name}Output, index)`],
      ],
      "",
      "",
    ];
  }
  if (type.kind !== "union") return [];
  const fields = new Map(type.shapes.flatMap((shape) => shape.fields).map((field) => [field.name, field]));
  const merged: Shape = {
    name: objectName(type),
    description: "",
    fields: [...fields.values()].map(({ constant: _, ...field }) => ({ ...field, required: false })),
  };
  return [
    `class ${merged.name}Output(ObjectOutput[${readType(type)}]):`,
    [
      ...docstring([`Any of ${type.shapes.map((shape) => shape.name).join(", ")}; it has the fields of its kind.`], 1),
      ...viewProperties(merged, respell),
    ],
    "",
    "",
  ];
}

function viewProperties(shape: Shape, respell: Respell): Lines {
  const names = namesOf(shape);
  return shape.fields.flatMap((field) => [
    "",
    "@property",
    `def ${names.get(field.name)}(self) -> ${outputType(field.type, !field.required)}:`,
    [
      ...docstring([fieldDoc({ ...field, required: false }, respell)], 2),
      `return self._field(${outputClass(field.type)}, ${pythonString(field.name)})`,
    ],
  ]);
}

/** The class and the dict with which an object is declared. */
export function argsClasses(shape: Shape, respell: Respell): Lines {
  return [
    ...argsClass(`${shape.name}Args`, shape, respell),
    "",
    "",
    ...typedDict(`${shape.name}ArgsDict`, shape.description, shape, respell, true, (field) =>
      inputType(field.type, !field.required),
    ),
  ];
}

/** A class that takes the fields of an object by name. */
export function argsClass(name: string, shape: Shape, respell: Respell): Lines {
  const names = namesOf(shape);
  return [
    `class ${name}(Args):`,
    [
      ...docstring([shape.description, "", "Args:", ...fieldDocs(shape, names, respell)], 1),
      "",
      ...shapeAttribute("_shape", shape, "Args"),
      "",
      "def __init__(",
      ["self,", "*,", ...parameters(shape)],
      ") -> None:",
      shape.fields.map((field) => `self.${names.get(field.name)} = ${names.get(field.name)}`),
    ],
  ];
}

/** Fields as parameters that are given by name. */
export function parameters(shape: Shape): Lines {
  const names = namesOf(shape);
  return shape.fields.map(
    (field) => `${names.get(field.name)}: ${inputType(field.type, !field.required)}${field.required ? "" : " = None"},`,
  );
}

/** A dict with known keys; where `isStrict`, required fields must be there. */
export function typedDict(
  name: string,
  description: string,
  shape: Shape,
  respell: Respell,
  isStrict: boolean,
  typeOf: (field: ShapeField) => string,
): Lines {
  const names = namesOf(shape);
  const members = (fields: readonly ShapeField[]): Lines =>
    fields.flatMap((field) => [
      "",
      `${names.get(field.name)}: ${typeOf(field)}`,
      ...docstring([fieldDoc(field, respell)], 1),
    ]);
  const required = isStrict ? shape.fields.filter((field) => field.required) : [];
  const optional = shape.fields.filter((field) => !required.includes(field));
  const doc = docstring([description], 1);
  if (required.length === 0) return [`class ${name}(TypedDict, total=False):`, [...doc, ...members(optional)]];
  if (optional.length === 0) return [`class ${name}(TypedDict):`, [...doc, ...members(required)]];
  return [
    `class _${name}Required(TypedDict):`,
    members(required).slice(1),
    "",
    "",
    `class ${name}(_${name}Required, total=False):`,
    [...doc, ...members(optional)],
  ];
}

function readFieldType(field: ShapeField): string {
  const type = readType(field.type);
  return field.required ? type : `Optional[${type}]`;
}
