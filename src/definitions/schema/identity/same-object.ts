import { templateVariables } from "../../../../packages/base/path-template.ts";
import type { ResourceDefinition } from "../definition.ts";
import { fieldOf } from "../field-schema.ts";

interface Named {
  readonly id: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** What ids are compared by. */
export function idKey(definition: ResourceDefinition, id: string): string {
  return definition.identity.ignoreCase === true ? id.toLowerCase() : id;
}

/**
 * Whether two identities name one object. Letters count in any case where the definition pays no regard to that, be it
 * for its ids or for the input that a part of the id is (decision 0026).
 */
export function isSameObject(definition: ResourceDefinition, one: Named, other: Named): boolean {
  return (
    idKey(definition, one.id) === idKey(definition, other.id) || differingVariables(definition, one, other).length === 0
  );
}

/** The parts of the id in which two identities differ. */
export function differingVariables(definition: ResourceDefinition, one: Named, other: Named): readonly string[] {
  const { names, anyCase } = partsOf(definition);
  const spelled = (name: string, value: string | undefined) => (anyCase.has(name) ? value?.toLowerCase() : value);
  return names.filter((name) => spelled(name, one.variables[name]) !== spelled(name, other.variables[name]));
}

function partsOf({ identity, inputs }: ResourceDefinition) {
  const names = [...new Set(identity.formats.flatMap(templateVariables))];
  const isAnyCase = (name: string): boolean =>
    identity.ignoreCase === true ||
    (identity.variables[name] ?? []).some((source) => {
      if (!("input" in source)) return false;
      const field = fieldOf(inputs, source.input);
      return field !== undefined && "equality" in field && field.equality === "ignore-case";
    });
  return { names, anyCase: new Set(names.filter(isAnyCase)) };
}
