import { isOutput } from "../outputs/output.ts";
import { ProgramError } from "../program-error.ts";
import { isComponent, isResource } from "./declared.ts";

/** What an option takes, in words, and whether a value is that. */
type Rule = readonly [words: string, fits: (value: unknown) => boolean];

const listOf = (fits: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(fits);
const isText = (value: unknown): boolean => typeof value === "string";
const isParent = (value: unknown): boolean => isResource(value) || isComponent(value);
const isDependency = (value: unknown): boolean => isParent(value) || isOutput(value);
const isProvider = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "kind" in value && "args" in value;

const flag: Rule = ["true or false", (value) => typeof value === "boolean"];
const text: Rule = ["a text", isText];
const texts: Rule = ["a list of texts", listOf(isText)];

const rules: ReadonlyMap<string, Rule> = new Map([
  [
    "dependsOn",
    [
      "resources, components, and results of look-ups",
      (value: unknown) => isDependency(value) || listOf(isDependency)(value),
    ],
  ],
  ["provider", ["a provider", isProvider]],
  ["providers", ["a list of providers", listOf(isProvider)]],
  ["parent", ["a resource or a component", isParent]],
  ["name", text],
  ["version", text],
  ["protect", flag],
  ["ignoreChanges", texts],
  ["replaceOnChanges", texts],
  ["deleteBeforeReplace", flag],
  ["retainOnDelete", flag],
  ["onDestroy", text],
  ["deletedWith", ["a resource", isResource]],
  ["customTimeouts", ["an object of times", (value: unknown) => typeof value === "object"]],
  ["aliases", texts],
  ["import", text],
  ["additionalSecretOutputs", texts],
  ["onDrift", text],
  ["transforms", ["a list of functions", listOf((value) => typeof value === "function")]],
]);

/**
 * Throws where an option is none, or not what it must be: not every program is seen by a type checker before it runs.
 */
export function checkOptions(options: object): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === null) continue;
    const rule = rules.get(name);
    if (rule === undefined)
      throw mistaken(`there is no option "${name}"; there are ${[...rules.keys()].join(", ")}`, name);
    const [words, fits] = rule;
    if (!fits(value)) throw mistaken(`the option "${name}" takes ${words}`, name);
  }
}

function mistaken(message: string, option: string): ProgramError {
  return new ProgramError(message, undefined, option);
}
