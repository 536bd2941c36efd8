import { formsOfText } from "../../packages/base/forms-of-text.ts";
import type { Json } from "../../packages/base/json/json.ts";
import { secretMask as mask } from "../../packages/base/text/secret-mask.ts";
import type { SecretMasker } from "../engine/ports/secret-masker.ts";
import { CutTexts } from "./cut-texts.ts";
import { keysIn, WrappedKeys } from "./wrapped-keys.ts";

/** With more forms than these, looking for each takes too long: nothing of a text is told then. */
const mostForms = 80_000;
/** A shorter one is looked for as a word of its own: most texts have it somewhere in another word. */
const leastInside = 4;

/** A shorter line of a text says little of it, and may be any text. */
const leastLine = 8;

/** The lines of a text of several: a platform may say which of them is wrong. */
function linesOf(text: string): readonly string[] {
  if (!/[\r\n]/.test(text)) return [];
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  return lines.filter((line) => line.length >= leastLine);
}

/**
 * The secrets that one piece of work has had in the clear, so that no text of a platform tells them; and, from the
 * first text on that may, those that its stack has kept. They go when the work ends.
 */
export class KnownSecrets implements SecretMasker {
  readonly #texts = new Set<string>();
  readonly #forms = new Set<string>();
  readonly #kept: () => Promise<Iterable<Json>>;
  #learned: Promise<void> | undefined;
  /** What the stack has kept can't be had: nothing shows whether a text tells it. */
  #isUnknown = false;
  #longestFirst: readonly string[] | undefined;
  #cut: CutTexts | undefined;
  readonly #keys = new Set<string>();
  #wrapped: WrappedKeys | undefined;

  constructor(kept: () => Promise<Iterable<Json>> = async () => []) {
    this.#kept = kept;
  }

  get isEmpty(): boolean {
    return this.#forms.size === 0 && !this.#isUnknown;
  }

  /** A list or map counts as a whole, and so does each value in it: a platform may say which of them is wrong. */
  remember(value: Json): void {
    if (typeof value === "boolean" || value === null) return;
    if (typeof value === "object") for (const part of Object.values(value)) this.remember(part as Json);
    const text = typeof value === "string" ? value : JSON.stringify(value);
    if (text === "" || this.#texts.has(text)) return;
    this.#texts.add(text);
    for (const part of [text, ...linesOf(text)]) for (const form of formsOfText(part)) this.#forms.add(form);
    for (const key of keysIn(text)) this.#keys.add(key);
    this.#longestFirst = undefined;
    this.#cut = undefined;
    this.#wrapped = undefined;
  }

  /** The same texts, and whatever is added to them alone: it masks for those alone who have them. */
  copy(): KnownSecrets {
    const copy = new KnownSecrets(this.#kept);
    for (const text of this.#texts) copy.#texts.add(text);
    for (const form of this.#forms) copy.#forms.add(form);
    for (const key of this.#keys) copy.#keys.add(key);
    copy.#learned = this.#learned;
    copy.#isUnknown = this.#isUnknown;
    return copy;
  }

  learn(): Promise<void> {
    this.#learned ??= this.#kept().then(
      (values) => {
        for (const value of values) this.remember(value);
      },
      () => {
        this.#isUnknown = true;
      },
    );
    return this.#learned;
  }

  /** A text without any of them, also where the platform has shortened them. */
  masked(text: string): string {
    if (text === "" || this.isEmpty) return text;
    if (this.#isUnknown || this.#forms.size > mostForms) return mask;
    // Longer ones first: one may be part of another.
    this.#longestFirst ??= [...this.#forms].sort((a, b) => b.length - a.length);
    this.#cut ??= new CutTexts(this.#forms);
    this.#wrapped ??= new WrappedKeys(this.#keys);
    const whole = this.#longestFirst.reduce(
      (said, each) => (each.length <= said.length && said.includes(each) ? without(said, each) : said),
      text,
    );
    return this.#cut.masked(this.#wrapped.masked(whole, mask), mask);
  }

  /** The same outcome, whose words for people have none of them. */
  async maskedOutcome<T extends object>(outcome: T): Promise<T> {
    if (!("detail" in outcome || ("failed" in outcome && outcome.failed !== undefined))) return outcome;
    await this.learn();
    return this.isEmpty ? outcome : this.#maskedOutcome(outcome);
  }

  #maskedOutcome<T extends object>(outcome: T): T {
    const words = ["detail", "permission", "registers"].flatMap((name) => {
      const said: unknown = Reflect.get(outcome, name);
      return typeof said === "string" ? [[name, this.masked(said)]] : [];
    });
    const failed: unknown = Reflect.get(outcome, "failed");
    const inside = typeof failed === "object" && failed !== null ? { failed: this.#maskedOutcome(failed) } : {};
    return { ...outcome, ...Object.fromEntries(words), ...inside };
  }
}

/** What masks these values and nothing else. */
export function maskerOf(values: Iterable<Json>): SecretMasker {
  const texts = new KnownSecrets();
  for (const value of values) texts.remember(value);
  return texts;
}

function without(text: string, form: string): string {
  if (form.length >= leastInside) return text.replaceAll(form, () => mask);
  const escaped = form.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
  // What follows an apostrophe within a word is no word of its own.
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}_]|\\p{L}['’])${escaped}(?![\\p{L}\\p{N}_])`, "gu"), () => mask);
}
