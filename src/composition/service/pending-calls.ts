/** A call to a platform that is under way. */
interface PendingCall {
  /** The platform's title. */
  readonly platform: string;
  /** The object that it is about, by its id; of a list the type. */
  readonly about: string;
  /** In milliseconds since the epoch. */
  readonly since: number;
}

/** Lines that are redrawn at the end of what is written. */
interface RedrawnLines {
  print(lines: readonly string[]): void;
  close(): void;
}

/**
 * What a command waits for: the calls to platforms that are under way, the oldest first. While a command redraws lines
 * about them, notices go above those; while a question is asked, there are none.
 */
export class PendingCalls {
  readonly #calls = new Set<PendingCall>();
  readonly #write: (text: string) => void;
  #lines: RedrawnLines | undefined;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  underWay(): readonly PendingCall[] {
    return [...this.#calls];
  }

  /** Makes a call, which is under way until it ends. */
  async during<T>(call: PendingCall, make: () => Promise<T>): Promise<T> {
    this.#calls.add(call);
    try {
      return await make();
    } finally {
      this.#calls.delete(call);
    }
  }

  /** Takes the lines that a command redraws from now on; undefined: none any more. */
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
