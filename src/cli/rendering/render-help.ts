import type { OptionSpec } from "../arguments.ts";
import type { CatalogEntry, Command } from "../command.ts";
import { globalOptionSpecs } from "../global-options.ts";
import { alignColumns, wrap } from "./text.ts";

const width = 96;

/** `plumb get TYPE ID [options]`. */
export function usageLine(name: string, command: Command): string {
  const words = command.positionals.map((spec) => {
    const word = spec.rest === true ? `${spec.name}...` : spec.name;
    return spec.optional === true ? `[${word}]` : word;
  });
  return ["plumb", name, ...words, "[options]"].join(" ");
}

/** One command's help: usage, what it does, examples, options, and the commands that begin with its name. */
export function renderCommandHelp(name: string, command: Command, more: readonly CatalogEntry[]): readonly string[] {
  const examples = alignColumns(command.examples.map(({ line, meaning }) => [line, `# ${meaning}`]));
  return [
    `Usage: ${usageLine(name, command)}`,
    "",
    ...wrap(command.description, width),
    "",
    command.examples.length === 1 ? "Example:" : "Examples:",
    ...examples.map((line) => `  ${line}`),
    ...(command.options.length === 0 ? [] : ["", "Options:", ...optionLines(command.options)]),
    ...(more.length === 0 ? [] : ["", "More commands:", ...commandLines(more)]),
    "",
    "Global options:",
    ...optionLines(globalOptionSpecs),
  ];
}

/** The list of commands. */
export function renderOverview(catalog: readonly CatalogEntry[]): readonly string[] {
  return [
    "plumb keeps cloud and identity resources true to their declaration.",
    "",
    "Usage: plumb COMMAND [options]",
    "",
    "Commands:",
    ...commandLines(catalog),
    "",
    "Global options:",
    ...optionLines(globalOptionSpecs),
    "",
    "Exit codes: 0 done or nothing to do, 1 a network or platform failed, 2 a mistake in what was given,",
    "            3 changes or drift (--detailed-exitcode), 4 refused, 130 cancelled",
    "",
    "`plumb COMMAND --help` shows a command's options and examples.",
  ];
}

/** The commands that begin with one word. */
export function renderGroup(group: string, entries: readonly CatalogEntry[]): readonly string[] {
  return [
    `Usage: plumb ${group} COMMAND [options]`,
    "",
    "Commands:",
    ...commandLines(entries),
    "",
    "Global options:",
    ...optionLines(globalOptionSpecs),
    "",
    `\`plumb ${group} COMMAND --help\` shows a command's options and examples.`,
  ];
}

function commandLines(entries: readonly CatalogEntry[]): readonly string[] {
  return alignColumns(entries.map(({ name, summary }) => [name, summary])).map((line) => `  ${line}`);
}

function optionLines(specs: readonly OptionSpec[]): readonly string[] {
  const rows = specs.map((spec) => {
    const short = spec.short === undefined ? "    " : `-${spec.short}, `;
    return [`${short}--${spec.name}${spec.value === undefined ? "" : ` ${spec.value}`}`, spec.summary];
  });
  return alignColumns(rows).map((line) => `  ${line}`);
}
