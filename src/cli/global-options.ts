import { type OptionSpec, optionToken } from "./arguments.ts";
import { milliseconds } from "./duration-option.ts";

/** Options that every command takes. */
export const globalOptionSpecs: readonly OptionSpec[] = [
  {
    name: "file",
    short: "f",
    value: "FILE",
    summary: "the declaration (default plumb.yaml, plumb.ts, plumb.js or plumb.py)",
  },
  {
    name: "stack",
    short: "s",
    value: "STACK",
    names: "stacks",
    summary: "the stack (default dev); PROJECT/STACK for another project's",
  },
  { name: "config", value: "KEY=VALUE", repeatable: true, summary: "a configuration value; repeatable" },
  { name: "env", value: "NAME", repeatable: true, summary: "a variable that a program gets though it may be secret" },
  { name: "provider", value: "NAME", summary: "the provider instance, for get, lookup, import and unmanaged" },
  { name: "parallel", value: "N", summary: "how many steps may run at once" },
  { name: "retry-for", value: "TIME", summary: "how long a platform may put off a step's calls (default 10m)" },
  { name: "dir", value: "DIR", summary: "the state directory (default .plumb)" },
  { name: "server", value: "URL", summary: "use a server, not the embedded application (also PLUMB_SERVER)" },
  { name: "json", summary: "print JSON on stdout; text for people goes to stderr" },
  { name: "no-color", summary: "no colors (also NO_COLOR, or when the output is no terminal)" },
  { name: "help", short: "h", summary: "show help" },
];

interface EarlyOptions {
  readonly dir: string;
  readonly server: string | undefined;
  /** How long a platform may put off the calls that no run makes; undefined where nothing, or nonsense, is said. */
  readonly retryForMs: number | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The server where `--server` names none. */
export function serverOf({ PLUMB_SERVER: named = "" }: Environment): string | undefined {
  return named === "" ? undefined : named;
}

/**
 * The options that the composition root needs before any command is parsed. Never fails; whatever is wrong with the
 * line is reported by `runCommand`.
 */
export function globalOptions(argv: readonly string[], environment: Environment): EarlyOptions {
  let dir = ".plumb";
  let server = serverOf(environment);
  let retryForMs: number | undefined;
  // `complete -- LINE` is about what that line names.
  const line = argv[0] === "complete" && argv[1] === "--" ? argv.slice(2, -1) : argv;
  for (let index = 0; index < line.length; index += 1) {
    const token = line[index] ?? "";
    if (token === "--") break;
    const option = optionToken(token, globalOptionSpecs);
    if (option?.spec?.value === undefined) continue;
    let value = option.attached;
    if (value === undefined) {
      index += 1;
      value = line[index];
    }
    if (value === undefined) break;
    if (option.spec.name === "dir") dir = value;
    if (option.spec.name === "server") server = value;
    if (option.spec.name === "retry-for") retryForMs = milliseconds(value);
  }
  return { dir, server, retryForMs };
}
