/** A stream of the process, as far as text goes. */
interface TextTarget {
  write(text: string): unknown;
}

/**
 * Gathers what is written within a turn of the event loop, for one write instead of one a line. What goes to several streams
 * keeps its order. `flush` is for whatever does not wait for the turn's end: a question, the end of the process.
 */
export class GatheredOutput {
  #target: TextTarget | null = null;
  #text = "";

  write(target: TextTarget, text: string): void {
    if (this.#target !== target) {
      this.flush();
      setImmediate(() => this.flush());
    }
    this.#target = target;
    this.#text += text;
  }

  flush(): void {
    const [target, text] = [this.#target, this.#text];
    [this.#target, this.#text] = [null, ""];
    target?.write(text);
  }
}
