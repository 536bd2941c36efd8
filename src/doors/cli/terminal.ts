import type { OutputStream } from "./cli-world.ts";
import { type Paint, painter } from "./rendering/paint.ts";
import { alignColumns } from "./rendering/text.ts";

/** A stream as renderers see it. */
export interface Terminal {
  readonly paint: Paint;
  /** Characters a line may have. */
  readonly width: number;
  /** Whether lines may be redrawn. */
  readonly live: boolean;
  write(text: string): void;
}

const widthOfFiles = 120;

/** Wraps a stream; without a terminal there are no colors and the width is fixed, so that logs look alike everywhere. */
export function terminal(stream: OutputStream, color: boolean): Terminal {
  return {
    paint: painter(color && stream.isTTY),
    width: stream.isTTY && stream.columns > 0 ? Math.max(40, stream.columns) : widthOfFiles,
    live: stream.isTTY,
    write: (text) => stream.write(text),
  };
}

/** Writes rows with aligned columns; on a terminal the last column is cut to fit, in files nothing is. */
export function writeTable(target: Terminal, rows: readonly (readonly string[])[]): void {
  writeLines(target, alignColumns(rows, target.live ? target.width : undefined));
}

/** Writes lines, each ended by a newline. */
export function writeLines(target: Terminal, lines: readonly string[]): void {
  if (lines.length > 0) target.write(`${lines.join("\n")}\n`);
}
