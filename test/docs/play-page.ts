import { type Block, blocksOf, commandsOf, consoleText, fileOf, type PageCommand, withTexts } from "./page-blocks.ts";
import { PageWorld } from "./page-world.ts";

/** Ids of runs, plans and steps as they are shown: made anew in each run. */
const ids = /\b[0-9a-f]{12}(?:[0-9a-f]{20}|[0-9a-f]{52})?\b/g;

/** True for a block that a test plays: a file, or commands. */
export function isPlayed(block: Block): boolean {
  return block.info === "console" || fileOf(block) !== undefined;
}

/**
 * Plays the blocks of a page in order: files are written, commands are run in one shell. Gives the page with what was
 * really printed in the place of what differs from it in more than ids, times and blanks. A command has to end with 0.
 * Ids that the page shows stand for those that were printed in their places, in later commands too.
 */
export async function playPage(markdown: string): Promise<string> {
  const world = await PageWorld.open();
  const really = new Map<string, string>();
  const texts = new Map<Block, string>();
  try {
    for (const block of blocksOf(markdown).filter(isPlayed)) {
      const file = fileOf(block);
      if (file !== undefined) {
        world.write(file, block.text);
        continue;
      }
      const played: PageCommand[] = [];
      for (const each of commandsOf(block)) played.push(await playCommand(each, world, really));
      texts.set(block, consoleText(played));
    }
  } finally {
    await world.close();
  }
  return withTexts(markdown, texts);
}

async function playCommand(
  { command, printed }: PageCommand,
  world: PageWorld,
  really: Map<string, string>,
): Promise<PageCommand> {
  const { printed: text, code } = await world.run(command.replace(ids, (id) => really.get(id) ?? id));
  if (code !== 0) throw new Error(`\`${command}\` ended with ${code}:\n${text}`);
  const shown = text === "" ? [] : text.split("\n");
  const isAsSaid = fits(printed, shown);
  if (isAsSaid && !printed.includes("...")) {
    const said = printed.join("\n").match(ids) ?? [];
    for (const [at, id] of (text.match(ids) ?? []).entries()) really.set(said[at] ?? id, id);
  }
  return { command, printed: isAsSaid ? printed : shown };
}

/** Whether the lines are those that a page shows, in which `...` alone stands for any number of lines. */
function fits(said: readonly string[], shown: readonly string[]): boolean {
  const [first, ...rest] = said;
  if (first === undefined) return shown.length === 0;
  if (first === "...") return shown.some((_, at) => fits(rest, shown.slice(at))) || fits(rest, []);
  return shown[0] !== undefined && plain(first) === plain(shown[0]) && fits(rest, shown.slice(1));
}

/** A line without what differs from run to run. */
function plain(line: string): string {
  return line
    .replace(ids, "ID")
    .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+(Z| [+-]\d\d:\d\d)/g, "MOMENT")
    .replace(/\b\d+(\.\d+)? (ms|s)\b/g, "TIME")
    .replace(/\b\d{21}\b/g, "NUMBER")
    .replace(/\boperation-\d+-/g, "operation-")
    .replace(/\b\d+ bytes\b/g, "SIZE")
    .replace(/[-─]{3,}/g, "---")
    .replace(/ +/g, " ")
    .trimEnd();
}
