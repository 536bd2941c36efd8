import type { Json } from "../../base/json.ts";

const mask = "(secret)";
/** With more than these, looking for each takes too long: nothing of a text is told then. */
const mostTexts = 10_000;

/** The secrets that one piece of work has had in the clear, so that no text of a platform tells them. They go when the work ends. */
export class OpenedTexts {
  readonly #texts = new Set<string>();

  get isEmpty(): boolean {
    return this.#texts.size === 0;
  }

  /** A list or map counts as a whole, and so does each value in it: a platform may say which of them is wrong. */
  remember(value: Json): void {
    if (typeof value === "boolean" || value === null) return;
    if (typeof value === "object") for (const part of Object.values(value)) this.remember(part as Json);
    const text = typeof value === "string" ? value : JSON.stringify(value);
    if (text === "") return;
    for (const form of [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)]) this.#texts.add(form);
  }

  /** A text without any of them. */
  masked(text: string): string {
    if (this.#texts.size > mostTexts) return mask;
    // Longer texts first: one may be part of another.
    const longestFirst = [...this.#texts].sort((a, b) => b.length - a.length);
    return longestFirst.reduce((said, each) => said.replaceAll(each, () => mask), text);
  }

  /** An outcome whose detail has none of them. */
  discreet<T>(outcome: T): T {
    return !this.isEmpty && typeof outcome === "object" && outcome !== null && "detail" in outcome
      ? { ...outcome, detail: this.masked(String(outcome.detail)) }
      : outcome;
  }
}
