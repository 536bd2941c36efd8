import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { ResourceDefinition, VariableSource } from "../definition.ts";
import { fromInput, type InputSource } from "./identity-variables.ts";

/** Two inputs that give one identity variable different values. */
export interface IdentityConflict {
  readonly variable: string;
  /** Names (or dotted paths) of the inputs and what each of them says. */
  readonly sources: readonly { readonly input: string; readonly value: string }[];
}

/** The variables about which the inputs contradict each other; a provider's value never does, it only fills in. */
export function identityConflicts(definition: ResourceDefinition, inputs: JsonObject): readonly IdentityConflict[] {
  return contestedVariables(definition).flatMap(({ variable, sources }) => {
    const values = new Map<string, { readonly input: string; readonly value: string }>();
    for (const source of sources) {
      const value = fromInput(source, inputs);
      if (typeof value !== "string") continue;
      const key = definition.identity.ignoreCase === true ? value.toLowerCase() : value;
      if (!values.has(key)) values.set(key, { input: source.input, value });
    }
    return values.size > 1 ? [{ variable, sources: [...values.values()] }] : [];
  });
}

/** The variables on which more than one input has an opinion, with those that do. */
function contestedVariables(definition: ResourceDefinition) {
  return Object.entries(definition.identity.variables).flatMap(([variable, candidates]) => {
    const sources = candidates.filter(
      (source): source is InputSource => !("provider" in source) && definesAlone(source, candidates),
    );
    return sources.length > 1 ? [{ variable, sources }] : [];
  });
}

/** A whole input that another source of the variable takes apart is only its short form, no second opinion. */
function definesAlone(source: InputSource, sources: readonly VariableSource[]): boolean {
  if ("template" in source || "take" in source) return true;
  return !sources.some((other) => "input" in other && "template" in other && other.input === source.input);
}
