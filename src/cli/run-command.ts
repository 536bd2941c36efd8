import { Fault } from "../../packages/base/fault.ts";
import { isReadOnly } from "../../packages/base/read-only.ts";
import { type OptionSpec, type ParsedArguments, parseArguments, type UsageMistake } from "./arguments.ts";
import type { CliContext } from "./cli-context.ts";
import type { CatalogEntry, Command, Invocation } from "./command.ts";
import { commandCatalog } from "./command-catalog.ts";
import { apiClient } from "./connection/api-client.ts";
import { globalOptionSpecs } from "./global-options.ts";
import { groupOf, locateCommand } from "./locate-command.ts";
import { namedCommands } from "./named-commands.ts";
import { isProgram } from "./program/program-file.ts";
import { exitCodes } from "./reports/exit-code.ts";
import { documentOfFault, documentOfMistake } from "./reports/failure-document.ts";
import { fullOption } from "./runs/full-option.ts";
import { readSettings, type Settings } from "./settings.ts";
import type { FindProject } from "./stacks/stack-by-name.ts";
import { redraws, showsColor, terminal } from "./terminal.ts";

const versionOption: OptionSpec = { name: "version", short: "V", summary: "show the version" };

/**
 * Carries out one command line (without the program's name) and gives the exit code: 0 done, 1 a network, disk or
 * platform failed, 2 a mistake in what was given, 3 changes or drift (`--detailed-exitcode`), 4 refused, 130 cancelled.
 * Bugs are thrown.
 */
export async function runCommand(argv: readonly string[], context: CliContext): Promise<number> {
  const group = asksForHelp(argv) ? groupOf(argv, commandCatalog) : undefined;
  if (group !== undefined) return await unlessLost(await showGroup(context, group, argv.includes("--json")), context);
  const located = locateCommand(argv, commandCatalog);
  if (!located.ok) return await unlessLost(await refuse(context, argv, located.error), context);
  const { entry, rest } = located.value;
  if (entry === undefined) return await unlessLost(await runWithoutCommand(argv, context), context);
  const command = await entry.load();
  const read = await readLine(argv, entry, command, rest, context);
  if (read.kind === "answered") return await unlessLost(read.code, context, entry);
  let code: number;
  const { settings } = read.invocation;
  if (entry.changesPastApi === true && settings.server === undefined && isReadOnly(context.environment)) {
    const { refuseReadOnly } = await import("./reports/refuse-read-only.ts");
    return await unlessLost(refuseReadOnly(read.invocation), context, entry);
  }
  try {
    code = await command.run(read.invocation);
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause;
    const { reportFailure } = await import("./reports/report.ts");
    code = reportFailure(read.invocation, documentOfFault(cause));
  }
  return await unlessLost(code, context, entry);
}

/**
 * A command whose output was lost has failed, however well it went. Who reads no further (`| head`) has what it wants,
 * unless the output says what was changed.
 */
async function unlessLost(code: number, context: CliContext, entry?: CatalogEntry): Promise<number> {
  const lost = await context.lostOutput();
  if (lost === null || (lost.isUnread && entry?.changes !== true)) return code;
  context.stderr.write(
    `error: not all output could be written (${lost.why}); the command was carried out all the same\n`,
  );
  return code === exitCodes.done || code === exitCodes.changes ? exitCodes.failed : code;
}

/**
 * What a command line says: what the command is run with, or that it was answered already, by help or with what is
 * wrong with it.
 */
type LineRead =
  | { readonly kind: "read"; readonly invocation: Invocation }
  | { readonly kind: "answered"; readonly code: number };

async function readLine(
  argv: readonly string[],
  entry: CatalogEntry,
  command: Command,
  rest: readonly string[],
  context: CliContext,
): Promise<LineRead> {
  const parsed = parseArguments(rest, [...globalOptionSpecs, ...command.options]);
  if (!parsed.ok) {
    // A line with --help gets help, whatever else is wrong with it.
    if (asksForHelp(rest)) return answered(await showHelp(context, entry.name, undefined));
    const hint = parsed.error.hint ?? `\`plumb ${entry.name} --help\` lists the options.`;
    return answered(await refuse(context, argv, { ...parsed.error, hint }));
  }
  const settings = readSettings(parsed.value, context.environment);
  if (parsed.value.flags.has("help")) return answered(await showHelp(context, entry.name, parsed.value));
  if (!settings.ok) return answered(await refuse(context, argv, settings.error));
  const misplaced = positionalMistake(entry.name, command, parsed.value.positionals);
  if (misplaced !== undefined) return answered(await refuse(context, argv, misplaced));
  if (command.options.some(({ name, writes }) => writes !== undefined && parsed.value.values.has(name))) {
    const { keptPlace } = await import("./declarations/kept-places.ts");
    const kept = await keptPlace(command.options, parsed.value, settings.value, context);
    if (kept !== undefined) return answered(await refuse(context, argv, kept));
  }
  return { kind: "read", invocation: invocationOf(context, settings.value, parsed.value) };
}

function answered(code: number): LineRead {
  return { kind: "answered", code };
}

function invocationOf(context: CliContext, settings: Settings, parsed: ParsedArguments): Invocation {
  const full = parsed.flags.has(fullOption.name);
  const style = { color: settings.color, full, redraws: redraws(context.environment), commands: namedCommands(parsed) };
  const diagnostics = terminal(context.stderr, style);
  let found: ReturnType<FindProject> | undefined;
  const project: FindProject = () => {
    found ??= import("./declarations/project-here.ts").then(({ projectHere }) =>
      projectHere({ settings, context }, api),
    );
    return found;
  };
  const api = apiClient(context, settings.server, project, diagnostics);
  return {
    context,
    catalog: commandCatalog,
    settings,
    arguments: parsed,
    startedAt: context.now(),
    api,
    project,
    withSettings: (others) => invocationOf(context, others, parsed),
    people: settings.json ? diagnostics : terminal(context.stdout, style),
    diagnostics,
  };
}

async function runWithoutCommand(argv: readonly string[], context: CliContext): Promise<number> {
  const parsed = parseArguments(argv, [...globalOptionSpecs, versionOption]);
  if (!parsed.ok) return await refuse(context, argv, parsed.error);
  const [stray] = parsed.value.positionals;
  if (stray !== undefined) return await refuse(context, argv, { detail: `${JSON.stringify(stray)} is not a command.` });
  if (!parsed.value.flags.has("version")) return await showHelp(context, undefined, parsed.value);
  const settings = readSettings(parsed.value, context.environment);
  if (!settings.ok) return await refuse(context, argv, settings.error);
  const { version } = await import("./commands/version.ts");
  return await version.run(invocationOf(context, settings.value, parsed.value));
}

async function showHelp(
  context: CliContext,
  name: string | undefined,
  parsed: ParsedArguments | undefined,
): Promise<number> {
  const { writeHelp } = await import("./commands/help.ts");
  await writeHelp(context, commandCatalog, name, parsed?.flags.has("json") === true);
  return exitCodes.done;
}

/** Shows the commands that begin with a word. */
async function showGroup(context: CliContext, group: string, json: boolean): Promise<number> {
  const { writeGroup } = await import("./commands/help.ts");
  writeGroup(context, commandCatalog, group, json);
  return exitCodes.done;
}

/** Says what is wrong with a command line that could not be read as a whole. */
async function refuse(context: CliContext, argv: readonly string[], mistake: UsageMistake): Promise<number> {
  const { writeMistake } = await import("./reports/report.ts");
  if (argv.includes("--json")) context.stdout.write(`${JSON.stringify(documentOfMistake(mistake))}\n`);
  const color = !argv.includes("--no-color") && showsColor(context.environment);
  writeMistake(terminal(context.stderr, { color }), mistake);
  return exitCodes.mistake;
}

function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return (end < 0 ? argv : argv.slice(0, end)).some((token) => token === "--help" || token === "-h");
}

function positionalMistake(name: string, command: Command, given: readonly string[]): UsageMistake | undefined {
  const specs = command.positionals;
  const missing = specs.filter((spec) => spec.optional !== true).slice(given.length);
  const hint = `\`plumb ${name} --help\` shows an example.`;
  if (missing.length > 0) {
    return { detail: `plumb ${name} needs ${missing.map((spec) => spec.name).join(" and ")}.`, hint };
  }
  if (given.length > specs.length && specs.at(-1)?.rest !== true) {
    const stray = given[specs.length] ?? "";
    const isFile = isProgram(stray) || /\.(ya?ml|json)$/.test(stray);
    const way = isFile ? `The declaration is named by an option: \`-f ${stray}\`.` : hint;
    return { detail: `plumb ${name} does not take ${JSON.stringify(stray)}.`, hint: way };
  }
  return undefined;
}
