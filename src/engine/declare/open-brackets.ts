/** A quote or a bracket, where it stands. */
interface Open {
  readonly kind: "quote" | "bracket";
  readonly start: number;
}

/**
 * The innermost quote or bracket that is open at a place of a text, as far as that can be told without parsing it:
 * quotes and brackets count where a value or a key begins, comments and texts of several lines don't.
 */
export function openAt(text: string, end: number): Open | undefined {
  const reader = new Reader(text, end);
  while (reader.at < end) {
    const open = reader.step();
    if (open !== undefined) return open;
  }
  return reader.innermost;
}

class Reader {
  at = 0;
  readonly #text: string;
  readonly #end: number;
  readonly #brackets: number[] = [];

  constructor(text: string, end: number) {
    this.#text = text;
    this.#end = end;
  }

  get innermost(): Open | undefined {
    const start = this.#brackets.at(-1);
    return start === undefined ? undefined : { kind: "bracket", start };
  }

  /** One token further; a quote that is not closed before the end. */
  step(): Open | undefined {
    const character = this.#text[this.at] ?? "";
    if (character === "#" && this.#follows(/[\s]/)) this.at = this.#lineEnd();
    else if ((character === '"' || character === "'") && this.#beginsValue()) return this.#quoted(character);
    else if ((character === "[" || character === "{") && this.#beginsValue()) this.#brackets.push(this.at);
    else if ((character === "]" || character === "}") && this.#brackets.length > 0) this.#brackets.pop();
    else if ((character === "|" || character === ">") && this.#brackets.length === 0 && this.#beginsValue())
      return this.#skipBlock();
    this.at += 1;
    return undefined;
  }

  #quoted(quote: string): Open | undefined {
    const start = this.at;
    for (let at = start + 1; at < this.#end; at += 1) {
      if (quote === '"' && this.#text[at] === "\\") at += 1;
      else if (quote === "'" && this.#text.startsWith("''", at)) at += 1;
      else if (this.#text[at] === quote) {
        this.at = at + 1;
        return undefined;
      }
    }
    return { kind: "quote", start };
  }

  /** A text of several lines ends before the first line that is not indented deeper. */
  #skipBlock(): undefined {
    const lineStart = this.#text.lastIndexOf("\n", this.at) + 1;
    const indent = /^ */.exec(this.#text.slice(lineStart))?.[0].length ?? 0;
    this.at = this.#lineEnd() + 1;
    while (this.at < this.#end) {
      const line = this.#text.slice(this.at, this.#lineEnd());
      if (line.trim() !== "" && (/^ */.exec(line)?.[0].length ?? 0) <= indent) return;
      this.at = this.#lineEnd() + 1;
    }
  }

  #lineEnd(): number {
    const end = this.#text.indexOf("\n", this.at);
    return end < 0 ? this.#text.length : end;
  }

  #follows(pattern: RegExp): boolean {
    return this.at === 0 || pattern.test(this.#text[this.at - 1] ?? "");
  }

  /** Whether nothing of a plain text stands before it on its line. Looks no farther back than it must. */
  #beginsValue(): boolean {
    if (this.#brackets.length > 0) return this.#follows(/[\s,:[{]/);
    const before = this.#withoutBlanks(this.at);
    if (this.#isDue(before)) return true;
    if (before === this.at) return false;
    let word = before;
    while (word > 0 && /\S/.test(this.#text[word - 1] ?? "")) word -= 1;
    const isAnchorOrTag = /[&!]/.test(this.#text[word] ?? "");
    return isAnchorOrTag && this.#isDue(this.#withoutBlanks(word));
  }

  /** Where what stands before a place on its line ends. */
  #withoutBlanks(place: number): number {
    let end = place;
    while (end > 0 && /[^\S\n]/.test(this.#text[end - 1] ?? "")) end -= 1;
    return end;
  }

  /** Whether a line, a key or a dash ends before a place, so that a value or a key may begin. */
  #isDue(place: number): boolean {
    return place === 0 || /[\n:?-]/.test(this.#text[place - 1] ?? "");
  }
}
