import type { CatalogResource } from "../../contract/documents/catalog/catalog.ts";
import { formInWords } from "../../definitions/document/limits-in-words.ts";
import { outputFields } from "../../definitions/document/output-fields.ts";
import type { ExampleOf } from "../pages/example-programs.ts";
import { baseName } from "../shape-names.ts";
import { type Shape, type ShapeField, shapeOf } from "../shapes.ts";
import { fieldDoc, fieldDocs, type Respell } from "./python-docs.ts";
import { argsClass, namesOf, parameters, shapeAttribute, typedDict } from "./python-shapes.ts";
import { docstring, type Lines, pythonString } from "./python-text.ts";
import { inputType, outputClass, outputType, stateType } from "./python-types.ts";

/** What a resource takes, and what it gives, as shapes. */
export interface ResourceShapes {
  readonly inputs: Shape;
  readonly outputs: Shape;
}

export function resourceShapes(definition: CatalogResource): ResourceShapes {
  const name = baseName(definition.type);
  return {
    inputs: shapeOf(definition.type, name, definition.inputs, definition.description),
    outputs: shapeOf(definition.type, name, outputFields(definition)),
  };
}

/** A resource's class, and the class and dict of its arguments. `token` is what its declarations say. */
export function resourceClasses(
  definition: CatalogResource,
  token: string,
  respell: Respell,
  exampleOf: ExampleOf,
): Lines {
  const name = baseName(definition.type);
  const { inputs, outputs } = resourceShapes(definition);
  const args = { ...inputs, description: `Fields of \`${name}\`. ${definition.description}` };
  return [
    ...argsClass(`${name}Args`, args, respell),
    "",
    "",
    ...typedDict(`${name}ArgsDict`, args.description, inputs, respell, true, (field) =>
      inputType(field.type, !field.required),
    ),
    "",
    "",
    ...optionsType(`_${name}Options`, definition, inputs, outputs),
    "",
    "",
    `class ${name}(CustomResource):`,
    [
      ...docstring([...classDoc(definition, inputs, respell), ...exampleDoc(exampleOf(definition))], 1),
      "",
      `_type = ${pythonString(token)}`,
      `_kind = ${pythonString(definition.provider)}`,
      ...shapeAttribute("_inputs", inputs, "Args"),
      ...shapeAttribute("_outputs", outputs, ""),
      "",
      "@overload",
      "def __init__(",
      [
        "self,",
        "resource_name: str,",
        `args: Union[${name}Args, ${name}ArgsDict],`,
        `opts: Optional[_${name}Options] = None,`,
      ],
      ") -> None: ...",
      "",
      "@overload",
      "def __init__(",
      ["self,", "resource_name: str,", "*,", ...parameters(inputs), `opts: Optional[_${name}Options] = None,`],
      ") -> None: ...",
      "",
      "def __init__(",
      [
        "self,",
        "resource_name: str,",
        "args: Any = None,",
        `opts: Optional[_${name}Options] = None,`,
        "**fields: Any,",
      ],
      ") -> None:",
      ["super().__init__(resource_name, args, opts, fields)"],
      "",
      ...getMethod(name, outputs, respell),
      ...outputs.fields.flatMap((field) => property(field, outputs, definition, respell)),
    ],
  ];
}

/** Options that are held against the resource: its kind of provider, its fields, its outputs. */
function optionsType(name: string, { provider }: CatalogResource, inputs: Shape, outputs: Shape): Lines {
  const [taken, given] = [namesOf(inputs), namesOf(outputs)];
  const own = [...given].filter(([field]) => field !== "id" && !taken.has(field)).map(([, each]) => each);
  const literal = (words: readonly string[]): string =>
    words.length === 0 ? "NoReturn" : `Literal[${words.map(pythonString).join(", ")}]`;
  return [
    `${name} = ResourceOptions[`,
    [literal([provider]), literal([...taken.values()]), literal(own)].map((each) => `${each},`),
    "]",
  ];
}

function classDoc(definition: CatalogResource, inputs: Shape, respell: Respell): readonly string[] {
  const { versions, identity, requiresProvider } = definition;
  const others = versions.others.length === 0 ? "" : ` Other versions: ${versions.others.join(", ")}.`;
  const level = Object.entries(requiresProvider ?? {}).map(
    ([field, value]) => `, with ${field} ${JSON.stringify(value)}`,
  );
  const forms = identity.imports.map(({ template }) => formInWords(template));
  return [
    definition.description,
    "",
    `Section ${definition.section} of the specification. Interface version ${versions.default}.${others}`,
    `Needs a provider of kind ${definition.provider}${level.join("")}. ${destroyDoc(definition)}`,
    ...(definition.noAutoNaming === undefined ? [] : [respell(sentence(definition.noAutoNaming.says))]),
    "",
    "Args:",
    "    resource_name: The logical name, unique in the stack.",
    ...fieldDocs(inputs, namesOf(inputs), respell),
    "    opts: What is declared besides the fields.",
    "",
    "Ids that `get` and the option `import_` take:",
    "",
    ...forms.map((form) => `    ${form}`),
  ];
}

function exampleDoc(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", "Example:", "", ...lines.map((line) => (line === "" ? "" : `    ${line}`))];
}

function destroyDoc({ onDestroy, beforeDelete = {} }: CatalogResource): string {
  const first = Object.entries(beforeDelete).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  switch (onDestroy) {
    case "delete":
      return first.length === 0
        ? "Destroying it deletes the object."
        : `Destroying it sets ${first.join(" and ")}, then deletes the object.`;
    case "restore":
      return "Destroying it writes back what stood there before.";
    case "retain":
      return "Destroying it only forgets the object.";
  }
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function getMethod(name: string, outputs: Shape, respell: Respell): Lines {
  const names = namesOf(outputs);
  const state = outputs.fields.filter((field) => field.name !== "id");
  return [
    "@staticmethod",
    "def get(",
    [
      "resource_name: str,",
      "id: Input[str],",
      `opts: Optional[_${name}Options] = None,`,
      "*,",
      ...state.map((field) => `${names.get(field.name)}: Optional[${stateType(field.type)}] = None,`),
    ],
    `) -> ${name}:`,
    [
      ...docstring(
        [
          "Reads what exists, without managing it. What is given beside the id must be as it is read.",
          "",
          "Args:",
          "    resource_name: The logical name, unique in the stack.",
          "    id: The id, in one of the forms that the class names.",
          "    opts: Only `provider`, `depends_on`, `parent` and `version` have a meaning here.",
          ...state.map((field) => `    ${names.get(field.name)}: ${respell(field.value.description)}`),
        ],
        2,
      ),
      `return ${name}._get(`,
      [
        "resource_name,",
        "id,",
        "opts,",
        "{",
        state.map((field) => `"${names.get(field.name)}": ${names.get(field.name)},`),
        "},",
      ],
      ")",
    ],
  ];
}

function property(field: ShapeField, outputs: Shape, definition: CatalogResource, respell: Respell): Lines {
  const { value } = field;
  const taken = definition.inputs.find(({ name }) => name === field.name);
  // Where an output may be null, its description says so.
  const isSure =
    taken === undefined ? !/\bnull\b/.test(value.description) : taken.required || value.default !== undefined;
  return [
    "",
    "@property",
    `def ${namesOf(outputs).get(field.name)}(self) -> ${outputType(field.type, !isSure)}:`,
    [
      ...docstring([fieldDoc({ ...field, required: false }, respell)], 2),
      `return self._field(${outputClass(field.type)}, ${pythonString(field.name)})`,
    ],
  ];
}
