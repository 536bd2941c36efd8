import { nearestName } from "../../packages/base/nearest-name.ts";
import { err, ok, type Result } from "../../packages/base/result.ts";
import { optionToken, type UsageMistake } from "./arguments.ts";
import type { CatalogEntry } from "./command.ts";
import { globalOptionSpecs } from "./global-options.ts";
import { hintForCommand } from "./other-tools-hints.ts";

interface LocatedCommand {
  /** Undefined when no command is named. */
  readonly entry: CatalogEntry | undefined;
  /** The command line without the command's words. */
  readonly rest: readonly string[];
}

/** Finds the command's one or two words among the options, wherever they stand. */
export function locateCommand(
  argv: readonly string[],
  catalog: readonly CatalogEntry[],
): Result<LocatedCommand, UsageMistake> {
  const first = nextWord(argv, 0, true);
  if (first === undefined) return ok({ entry: undefined, rest: argv });
  const word = argv[first] ?? "";
  const subcommands = catalog.filter((entry) => entry.name.startsWith(`${word} `));
  const entry = catalog.find((each) => each.name === word);
  if (subcommands.length > 0) {
    const second = nextWord(argv, first + 1, false);
    if (second === undefined)
      return entry === undefined ? err(missingWord(word, subcommands)) : ok(without(argv, entry, first));
    const name = `${word} ${argv[second] ?? ""}`;
    const found = subcommands.find((each) => each.name === name);
    return found === undefined ? err(unknownCommand(name, subcommands)) : ok(without(argv, found, first, second));
  }
  if (entry === undefined) return err(unknownCommand(word, catalog));
  return ok(without(argv, entry, first));
}

function without(argv: readonly string[], entry: CatalogEntry, ...words: readonly number[]): LocatedCommand {
  return { entry, rest: argv.filter((_token, index) => !words.includes(index)) };
}

/**
 * The position of the next token that is no option and no global option's value. An unknown option ends the search
 * unless skipped.
 */
function nextWord(argv: readonly string[], from: number, skipUnknown: boolean): number | undefined {
  for (let index = from; index < argv.length; index += 1) {
    const token = argv[index] ?? "";
    if (token === "--") return undefined;
    const option = optionToken(token, globalOptionSpecs);
    if (option === undefined) return index;
    if (option.spec === undefined && !skipUnknown) return undefined;
    if (option.spec?.value !== undefined && option.attached === undefined) index += 1;
  }
  return undefined;
}

function missingWord(word: string, subcommands: readonly CatalogEntry[]): UsageMistake {
  const names = subcommands.map((entry) => `\`plumb ${entry.name}\``).join(" or ");
  return {
    detail: `The command ${word} needs one more word: ${names}.`,
    hint: `\`plumb ${word} --help\` tells what each does.`,
  };
}

/**
 * The first word of several commands, where a line names no more than that: `plumb role --help`. Undefined where it
 * names a command, or nothing that there is.
 */
export function groupOf(argv: readonly string[], catalog: readonly CatalogEntry[]): string | undefined {
  const first = nextWord(argv, 0, true);
  const word = argv[first ?? argv.length];
  const isGroup = catalog.some((entry) => entry.name.startsWith(`${word} `));
  if (first === undefined || !isGroup || catalog.some((entry) => entry.name === word)) return undefined;
  return nextWord(argv, first + 1, false) === undefined ? word : undefined;
}

/** What to say about a command that does not exist. */
export function unknownCommand(name: string, among: readonly CatalogEntry[]): UsageMistake {
  const near = nearestName(
    name,
    among.map((entry) => entry.name),
  );
  const guess = near === undefined ? "`plumb help` lists the commands." : `Did you mean \`plumb ${near}\`?`;
  const hint = hintForCommand(name) ?? guess;
  return { detail: `There is no command ${JSON.stringify(name)}.`, hint };
}
