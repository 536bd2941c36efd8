// TypeScript as people write it for a compiler, where Node alone would refuse it (decision 0110).
import { existsSync, readFileSync } from "node:fs";
import { type LoadHookSync, type ResolveHookSync, registerHooks, stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";
import { compileFunction } from "node:vm";

/**
 * From now on modules of the program are found by the names that a compiler takes, `./x.js` and `./x` for `x.ts`;
 * enums, parameter properties and namespaces run; and a file with `import` and `export` is a module whatever its
 * package.json says. What Node runs by itself, and what lies in node_modules, is left to Node.
 */
export function runTypescriptAsWritten(): void {
  registerHooks({ resolve, load });
}

const resolve: ResolveHookSync = (specifier, context, next) => {
  try {
    return next(specifier, context);
  } catch (error) {
    const { parentURL } = context;
    if (!/^\.{1,2}\//.test(specifier) || parentURL?.startsWith("file:") !== true) throw error;
    const meant = sourcesMeant(specifier).find((each) => existsSync(new URL(each, parentURL)));
    if (meant === undefined) throw error;
    return next(meant, context);
  }
};

/** The files that a compiler would take for a name. */
function sourcesMeant(specifier: string): readonly string[] {
  const script = /\.([cm]?)js$/.exec(specifier);
  if (script !== null) return [`${specifier.slice(0, script.index)}.${script[1]}ts`];
  return [`${specifier}.ts`, `${specifier}/index.ts`];
}

const load: LoadHookSync = (url, context, next) => {
  const [, kind, language] = /^file:.*\.([cm]?)([jt])s$/.exec(url) ?? [];
  if (kind === undefined || url.includes("/node_modules/")) return next(url, context);
  const source = readFileSync(fileURLToPath(url), "utf8");
  if (language === "j") {
    const isMeant = kind === "" && context.format === "commonjs" && isModuleText(source);
    return next(url, isMeant ? { ...context, format: "module" } : context);
  }
  const mayBeForced = context.format === "commonjs-typescript" && moduleWord.test(source);
  const code = mayNeedCode.test(source) || mayBeForced ? codeOf(source, url) : undefined;
  if (code === undefined) return next(url, context);
  // What exports types alone has no such statement left.
  const isOfTypes = moduleWord.test(source) && !moduleWord.test(code);
  const isMeant = context.format === "module-typescript" || isOfTypes || isModuleText(code);
  const isModule = kind === "m" || (kind === "" && isMeant);
  return { format: isModule ? "module" : "commonjs", source: code, shortCircuit: true };
};

/** What may be a statement that only a module has. `import x = require(...)` and `export = x` are CommonJS's. */
const moduleWord = /^[ \t]*(?:import\b(?!\s*\(|\s+(?:type\s+)?\w+\s*=)|export\b(?!\s*=))/m;
/** Whether a script has statements that only a module has; such words stand inside of texts and comments, too. */
function isModuleText(script: string): boolean {
  if (!moduleWord.test(script)) return false;
  try {
    // Parsed as Node parses CommonJS, and not run.
    compileFunction(script, ["exports", "require", "module", "__filename", "__dirname"]);
    return false;
  } catch {
    return true;
  }
}

/** Words of what is no mere type: where none of them is, taking the types out is enough. */
const mayNeedCode = /\b(?:enum|namespace|module|constructor)\b|\bimport\s+\w+\s*=|^[ \t]*export\s*=/m;

/** The script; undefined for what is no TypeScript, of which Node tells best. */
function codeOf(source: string, url: string): string | undefined {
  try {
    return stripTypeScriptTypes(source);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX") return undefined;
  }
  try {
    // Lines move: errors and places are told by the source map.
    process.setSourceMapsEnabled(true);
    return stripTypeScriptTypes(source, { mode: "transform", sourceMap: true, sourceUrl: url });
  } catch {
    return undefined;
  }
}
