/** A block of code in a page. */
export interface Block {
  /** What stands behind the fence, as `yaml plumb.yaml`; empty for an indented block. */
  readonly info: string;
  readonly text: string;
  /** The line of the page that its first line of code is, from 1. */
  readonly line: number;
}

/** One command of a `console` block, and what the page says that it prints. */
export interface PageCommand {
  readonly command: string;
  readonly printed: readonly string[];
}

/** All blocks of a page, in order. */
export function blocksOf(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { info: string; from: number } | undefined;
  const lines = markdown.split("\n");
  for (const [at, line] of lines.entries()) {
    if (/^ *```/.test(line)) {
      if (open === undefined) open = { info: line.trim().slice(3), from: at + 1 };
      else {
        blocks.push({ info: open.info, text: lines.slice(open.from, at).join("\n"), line: open.from + 1 });
        open = undefined;
      }
    } else if (open === undefined && /^ {4}\S/.test(line) && lines[at - 1] === "") {
      const end = lines.findIndex((each, index) => index > at && !each.startsWith("    "));
      blocks.push({ info: "", text: lines.slice(at, end < 0 ? undefined : end).join("\n"), line: at + 1 });
    }
  }
  return blocks;
}

/** The file that a block is to be written into: `yaml plumb.yaml` names one. */
export function fileOf({ info }: Block): string | undefined {
  return /^\w+ (\S+)$/.exec(info)?.[1];
}

/** The commands of a `console` block: `$ ` begins one, `> ` goes on with it. */
export function commandsOf({ text }: Block): readonly PageCommand[] {
  const commands: { command: string; printed: string[] }[] = [];
  for (const line of text.split("\n")) {
    const last = commands.at(-1);
    if (line.startsWith("$ ")) commands.push({ command: line.slice(2), printed: [] });
    else if (line.startsWith("> ") && last?.printed.length === 0) last.command += `\n${line.slice(2)}`;
    else if (last === undefined) throw new Error(`no command stands before ${JSON.stringify(line)}`);
    else last.printed.push(line);
  }
  return commands;
}

/** A block whose commands printed what is given. */
export function consoleText(commands: readonly PageCommand[]): string {
  return commands.flatMap(({ command, printed }) => [`$ ${command.replaceAll("\n", "\n> ")}`, ...printed]).join("\n");
}

/** The page with other texts in the place of some of its blocks. */
export function withTexts(markdown: string, texts: ReadonlyMap<Block, string>): string {
  const lines = markdown.split("\n");
  for (const [{ line, text: before }, text] of [...texts].toReversed())
    lines.splice(line - 1, before.split("\n").length, ...text.split("\n"));
  return lines.join("\n");
}
