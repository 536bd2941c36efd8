import { lookAlikes } from "../../../packages/base/text/look-alikes.ts";

/**
 * Names of namespaces in expressions, and words that the expression language keeps to itself (CEL, section "Syntax").
 */
export const reservedWords: ReadonlySet<string> = new Set([
  ...["config", "lookups", "resources"],
  ...["true", "false", "null", "in", "as", "break", "const", "continue", "else", "for", "function", "if", "import"],
  ...["let", "loop", "package", "namespace", "return", "var", "void", "while"],
]);

/** What a name looks like. */
export const namePattern = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** How many characters a name has at most, as the documents of the API have it. */
export const longestName = 256;

/** So much of a name that is too long is repeated in what is said of it. */
const toldCharacters = 40;

/** Why a name can't be that of a config value, provider or output; undefined when it can. */
export function keyFault(name: string): string | undefined {
  if (name.length > longestName)
    return `"${name.slice(0, toldCharacters)}..." has ${name.length} characters, and a name has at most ${longestName}`;
  if (name === "__proto__") return `"${name}" is a word that programs keep to themselves`;
  if (namePattern.test(name)) return undefined;
  const alike = lookAlikes(name);
  return (
    `"${name}" must start with a letter or underscore and hold letters, digits, underscores and hyphens only` +
    (alike === undefined ? "" : `; ${alike}`)
  );
}

/** Why a name can't be that of a resource or look-up; undefined when it can. */
export function logicalNameFault(name: string): string | undefined {
  return reservedWords.has(name) ? `"${name}" is a reserved word in expressions` : keyFault(name);
}
