import { validateValue } from "./checks/validate-value.ts";
import type { ResourceDefinition } from "./definition.ts";
import { fieldOf } from "./field-schema.ts";

/**
 * What is wrong with what a definition asks for before a deletion, a sentence each: an update in place must be able to
 * set it.
 */
export function beforeDeleteFaults(definition: ResourceDefinition): readonly string[] {
  const { type, beforeDelete, inputs, existence } = definition;
  if (beforeDelete === undefined) return [];
  const faults = Object.keys(beforeDelete).flatMap((name) => {
    const field = fieldOf(inputs, name);
    if (field === undefined) return [`${type} has no input ${name}`];
    const isFixed = field.replace === true || field.immutable === true || field.vendorRefusesUpdate === true;
    if (isFixed) return [`${name} of ${type} can't be changed in place`];
    if (field.precondition === true || field.secret === true) return [`${name} of ${type} has no value to be given`];
    return [];
  });
  const given = { ...inputs, required: [] };
  const wrong = validateValue(given, beforeDelete).map(({ pointer, detail }) => `${pointer} of ${type}: ${detail}`);
  const isDeleted = existence === "created" ? [] : [`${type} is not created, so a deletion does not end it`];
  const isEmpty = Object.keys(beforeDelete).length === 0 ? [`${type} asks for nothing before a deletion`] : [];
  return [...faults, ...(faults.length === 0 ? wrong : []), ...isDeleted, ...isEmpty];
}
