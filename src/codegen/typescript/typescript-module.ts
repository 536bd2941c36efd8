import type { CatalogFunction, CatalogResource } from "../../contract/documents/catalog/catalog.ts";
import { formInWords } from "../../definitions/document/limits-in-words.ts";
import { outputFields } from "../../definitions/document/output-fields.ts";
import type { MemberAt } from "../members-at.ts";
import { definitionSentences } from "../pages/definition-sentences.ts";
import { type ExampleOf, noExample } from "../pages/example-programs.ts";
import { fieldSentences } from "../pages/field-sentences.ts";
import { baseName } from "../shape-names.ts";
import { allShapes, type Shape, type ShapeField, shapeOf } from "../shapes.ts";
import { commented, fileText } from "./typescript-text.ts";
import { type Direction, fieldLine, shapeTypeName, typeText } from "./typescript-types.ts";

/** What a module holds: all of it, or only what the compiler or only what Node needs. */
export type ModuleForm = "source" | "declarations" | "javascript";

/** The module of one namespace. */
export function namespaceModule(
  members: readonly MemberAt[],
  header: readonly string[],
  form: ModuleForm,
  exampleOf: ExampleOf = noExample,
): string {
  const declared = new Set<string>();
  const lines = members.flatMap(({ definition, token }) => {
    const types = form === "javascript" ? [] : typesOf(definition, declared);
    const code =
      definition.kind === "resource"
        ? resourceClass(definition, token, form, exampleOf)
        : functionLines(definition, token, form, exampleOf);
    return [...types, ...code];
  });
  return fileText([...header, "", ...lines]);
}

function typesOf(definition: CatalogResource | CatalogFunction, declared: Set<string>): readonly string[] {
  return definition.kind === "resource" ? resourceTypes(definition, declared) : functionTypes(definition, declared);
}

function resourceTypes(definition: CatalogResource, declared: Set<string>): readonly string[] {
  const { type, inputs } = definition;
  const name = baseName(type);
  const all = outputFields(definition);
  const args = shapeOf(type, `${name}Args`, inputs);
  const state = shapeOf(
    type,
    `${name}State`,
    all.map((field) => ({ ...field, required: false })),
  );
  return [
    ...interfaces(inner(args), "input", declared),
    ...interfaceLines({ ...args, description: `Arguments of ${name}.` }, "input"),
    ...interfaces(inner(shapeOf(type, name, all)), "output", declared),
    ...interfaces(inner(state), "input", declared),
    ...interfaceLines({ ...state, description: "Fields that an existing object must have." }, "input"),
  ];
}

function resourceClass(
  definition: CatalogResource,
  token: string,
  form: ModuleForm,
  exampleOf: ExampleOf,
): readonly string[] {
  const { type, provider, inputs, outputs } = definition;
  const name = baseName(type);
  const kind = JSON.stringify(provider);
  const taken = new Map(inputs.map((field) => [field.name, field]));
  const { fields } = shapeOf(type, name, outputFields(definition));
  const sealable = outputs.flatMap((field) => (field.name === "id" || taken.has(field.name) ? [] : [field.name]));
  const options = `ResourceOptions<${kind}, keyof ${name}Args, ${union(sealable)}>`;
  const typed = form !== "javascript";
  const cast =
    form === "source"
      ? { args: `<${name}Args>`, options: " as ResourceOptions | undefined" }
      : { args: "", options: "" };
  const getter = (field: ShapeField) => {
    const isAlwaysThere = taken.get(field.name)?.required !== false;
    const result = `Output<${typeText(field.type, "output")}${isAlwaysThere ? "" : " | undefined"}>`;
    return [
      "",
      ...documented(fieldSentences(field.value), form, "  "),
      ...method(form, `get ${field.name}()${typed ? `: ${result}` : ""}`, [
        `return this.field(${JSON.stringify(field.name)});`,
      ]),
    ];
  };
  return [
    ...documented(definitionSentences(definition), form, "", [
      ...importForms(definition),
      ...example(definition, exampleOf),
    ]),
    `export ${form === "declarations" ? "declare " : ""}class ${name} extends Resource {`,
    ...documented(
      [
        "Reads an existing object by an id that can be imported. It is never changed; " +
          "`state` holds fields that it must have.",
      ],
      form,
      "  ",
    ),
    ...method(
      form,
      typed
        ? `static get(name: string, id: Input<string>, state?: ${name}State, options?: ReadOptions<${kind}>): ${name}`
        : "static get(name, id, state, options)",
      [`return new ${name}(name, existing${cast.args}(id, state), options);`],
    ),
    "",
    ...documented(["`name` is the logical name, unique among all resources and look-ups of the stack."], form, "  "),
    ...method(
      form,
      typed ? `constructor(name: string, args: ${name}Args, options?: ${options})` : "constructor(name, args, options)",
      [`super(${JSON.stringify(token)}, ${kind}, name, args, options${cast.options});`],
    ),
    ...fields.flatMap(getter),
    "}",
    "",
  ];
}

function functionTypes(
  { type, arguments: args, result: given }: CatalogFunction,
  declared: Set<string>,
): readonly string[] {
  const name = baseName(type);
  const result = shapeOf(type, `Get${name}Result`, given);
  return [
    ...interfaces(inner(result), "output", declared),
    ...interfaceLines({ ...shapeOf(type, `Get${name}Args`, args), description: `Arguments of get${name}.` }, "output"),
    ...interfaceLines(
      { ...shapeOf(type, `Get${name}OutputArgs`, args), description: `Arguments of get${name}Output.` },
      "input",
    ),
    ...interfaceLines(alwaysThere({ ...result, description: `What get${name} gives.` }), "output"),
  ];
}

function functionLines(
  definition: CatalogFunction,
  token: string,
  form: ModuleForm,
  exampleOf: ExampleOf,
): readonly string[] {
  const { type, provider, aliases } = definition;
  const name = baseName(type);
  const kind = JSON.stringify(provider);
  const constant = `${name.charAt(0).toLowerCase()}${name.slice(1)}Function`;
  const names = [type, ...aliases].map((each) => each.slice(each.indexOf(":") + 1));
  const short = (names[1] ?? names[0] ?? "").slice(3);
  const typed = form !== "javascript";
  const result = `Get${name}Result`;
  return [
    ...(form === "declarations"
      ? []
      : [
          `const ${constant}${typed ? ": LookupFunction" : ""} = {`,
          `  token: ${JSON.stringify(token)},`,
          `  providerKind: ${kind},`,
          `  shortName: ${JSON.stringify(short.charAt(0).toLowerCase() + short.slice(1))},`,
          "};",
          "",
        ]),
    ...names.flatMap((called) => [
      ...documented(
        [
          ...definitionSentences(definition),
          "It is done at once, while the program runs, and not part of the declaration.",
        ],
        form,
      ),
      ...functionText(
        form,
        `async function ${called}`,
        typed ? `args: Get${name}Args, options?: ReadOptions<${kind}>` : "args, options",
        `Promise<${result}>`,
        [`return await lookUp(${constant}, args, options);`],
      ),
      "",
      ...documented(
        [...definitionSentences(definition), "It is part of the declaration: it takes outputs, and gives one."],
        form,
        "",
        example(definition, exampleOf),
      ),
      ...functionText(
        form,
        `function ${called}Output`,
        typed ? `args: Get${name}OutputArgs, options?: LookupOptions<${kind}>` : "args, options",
        `Output<${result}>`,
        [`return declareLookup(${constant}, args, options);`],
      ),
      "",
    ]),
  ];
}

function documented(
  sentences: readonly string[],
  form: ModuleForm,
  indent = "",
  below: readonly string[] = [],
): readonly string[] {
  return form === "javascript" ? [] : commented(sentences, indent, below);
}

/** The ids by which an object is imported and read. */
function importForms({ identity: { imports } }: CatalogResource): readonly string[] {
  const forms = imports.map(({ template }) => `- \`${formInWords(template)}\``);
  return ["", "Ids that `get` and the option `import` take:", ...forms];
}

function example(definition: CatalogResource | CatalogFunction, exampleOf: ExampleOf): readonly string[] {
  const lines = exampleOf(definition);
  return lines.length === 0 ? [] : ["", "@example", ...lines];
}

/** A member of a class with its body, or only its signature. */
function method(form: ModuleForm, signature: string, body: readonly string[]): readonly string[] {
  if (form === "declarations") return [`  ${signature};`];
  return [`  ${signature} {`, ...body.map((line) => `    ${line}`), "  }"];
}

/** A function with its body, or only its signature. */
function functionText(
  form: ModuleForm,
  head: string,
  parameters: string,
  result: string,
  body: readonly string[],
): readonly string[] {
  if (form === "declarations") return [`export declare ${head.replace("async ", "")}(${parameters}): ${result};`];
  return [
    `export ${head}(${parameters})${form === "source" ? `: ${result}` : ""} {`,
    ...body.map((line) => `  ${line}`),
    "}",
  ];
}

/** Results have all their fields but objects of which nothing is sure; inside them the platform may leave some out. */
function alwaysThere(shape: Shape): Shape {
  const isSure = ({ type }: ShapeField) => type.kind !== "object" || type.shape.fields.some(({ required }) => required);
  return { ...shape, fields: shape.fields.map((field) => ({ ...field, required: isSure(field) })) };
}

function inner(shape: Shape): readonly Shape[] {
  return allShapes(shape).filter((each) => each !== shape);
}

function interfaces(shapes: readonly Shape[], direction: Direction, declared: Set<string>): readonly string[] {
  return shapes.flatMap((shape) => {
    const name = shapeTypeName(shape, direction);
    if (declared.has(name)) return [];
    declared.add(name);
    return interfaceLines(shape, direction);
  });
}

function interfaceLines(shape: Shape, direction: Direction): readonly string[] {
  return [
    ...commented(shape.description === "" ? [] : [shape.description]),
    `export interface ${shapeTypeName(shape, direction)} {`,
    ...shape.fields.flatMap((field) => [
      ...commented(fieldSentences(field.value), "  "),
      `  ${fieldLine(field, direction)}`,
    ]),
    "}",
    "",
  ];
}

function union(names: readonly string[]): string {
  return names.length === 0 ? "never" : names.map((name) => JSON.stringify(name)).join(" | ");
}
