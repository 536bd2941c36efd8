import { basename, dirname, join } from "node:path";
import { meansOurs, packageNames, sdkInstallation } from "../../../packages/base/package-names.ts";
import type { CliContext } from "../cli-context.ts";

/** What is told of a program that failed. */
interface ProgramFailure {
  readonly detail: string;
  readonly hint?: string;
}

/**
 * What an error of Node or Python means, and a way out, where it is one that many meet; else the error in its own
 * words. `file` is where it was thrown, undefined where that is not known.
 */
export async function explainedFailure(
  type: string,
  message: string,
  file: string | undefined,
  files: Pick<CliContext["files"], "exists">,
): Promise<ProgramFailure> {
  const detail = type === "ProgramError" || message === "" ? message || type : `${type}: ${message}`;
  const [, syntax] = /^TypeScript (.+?)s? (?:is|are) not supported in strip-only mode/.exec(message) ?? [];
  if (syntax !== undefined)
    return {
      detail: `Node runs TypeScript without its types, and can't run ${withArticle(syntax)}`,
      ...wayAround(syntax),
    };
  const [, module, name] =
    /^The requested module '([^']+)' does not provide an export named '([^']+)'/.exec(message) ?? [];
  if (module !== undefined)
    return {
      detail: `\`${module}\` exports no value \`${name}\`, which it imports`,
      hint: `if \`${name}\` is a type, import it as one: \`import type { ${name} } from "${module}"\``,
    };
  if (type === "SyntaxError" && file?.endsWith(".py") !== true)
    return { detail: `the program can't be parsed: ${message}` };
  const [, wanted] = /^Cannot find (?:module|package) '([^']+)'/.exec(message) ?? [];
  if (wanted !== undefined) return await missingModule(wanted, file, files);
  const [, missing] = /^No module named '([\w.]+)'/.exec(message) ?? [];
  if (missing === undefined) return { detail };
  if (meansOurs(missing)) return { detail, hint: ownPackage(missing, packageNames.pythonModule, "python") };
  const hint =
    `\`pip install ${missing}\` installs it, if it is a package of that name, for the interpreter that ran the ` +
    "program: `.venv` beside it, or PLUMB_PYTHON";
  return { detail, hint };
}

/** Node names a module by its path where it has one, and a package by its name. */
async function missingModule(
  wanted: string,
  file: string | undefined,
  files: Pick<CliContext["files"], "exists">,
): Promise<ProgramFailure> {
  const isPath = /^(?:\/|[A-Za-z]:\\)/.test(wanted);
  const what = isPath ? `file \`${basename(wanted)}\`` : `package \`${wanted}\``;
  const detail = `there is no ${what}, which it imports`;
  if (meansOurs(wanted)) return { detail, hint: ownPackage(wanted, packageNames.typescript, "typescript") };
  if (!isPath) return { detail, hint: `\`npm install ${wanted}\` in the folder of the program installs it` };
  const source = join(dirname(wanted), basename(wanted).replace(/js$/, "ts"));
  const isBeside = dirname(wanted) === dirname(file ?? "");
  if (source === wanted || !(await files.exists(source))) return { detail };
  return { detail, hint: `import it by the name that it has: \`${isBeside ? "./" : ""}${basename(source)}\`` };
}

/** Names like ours are strangers' in the registries: no hint tells to fetch one. */
function ownPackage(asked: string, name: string, language: keyof typeof sdkInstallation): string {
  if (asked === name) return sdkInstallation[language];
  if (asked.startsWith(name)) return "`plumb sdk generate` writes the package, and its README says how to install it";
  return `the SDK is imported as \`${name}\`. ${sdkInstallation[language]}`;
}

function withArticle(syntax: string): string {
  return /^[aeiou]/.test(syntax) ? `an ${syntax}` : `a ${syntax}`;
}

function wayAround(syntax: string): { readonly hint?: string } {
  if (syntax === "enum") return { hint: "write an object instead: `const Size = { Small: 0, Large: 1 } as const`" };
  if (syntax.startsWith("parameter propert")) return { hint: "declare the property, and assign it in the constructor" };
  if (/namespace|module/.test(syntax)) return { hint: "write an object, or a module of its own" };
  return {};
}
