import { version } from "../packages/base/version.ts";
import type { OptionSpec } from "../src/cli/arguments.ts";
import type { CatalogEntry, Command } from "../src/cli/command.ts";
import { globalOptionSpecs } from "../src/cli/global-options.ts";
import { defaultFiles } from "../src/cli/program/program-file.ts";
import { usageLine } from "../src/cli/rendering/render-help.ts";

const exitStatus: Readonly<Record<string, string>> = {
  "0": "done, or nothing to do",
  "1": "a network, a disk or a platform failed, or output could not be written",
  "2": "something that was given is wrong",
  "3": "changes or drift were found, where --detailed-exitcode asks for them",
  "4": "refused",
  "130": "cancelled",
};

const files: Readonly<Record<string, string>> = {
  [defaultFiles.join(", ")]: "the declaration; the first that is there is taken",
  "plumb.STACK.yaml": "config values of a stack",
  ".plumb": "the state directory, beside the declaration",
  "~/.config/plumb": "logins, and where credentials may go ($XDG_CONFIG_HOME)",
  "~/.cache/plumb": "compiled code ($XDG_CACHE_HOME)",
};

/** The manual page of `plumb` in the language of man(7), made of what `--help` says. */
export async function manPage(catalog: readonly CatalogEntry[]): Promise<string> {
  const commands = await Promise.all(catalog.map(async (entry) => commandPart(entry.name, await entry.load())));
  return [
    '.\\" Generated from the commands by `npm run generate`.',
    `.TH PLUMB 1 "" "plumb ${version}" "Plumbline"`,
    ".SH NAME",
    plain("plumb - keeps cloud and identity resources true to their declaration"),
    ".SH SYNOPSIS",
    plain("plumb COMMAND [options]"),
    ".SH DESCRIPTION",
    plain(
      "You declare what you want. plumb plans the changes and says why each is needed, applies them, goes on after",
    ),
    plain("a crash at any point, and reports drift from then on."),
    ".SH COMMANDS",
    ...commands.flat(),
    ".SH GLOBAL OPTIONS",
    ...globalOptionSpecs.flatMap(optionPart),
    ".SH EXIT STATUS",
    ...listed(exitStatus),
    ".SH FILES",
    ...listed(files),
    ".SH SEE ALSO",
    plain("`plumb explain` explains a problem, a type or a field."),
    "",
  ].join("\n");
}

function commandPart(name: string, command: Command): readonly string[] {
  return [
    `.SS "${plain(usageLine(name, command))}"`,
    plain(command.description),
    ...command.options.flatMap(optionPart),
    ".PP",
    ...command.examples.flatMap(({ line, meaning }) => [".TP", plain(line), plain(meaning)]),
  ];
}

function optionPart({ name, short, value, summary }: OptionSpec): readonly string[] {
  const said = `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`;
  return [".TP", plain(said), plain(summary)];
}

function listed(meanings: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(meanings).flatMap(([name, meaning]) => [".TP", plain(name), plain(meaning)]);
}

/** A text in which nothing is an instruction of roff: no backslash, no hyphen, no dot or quote that begins a line. */
function plain(text: string): string {
  const escaped = text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll('"', "\\(dq");
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}
