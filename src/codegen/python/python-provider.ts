import type { CatalogProvider } from "../../contract/documents/catalog/catalog.ts";
import { type Shape, shapeOf } from "../shapes.ts";
import { fieldDocs, respelling } from "./python-docs.ts";
import { namesOf, parameters, shapeAttribute } from "./python-shapes.ts";
import { docstring, type Lines, pythonString } from "./python-text.ts";

/** The class `Provider` of one kind. */
export function providerClass(definition: CatalogProvider): Lines {
  const shape = providerShape(definition);
  const names = namesOf(shape);
  const fields = shape.fields.map((field) => names.get(field.name) ?? field.name);
  return [
    `class Provider(ProviderResource[Literal[${pythonString(definition.type)}]]):`,
    [
      ...docstring(
        [
          `A ${definition.title} provider. ${definition.description}`,
          "",
          "Args:",
          "    resource_name: Its name in the stack.",
          ...fieldDocs(shape, names, respelling(names)),
          "    default: Whether it serves the resources of its kind that name no provider.",
        ],
        1,
      ),
      "",
      `_kind = ${pythonString(definition.type)}`,
      ...shapeAttribute("_inputs", shape, "Args"),
      "",
      "def __init__(",
      ["self,", "resource_name: str,", "*,", ...parameters(shape), "default: Optional[bool] = None,"],
      ") -> None:",
      [
        "super().__init__(",
        ["resource_name,", "default,", "{", fields.map((name) => `"${name}": ${name},`), "},"],
        ")",
      ],
    ],
  ];
}

function providerShape({ type, fields }: CatalogProvider): Shape {
  const described = fields.map(({ field, environment, default: value }) => {
    const from = environment.length === 0 ? "" : ` In the environment: ${environment.join(", ")}.`;
    const otherwise = value === undefined ? "" : ` Otherwise ${JSON.stringify(value)}.`;
    return { ...field, description: `${field.description}${from}${otherwise}` };
  });
  const others = fields.flatMap(({ field, aliases }) =>
    aliases.map((name) => ({ ...field, name, description: `Another name of \`${field.name}\`.` })),
  );
  return shapeOf(type, "Provider", [...described, ...others]);
}
