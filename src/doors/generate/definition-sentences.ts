import type { FunctionDefinition, ResourceDefinition } from "../../definitions/schema/definition.ts";

/** What a resource or function is, a sentence each. */
export function definitionSentences(definition: ResourceDefinition | FunctionDefinition): readonly string[] {
  const { description, section } = definition;
  return [description, `Section ${section} of the specification.`];
}
