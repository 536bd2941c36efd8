import type { PlatformCall, PlatformCalls, RedrawnLines } from "../../cli/cli-context.ts";

/**
 * What a command waits for: the calls to platforms that are under way, the oldest first. While a command redraws lines
 * about them, notices go above those; while a question is asked, there are none.
 */
export class PendingCalls implements PlatformCalls {
  readonly #calls = new Set<PlatformCall>();
  readonly #write: (text: string) => void;
  #lines: RedrawnLines | undefined;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  underWay(): readonly PlatformCall[] {
    return [...this.#calls];
  }

  /** Makes a call, which is under way until it ends. */
  async during<T>(call: PlatformCall, make: () => Promise<T>): Promise<T> {
    this.#calls.add(call);
    try {
      return await make();
    } finally {
      this.#calls.delete(call);
    }
  }

  redraws(lines: RedrawnLines | undefined): void {
    this.#lines = lines;
  }

  /** Writes a line that lasts. */
  say(line: string): void {
    if (this.#lines === undefined) this.#write(`${line}\n`);
    else this.#lines.print([line]);
  }

  /** Wipes what is redrawn, for good: a question comes next. */
  makeRoom(): void {
    this.#lines?.close();
    this.#lines = undefined;
  }
}
