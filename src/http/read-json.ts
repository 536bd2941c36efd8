import type { Json } from "../../packages/base/json/json.ts";
import { CallRefusal } from "../service/requests/call-refusal.ts";
import { deepestBody } from "../service/requests/json-limits.ts";

/** After so many values others get their turn: a few milliseconds of work. */
const valuesATurn = 5_000;

/** Texts up to so many characters are read at once. */
const oneTurnLength = 32 * 1024;

type Container =
  | { readonly kind: "list"; readonly value: Json[] }
  | { readonly kind: "object"; readonly value: Record<string, Json>; key: string };

/** What may come next. */
type Expected = "value" | "value or end" | "key" | "key or end" | "comma or end";

/**
 * The value of a JSON text, read in turns, so that a long one stops nothing else. A CallRefusal for what is no JSON,
 * for more than `mostValues` values, for nesting without end, numbers that no JSON reader carries alike, and keys that
 * are no plain members.
 */
export async function readJson(text: string, mostValues: number): Promise<Json> {
  const reader = new JsonReader(text, mostValues);
  for (;;) {
    const done = reader.readOn(text.length <= oneTurnLength ? Number.POSITIVE_INFINITY : valuesATurn);
    if (done !== null) return done.value;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const blank = /[ \t\n\r]*/y;
const words: readonly (readonly [string, Json])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];

/** Reads one text from front to back, as far as it is told each time. */
class JsonReader {
  readonly #text: string;
  readonly #mostValues: number;
  readonly #open: Container[] = [];
  #at = 0;
  #values = 0;
  #expected: Expected = "value";
  #done: { readonly value: Json } | null = null;

  constructor(text: string, mostValues: number) {
    this.#text = text;
    this.#mostValues = mostValues;
  }

  /** Reads so many values more; gives the whole when that was the last one. */
  readOn(values: number): { readonly value: Json } | null {
    const until = this.#values + values;
    while (this.#done === null && this.#values < until) this.#step();
    if (this.#done === null) return null;
    this.#skipBlanks();
    if (this.#at < this.#text.length) this.#refuse();
    return this.#done;
  }

  #step(): void {
    this.#skipBlanks();
    const sign = this.#text[this.#at];
    const top = this.#open.at(-1);
    const closes = top !== undefined && sign === (top.kind === "list" ? "]" : "}");
    if (closes && this.#expected.endsWith("end")) {
      this.#at += 1;
      this.#open.pop();
      return this.#settle(top.value);
    }
    if (this.#expected === "comma or end") {
      if (sign !== "," || top === undefined) this.#refuse();
      this.#at += 1;
      this.#expected = top?.kind === "list" ? "value" : "key";
      return;
    }
    if (this.#expected.startsWith("key") && top?.kind === "object") return this.#key(top, sign);
    this.#value(sign);
  }

  #key(top: Extract<Container, { kind: "object" }>, sign: string | undefined): void {
    if (sign !== '"') this.#refuse();
    top.key = this.#string();
    if (top.key === "__proto__") throw new CallRefusal("bad-request", "`__proto__` is no name for a member");
    this.#skipBlanks();
    if (this.#text[this.#at] !== ":") this.#refuse();
    this.#at += 1;
    this.#expected = "value";
  }

  #value(sign: string | undefined): void {
    this.#values += 1;
    if (this.#values > this.#mostValues)
      throw new CallRefusal("bad-request", `the body has more than ${this.#mostValues} values`);
    if (sign === '"') return this.#settle(this.#string());
    if (sign === "[" || sign === "{") return this.#begin(sign);
    const word = words.find(([name]) => this.#text.startsWith(name, this.#at));
    if (word !== undefined) {
      this.#at += word[0].length;
      return this.#settle(word[1]);
    }
    number.lastIndex = this.#at;
    const [digits] = number.exec(this.#text) ?? [];
    if (digits === undefined) this.#refuse();
    this.#at = number.lastIndex;
    const value = Number(digits);
    if (!Number.isFinite(value)) throw new CallRefusal("bad-request", "the body has a number that is too large");
    this.#settle(value);
  }

  #begin(sign: "[" | "{"): void {
    this.#at += 1;
    this.#open.push(sign === "[" ? { kind: "list", value: [] } : { kind: "object", value: {}, key: "" });
    if (this.#open.length > deepestBody)
      throw new CallRefusal("bad-request", `the body nests deeper than ${deepestBody} levels`);
    this.#expected = sign === "[" ? "value or end" : "key or end";
  }

  /** Puts a value where it belongs. */
  #settle(value: Json): void {
    const top = this.#open.at(-1);
    this.#expected = "comma or end";
    if (top === undefined) this.#done = { value };
    else if (top.kind === "list") top.value.push(value);
    else top.value[top.key] = value;
  }

  #string(): string {
    const begin = this.#at;
    for (let end = begin; ; ) {
      end = this.#text.indexOf('"', end + 1);
      if (end < 0) this.#refuse();
      let slashes = 0;
      while (this.#text[end - 1 - slashes] === "\\") slashes += 1;
      if (slashes % 2 === 1) continue;
      this.#at = end + 1;
      try {
        return JSON.parse(this.#text.slice(begin, end + 1)) as string;
      } catch {
        this.#at = begin;
        this.#refuse();
      }
    }
  }

  #skipBlanks(): void {
    blank.lastIndex = this.#at;
    blank.test(this.#text);
    this.#at = blank.lastIndex;
  }

  #refuse(): never {
    const { length } = this.#text;
    if (length === 0) throw new CallRefusal("bad-request", "the body is empty; it must be JSON");
    throw new CallRefusal("bad-request", `the body is not JSON at position ${this.#at}`);
  }
}
