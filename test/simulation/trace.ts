/** What happened, as a running digest; the lines themselves are kept on demand only. */
export class Trace {
  readonly lines: string[] = [];
  readonly #keeps: boolean;
  #low = 0x811c9dc5;
  #high = 0xcbf29ce4;

  constructor(keeps: boolean) {
    this.#keeps = keeps;
  }

  /** Two FNV-1a hashes side by side: enough to tell two histories apart. */
  get digest(): string {
    const hex = (value: number) => (value >>> 0).toString(16).padStart(8, "0");
    return hex(this.#low) + hex(this.#high);
  }

  note(line: string): void {
    let [low, high] = [this.#low, this.#high];
    for (let index = 0; index < line.length; index += 1) {
      const code = line.charCodeAt(index);
      low = Math.imul(low ^ code, 0x01000193);
      high = Math.imul(high ^ (code + index), 0x01000193);
    }
    this.#low = low;
    this.#high = high;
    if (this.#keeps) this.lines.push(line);
  }
}
