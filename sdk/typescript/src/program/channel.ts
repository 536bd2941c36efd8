import { readSync, writeSync } from "node:fs";
import type { JsonObject } from "../json.ts";
import { ProgramError } from "../program-error.ts";

/** The first line that `plumb` sends. */
export interface Start {
  readonly protocol: 1;
  readonly stack: string;
  readonly project: string;
  readonly file: string;
  readonly config: Readonly<Record<string, string>>;
}

/** What a program may ask. */
export type Question =
  | { readonly ask: "known" }
  | {
      readonly ask: "lookup";
      readonly function: string;
      readonly arguments: JsonObject;
      readonly provider?: string;
      readonly context: JsonObject;
    }
  | {
      readonly ask: "get";
      readonly type: string;
      readonly of: string;
      readonly state: JsonObject;
      readonly provider?: string;
      readonly context: JsonObject;
    }
  | { readonly ask: "outputs"; readonly stack: string };

export interface Answer {
  readonly id: number;
  readonly result?: JsonObject;
  readonly secrets?: readonly string[];
  readonly error?: { readonly code: string; readonly detail: string };
}

/** Whoever answers a program's questions. */
export interface Answers {
  /** Answers at once; left out by those who can't. */
  readonly ask?: (question: Question) => Answer;
  readonly askSoon: (question: Question) => Promise<Answer>;
  /** Takes the program's last line. */
  readonly end?: (document: object) => void;
}

/**
 * The line to `plumb`. Reading blocks: a declarative program has nothing else to do until it has its answer. Questions
 * put in one turn of the event loop are answered together.
 */
export class Channel implements Answers {
  readonly start: Start;
  readonly #input: number;
  readonly #output: number;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #unread = Buffer.alloc(0);
  #asked = 0;

  constructor(input: number, output: number) {
    this.#input = input;
    this.#output = output;
    this.start = this.#readLine() as Start;
  }

  /** Asks, and blocks until the answer is there. */
  ask(question: Question): Answer {
    let found: Answer | undefined;
    const id = this.#send(question, (answer) => {
      found = answer;
    });
    while (found === undefined) this.#deliver(this.#readLine() as Answer);
    return checked(found, id);
  }

  /** Asks together with all else that is asked in this turn. */
  async askSoon(question: Question): Promise<Answer> {
    const answer = await new Promise<Answer>((resolve) => {
      this.#send(question, resolve);
      setImmediate(() => {
        while (this.#waiting.size > 0) this.#deliver(this.#readLine() as Answer);
      });
    });
    return checked(answer, answer.id);
  }

  /** The last line. */
  end(document: object): void {
    try {
      this.#write(document);
    } catch (error) {
      // The other side has ended.
      if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
    }
  }

  #send(question: Question, take: (answer: Answer) => void): number {
    this.#asked += 1;
    this.#waiting.set(this.#asked, take);
    this.#write({ id: this.#asked, ...question });
    return this.#asked;
  }

  #deliver(answer: Answer): void {
    const take = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    take?.(answer);
  }

  #write(document: object): void {
    const bytes = Buffer.from(`${JSON.stringify(document)}\n`);
    for (let sent = 0; sent < bytes.length; ) sent += unlessBusy(() => writeSync(this.#output, bytes, sent)) ?? 0;
  }

  #readLine(): unknown {
    const pieces = [this.#unread];
    let end = this.#unread.indexOf(10);
    while (end < 0) {
      const piece = Buffer.alloc(65_536);
      const length = unlessBusy(() => readSync(this.#input, piece));
      if (length === undefined) continue;
      if (length === 0) throw new ProgramError("plumb has ended: this program gets no more answers");
      const read = piece.subarray(0, length);
      const found = read.indexOf(10);
      if (found >= 0) end = pieces.reduce((sum, each) => sum + each.length, found);
      pieces.push(read);
    }
    const bytes = Buffer.concat(pieces);
    this.#unread = bytes.subarray(end + 1);
    return JSON.parse(bytes.toString("utf8", 0, end));
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4));

/** A descriptor that can't take or give anything now is tried again a little later: undefined for this time. */
function unlessBusy(work: () => number): number | undefined {
  try {
    return work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    Atomics.wait(pause, 0, 0, 1);
    return undefined;
  }
}

function checked(answer: Answer, id: number): Answer {
  if (answer.error !== undefined) throw new ProgramError(answer.error.detail, answer.error.code);
  if (answer.id !== id) throw new ProgramError("plumb answered another question than was asked");
  return answer;
}

/** The channel that the environment tells of; undefined for a program that `plumb` has not started. */
export function openChannel(environment: Readonly<Record<string, string | undefined>>): Channel | undefined {
  const [input, output] = [environment["PLUMB_PROGRAM_IN"], environment["PLUMB_PROGRAM_OUT"]];
  return input === undefined || output === undefined ? undefined : new Channel(Number(input), Number(output));
}
