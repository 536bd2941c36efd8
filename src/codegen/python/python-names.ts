import { snakeCase } from "../../../packages/base/snake-case.ts";

/** Words that Python keeps to itself, and names that every generated class or function has already. */
const taken: ReadonlySet<string> = new Set([
  ...["False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del"],
  ...["elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal"],
  ...["not", "or", "pass", "raise", "return", "try", "while", "with", "yield"],
  ...["self", "cls", "args", "opts", "resource_name", "get"],
  ...["apply", "all", "concat", "format", "from_input", "required", "secret"],
]);

/**
 * The Python name of every field: in snake case, with underscores behind it where Python or an earlier field has that
 * name already, so that each name leads back to one field.
 */
export function pythonNames(fields: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const used = new Set<string>();
  for (const field of fields) {
    let name = snakeCase(field);
    while (taken.has(name) || used.has(name)) name += "_";
    used.add(name);
    names.set(field, name);
  }
  return names;
}

/** The Python name of a function, namespace or file. */
export function pythonWord(name: string): string {
  const word = snakeCase(name).replace(/[^a-z0-9]+/g, "_");
  return taken.has(word) ? `${word}_` : word;
}
