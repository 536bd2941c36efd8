import type { Terminal } from "../terminal.ts";
import { clip, textWidth } from "./text.ts";

const frameMs = 100;

/**
 * Lines at the bottom of a terminal that are redrawn in place, at most ten times a second. Lasting lines go
 * above it with `print`; `close` wipes it. `lines` is asked at each frame.
 */
export class LiveRegion {
  readonly #terminal: Terminal;
  readonly #lines: () => readonly string[];
  readonly #timer: NodeJS.Timeout;
  #drawn: readonly string[] = [];

  constructor(terminal: Terminal, lines: () => readonly string[]) {
    this.#terminal = terminal;
    this.#lines = lines;
    this.#timer = setInterval(() => this.draw(), frameMs);
    this.#timer.unref();
  }

  /** Shows the present lines, if they differ from those on the screen. */
  draw(): void {
    // One column stays free: a full line would wrap and break the count of lines to go up.
    const lines = this.#lines().map((line) => clip(line, this.#terminal.width - 1));
    if (lines.length === this.#drawn.length && lines.every((line, index) => line === this.#drawn[index])) return;
    const painted = lines.map((line) => `${this.#terminal.paint("dim", line)}\n`);
    this.#terminal.write(`${this.#wipe()}${painted.join("")}`);
    this.#drawn = lines;
  }

  /** Writes lasting lines above the region. */
  print(lines: readonly string[]): void {
    const wiped = this.#wipe();
    this.#drawn = [];
    this.#terminal.write(`${wiped}${lines.map((line) => `${line}\n`).join("")}`);
  }

  close(): void {
    clearInterval(this.#timer);
    if (this.#drawn.length > 0) this.#terminal.write(this.#wipe());
    this.#drawn = [];
  }

  #wipe(): string {
    // Keys that the terminal echoed (^C) leave the cursor inside the line.
    // A window that was made narrower has broken lines that fitted before.
    const { width } = this.#terminal;
    const rows = this.#drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(textWidth(line) / width)), 0);
    return rows === 0 ? "" : `\r\x1b[${rows}A\x1b[J`;
  }
}
