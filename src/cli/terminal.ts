import type { OutputStream } from "./cli-context.ts";
import { type Paint, painter } from "./rendering/paint.ts";
import { alignColumns } from "./rendering/text.ts";

/** A stream as renderers see it. */
export interface Terminal {
  readonly paint: Paint;
  /** Characters a line may have. */
  readonly width: number;
  /** Lines that a window shows; as many as one likes where it is none. */
  readonly height: number;
  /** Nothing is cut to fit: a file and a pipe are read by programs and later, and `--full` asks for it. */
  readonly whole: boolean;
  /** Whether lines may be redrawn. */
  readonly live: boolean;
  /** A text of ours with the commands in it as they are to be typed; as it is where this is left out. */
  readonly commands?: ((text: string) => string) | undefined;
  write(text: string): void;
}

/** What renderers of lines need to know of a terminal. */
export type Screen = Pick<Terminal, "paint" | "width" | "whole" | "commands"> & {
  /** Called for each value of which a part is folded. */
  readonly onFold?: () => void;
};

const widthOfFiles = 120;

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether colors are shown on a terminal: a non-empty NO_COLOR turns them off, and a dumb terminal has none. */
export function showsColor(environment: Environment): boolean {
  return (environment["NO_COLOR"] ?? "") === "" && environment["TERM"] !== "dumb";
}

/** Whether lines may be redrawn on a terminal: a dumb one can't, and CI keeps all that was ever drawn. */
export function redraws(environment: Environment): boolean {
  return environment["TERM"] !== "dumb" && (environment["CI"] ?? "") === "";
}

export interface TerminalStyle {
  readonly color: boolean;
  /** Cuts nothing on a terminal either. */
  readonly full?: boolean;
  readonly redraws?: boolean;
  readonly commands?: (text: string) => string;
}

/**
 * Wraps a stream. Without a terminal there are no colors and the width is fixed, so that logs look alike everywhere.
 */
export function terminal(stream: OutputStream, style: TerminalStyle): Terminal {
  return {
    paint: painter(style.color && stream.isTTY),
    get width() {
      return stream.isTTY && stream.columns > 0 ? Math.max(40, stream.columns) : widthOfFiles;
    },
    get height() {
      const { rows = 0 } = stream;
      return stream.isTTY && rows > 0 ? rows : Number.POSITIVE_INFINITY;
    },
    whole: style.full === true || !stream.isTTY,
    live: stream.isTTY && style.redraws !== false,
    commands: style.commands,
    write: (text) => stream.write(text),
  };
}

/** A text of ours as it is to be shown: with the commands in it as they are to be typed. */
export function withCommands({ commands }: Pick<Terminal, "commands">, text: string): string {
  return commands === undefined ? text : commands(text);
}

/** Writes rows with aligned columns under a heading; the last column is cut to fit, unless all is to be shown. */
export function writeTable(target: Terminal, rows: readonly (readonly string[])[]): void {
  const lines = alignColumns(rows, target.whole ? undefined : target.width);
  const [heading = []] = rows;
  // What stands on lines of its own has its title beside the others all the same.
  const narrow = [...heading.slice(0, -2), heading.slice(-2).join("  "), ""];
  writeLines(target, lines.length > rows.length ? alignColumns(rows.with(0, narrow), target.width) : lines);
}

/** Writes lines, each ended by a newline. */
export function writeLines(target: Terminal, lines: readonly string[]): void {
  if (lines.length > 0) target.write(`${lines.join("\n")}\n`);
}
