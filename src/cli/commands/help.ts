import type { CliContext } from "../cli-context.ts";
import type { CatalogEntry, Command } from "../command.ts";
import { globalOptionSpecs } from "../global-options.ts";
import { groupOf, locateCommand, unknownCommand } from "../locate-command.ts";
import { renderCommandHelp, renderGroup, renderOverview, usageLine } from "../rendering/render-help.ts";
import { exitCodes } from "../reports/exit-code.ts";
import { reportMistake } from "../reports/report.ts";

export const help: Command = {
  positionals: [{ name: "COMMAND", optional: true, rest: true }],
  options: [],
  description: "Lists the commands, or shows one command's options and examples.",
  examples: [
    { line: "plumb help", meaning: "list the commands" },
    { line: "plumb help state list", meaning: "show one command" },
  ],
  run: async (invocation) => {
    const { catalog, settings, context } = invocation;
    const words = invocation.arguments.positionals;
    if (words.length > 0) {
      const group = groupOf(words, catalog);
      if (group !== undefined) {
        writeGroup(context, catalog, group, settings.json);
        return exitCodes.done;
      }
      const located = locateCommand(words, catalog);
      if (!located.ok) return reportMistake(invocation, located.error);
      if (located.value.rest.length > 0) {
        return reportMistake(invocation, unknownCommand(words.join(" "), catalog));
      }
      await writeHelp(context, catalog, located.value.entry?.name, settings.json);
    } else await writeHelp(context, catalog, undefined, settings.json);
    return exitCodes.done;
  },
};

/** Writes which commands begin with a word. */
export function writeGroup(context: CliContext, catalog: readonly CatalogEntry[], group: string, json: boolean): void {
  const entries = behind(group, catalog);
  const document = { commands: named(entries), options: globalOptionSpecs };
  const lines = renderGroup(group, entries);
  context.stdout.write(json ? `${JSON.stringify(document, null, 2)}\n` : `${lines.join("\n")}\n`);
}

/** Writes the help of one command, or the overview. */
export async function writeHelp(
  context: CliContext,
  catalog: readonly CatalogEntry[],
  name: string | undefined,
  json: boolean,
): Promise<void> {
  const entry = catalog.find((each) => each.name === name);
  if (entry === undefined) {
    const document = { commands: named(catalog), options: globalOptionSpecs };
    context.stdout.write(json ? `${JSON.stringify(document, null, 2)}\n` : `${renderOverview(catalog).join("\n")}\n`);
    return;
  }
  const command = await entry.load();
  const { description, options, examples } = command;
  const more = behind(entry.name, catalog);
  const document = {
    ...{ name: entry.name, usage: usageLine(entry.name, command), description, options, examples },
    ...(more.length === 0 ? {} : { commands: named(more) }),
  };
  const lines = renderCommandHelp(entry.name, command, more);
  context.stdout.write(json ? `${JSON.stringify(document, null, 2)}\n` : `${lines.join("\n")}\n`);
}

/** The commands whose names go on behind a word. */
function behind(word: string, catalog: readonly CatalogEntry[]): readonly CatalogEntry[] {
  return catalog.filter(({ name }) => name.startsWith(`${word} `));
}

function named(entries: readonly CatalogEntry[]): readonly Pick<CatalogEntry, "name" | "summary">[] {
  return entries.map(({ name, summary }) => ({ name, summary }));
}
