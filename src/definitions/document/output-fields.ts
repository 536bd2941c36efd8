import type { CatalogResource } from "../../contract/documents/catalog/catalog.ts";
import type { CatalogField } from "../../contract/documents/catalog/catalog-values.ts";

/** What references see of a resource: the inputs, in the form in which they answer, and the outputs. */
export function outputFields({ inputs, outputs }: CatalogResource): readonly CatalogField[] {
  const answered = new Map(outputs.map((field) => [field.name, field]));
  const given = inputs.map((field) => {
    const told = answered.get(field.name);
    return told === undefined ? field : { ...told, required: field.required || told.required };
  });
  const names = new Set(inputs.map(({ name }) => name));
  return [...given, ...outputs.filter(({ name }) => !names.has(name))];
}
