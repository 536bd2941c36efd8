import type { OutputStream } from "./cli-context.ts";
import { type Paint, painter } from "./rendering/paint.ts";
import { alignColumns } from "./rendering/text.ts";

/** A stream as renderers see it. */
export interface Terminal {
  readonly paint: Paint;
  /** Characters a line may have. */
  readonly width: number;
  /** Nothing is cut to fit: a file and a pipe are read by programs and later, and `--full` asks for it. */
  readonly whole: boolean;
  /** Whether lines may be redrawn. */
  readonly live: boolean;
  write(text: string): void;
}

/** What renderers of lines need to know of a terminal. */
export type Screen = Pick<Terminal, "paint" | "width" | "whole">;

const widthOfFiles = 120;

/**
 * Wraps a stream; `full` cuts nothing on a terminal either. Without a terminal there are no colors and the width is
 * fixed, so that logs look alike everywhere.
 */
export function terminal(stream: OutputStream, color: boolean, full = false): Terminal {
  return {
    paint: painter(color && stream.isTTY),
    width: stream.isTTY && stream.columns > 0 ? Math.max(40, stream.columns) : widthOfFiles,
    whole: full || !stream.isTTY,
    live: stream.isTTY,
    write: (text) => stream.write(text),
  };
}

/** Writes rows with aligned columns; the last column is cut to fit, unless all is to be shown. */
export function writeTable(target: Terminal, rows: readonly (readonly string[])[]): void {
  writeLines(target, alignColumns(rows, target.whole ? undefined : target.width));
}

/** Writes lines, each ended by a newline. */
export function writeLines(target: Terminal, lines: readonly string[]): void {
  if (lines.length > 0) target.write(`${lines.join("\n")}\n`);
}
