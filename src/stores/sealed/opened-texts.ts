import type { Json } from "../../base/json.ts";

const mask = "(secret)";

/** The secrets that one piece of work has had in the clear, so that no text of a platform tells them. They go when the work ends. */
export class OpenedTexts {
  readonly #texts = new Set<string>();

  get isEmpty(): boolean {
    return this.#texts.size === 0;
  }

  remember(value: Json): void {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    if (text === "" || typeof value === "boolean" || value === null) return;
    for (const form of [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)]) this.#texts.add(form);
  }

  /** A text without any of them. */
  masked(text: string): string {
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
