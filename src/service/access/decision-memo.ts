import type { Decision } from "./authority.ts";

/** What an entry costs beside its texts, in characters: pointers and the entry of the map. */
const entryCharacters = 100;

/**
 * Decisions by their question, bounded by the characters that they hold (of two bytes each at most): callers choose the
 * names in questions. When it is full it starts anew; one that alone is more than a quarter of the whole is not
 * remembered.
 */
export class DecisionMemo {
  readonly #most: number;
  readonly #answers = new Map<string, Decision>();
  #characters = 0;

  /** `most`: the characters that it may hold. */
  constructor(most: number) {
    this.#most = most;
  }

  /** How many it holds. */
  get characters(): number {
    return this.#characters;
  }

  get(question: string): Decision | undefined {
    return this.#answers.get(question);
  }

  remember(question: string, decision: Decision): void {
    const size = entryCharacters + question.length + charactersOf(decision);
    if (size > this.#most / 4) return;
    if (this.#characters + size > this.#most) {
      this.#answers.clear();
      this.#characters = 0;
    }
    this.#answers.set(question, decision);
    this.#characters += size;
  }
}

function charactersOf(decision: Decision): number {
  if (decision.kind === "allowed") return 0;
  return decision.policies.reduce((sum, each) => sum + each.length, decision.why.length);
}
