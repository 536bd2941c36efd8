import { isJsonObject, type Json, type JsonObject } from "../../base/json/json.ts";
import { err, ok, type Result } from "../../base/result.ts";
import { jsonName } from "../../vendor-wire/google/global-parameters.ts";

/** Whether a list shows a message. */
export type ListFilter = (message: JsonObject) => boolean;

const maxTokens = 200;

/**
 * Reads a `filter` in the form of AIP-160: restrictions `field op value` with the operators `= != < <= > >= :`, joined
 * by AND, OR (which binds tighter), NOT and parentheses. An empty filter shows everything. The error says what can't be
 * read.
 */
export function readFilter(text: string): Result<ListFilter, string> {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|<=|>=|!=|[=<>:()]|[^\s=<>:!()"']+|\S/g) ?? [];
  if (tokens.length === 0) return ok(() => true);
  if (tokens.length > maxTokens) return err("the filter is too long");
  const reader = new FilterReader(tokens);
  try {
    const filter = reader.expression();
    return reader.done() ? ok(filter) : err(`the filter can't be read from ${reader.rest()} on`);
  } catch (thrown) {
    if (thrown instanceof UnreadableFilter) return err(thrown.message);
    throw thrown;
  }
}

class UnreadableFilter extends Error {}

/** Goes over the tokens of one filter. */
class FilterReader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  done(): boolean {
    return this.#at === this.#tokens.length;
  }

  rest(): string {
    return this.#tokens[this.#at] ?? "its end";
  }

  expression(): ListFilter {
    const factors = [this.#factor()];
    while (!this.done() && this.rest() !== ")") {
      this.#take("AND");
      factors.push(this.#factor());
    }
    return (message) => factors.every((factor) => factor(message));
  }

  #factor(): ListFilter {
    const terms = [this.#term()];
    while (this.#take("OR")) terms.push(this.#term());
    return (message) => terms.some((term) => term(message));
  }

  #term(): ListFilter {
    if (this.#take("NOT")) {
      const negated = this.#term();
      return (message) => !negated(message);
    }
    if (!this.#take("(")) return this.#restriction();
    const inner = this.expression();
    if (!this.#take(")")) throw new UnreadableFilter("the filter lacks a closing parenthesis");
    return inner;
  }

  #restriction(): ListFilter {
    const [field, operator, value] = [this.#next(), this.#next(), this.#next()];
    const compare = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
    if (!/^[A-Za-z_][\w.-]*$/.test(field) || compare === undefined) {
      throw new UnreadableFilter(`the filter has no comparison at ${field}`);
    }
    const [head = "", ...keys] = field.split(".");
    const wanted = unquoted(value);
    return (message) => compare(valueAt(message[jsonName(head)], keys), wanted);
  }

  #next(): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new UnreadableFilter("the filter ends too early");
    this.#at += 1;
    return token;
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }
}

type Comparison = (value: Json | undefined, wanted: string) => boolean;

const operators: Readonly<Record<string, Comparison>> = {
  "=": equals,
  "!=": (value, wanted) => !equals(value, wanted),
  "<": (value, wanted) => order(value, wanted, (sign) => sign < 0),
  "<=": (value, wanted) => order(value, wanted, (sign) => sign <= 0),
  ">": (value, wanted) => order(value, wanted, (sign) => sign > 0),
  ">=": (value, wanted) => order(value, wanted, (sign) => sign >= 0),
  ":": has,
};

/** Equality with `*` for any text at either end; an absent field equals its default. */
function equals(value: Json | undefined, wanted: string): boolean {
  const text = value === undefined ? (wanted === "false" || wanted === "0" ? wanted : "") : String(value);
  const [before, behind, ...more] = wanted.split("*");
  if (behind === undefined || more.length > 1) return text === wanted;
  if (more.length === 1) return before === "" && more[0] === "" && text.includes(behind);
  return text.length >= wanted.length - 1 && text.startsWith(before ?? "") && text.endsWith(behind);
}

/** Whether there is such a thing at all: a key, an item, a part of a text, or with `*` anything. */
function has(value: Json | undefined, wanted: string): boolean {
  if (value === undefined) return false;
  if (wanted === "*") return true;
  if (Array.isArray(value)) return value.some((item: Json) => equals(item, wanted));
  if (isJsonObject(value)) return Object.hasOwn(value, wanted);
  return String(value).toLowerCase().includes(wanted.toLowerCase());
}

function order(value: Json | undefined, wanted: string, test: (sign: number) => boolean): boolean {
  if (value === undefined) return false;
  const [a, b] = [Number(value), Number(wanted)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return test(Math.sign(a - b));
  const text = String(value);
  return test(text < wanted ? -1 : text > wanted ? 1 : 0);
}

function valueAt(value: Json | undefined, keys: readonly string[]): Json | undefined {
  let found = value;
  for (const key of keys) {
    if (!isJsonObject(found)) return undefined;
    // Keys of maps are spelled as they are, names of fields in either spelling.
    found = Object.hasOwn(found, key) ? found[key] : found[jsonName(key)];
  }
  return found;
}

function unquoted(token: string): string {
  return /^["']/.test(token) ? token.slice(1, -1).replace(/\\(.)/g, "$1") : token;
}
