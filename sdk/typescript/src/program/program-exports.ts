import { isOutput } from "../outputs/output.ts";
import { ProgramError } from "../program-error.ts";

type Members = Readonly<Record<string, unknown>>;

/**
 * What a program's module exports, its default carried out: a function is called and awaited, a promise awaited, and an
 * object, or what these give, has outputs like named exports. Functions that nothing called, and nothing could have,
 * are refused: what they declare would be missing.
 */
export async function carryOut(module: object): Promise<Members> {
  const { default: exported, ...named } = module as Members;
  // A CommonJS module's default is its exports, whose own default may be written by a compiler.
  const main = isPlain(exported) && exported["default"] !== undefined ? exported["default"] : exported;
  if (isFunction(main) && main.length > 0)
    throw new ProgramError(
      "the function that the program exports as its `default` waits for an argument: it is called without one",
    );
  const given: unknown = await (isFunction(main) ? main() : main);
  const members: Members = isPlain(exported) && !isPlain(given) ? exported : isPlain(given) ? given : {};
  const uncalled = [...new Set([...callable(named), ...callable(isFunction(main) ? {} : members)])];
  if (uncalled.length > 0) {
    const names = uncalled.map((name) => `\`${name}\``).join(", ");
    throw new ProgramError(
      `the program exports ${names}, which nothing calls, so what it declares would be missing: ` +
        "call it, or export it as default",
    );
  }
  return { ...outputsOf(members), ...outputsOf(named) };
}

/** Names of functions that could be called as they are: those that take something are code for other modules. */
function callable(members: Members): readonly string[] {
  return Object.entries(members).flatMap(([name, value]) =>
    name !== "default" && name !== "module.exports" && isFunction(value) && value.length === 0 ? [name] : [],
  );
}

function isFunction(value: unknown): value is (...none: never[]) => unknown {
  return typeof value === "function" && !/^class\b/.test(Function.prototype.toString.call(value));
}

/** Exports but for code: classes and functions. */
function outputsOf(members: Members): Members {
  const said = Object.entries(members).filter(
    ([name, value]) => name !== "default" && name !== "module.exports" && typeof value !== "function",
  );
  return Object.fromEntries(said.filter(([, value]) => isOutput(value) || isData(value)));
}

/** Resources, components and the like may be exported for other modules: they are no outputs. */
function isData(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value !== undefined;
  if (Array.isArray(value)) return value.every((item) => isOutput(item) || isData(item));
  return isPlain(value) && Object.values(value).every((item) => isOutput(item) || isData(item) || item === undefined);
}

function isPlain(value: unknown): value is Members {
  if (typeof value !== "object" || value === null || Array.isArray(value) || isOutput(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
