import { type Problem, type ProblemPlace, problem } from "../../../packages/base/problems/problem.ts";
import type { ProblemCode } from "../../../packages/base/problems/problem-codes.ts";
import { EnoughProblems, mostProblems } from "../../../packages/base/problems/problem-limit.ts";
import type { Spans } from "../declare/spans.ts";

/** Collects problems and puts each on the guilty token of the text, where there is a text. */
export class ProblemCollector {
  readonly #spans: Spans | undefined;
  readonly #problems: Problem[] = [];
  #errors = 0;

  constructor(spans: Spans | undefined) {
    this.#spans = spans;
  }

  /**
   * Throws EnoughProblems once there are more errors than are told. `isTextMeant`: the fix is the very text that is
   * written there, in quotes.
   */
  add(
    code: ProblemCode,
    detail: string,
    { isTextMeant, ...place }: ProblemPlace & { readonly isTextMeant?: true | undefined } = {},
  ): void {
    const { pointer, at = "value", span } = place;
    const text = isTextMeant === true && pointer !== undefined ? this.#textAt(pointer, at) : undefined;
    const fix = text === undefined ? place.fix : JSON.stringify(text);
    // A piece of a text has been told apart already.
    const isPiece = span !== undefined || pointer === undefined;
    const made = problem(code, detail, { ...place, fix, ...(isPiece ? {} : this.#spans?.placeOf(pointer, at, fix)) });
    this.#problems.push(made);
    if (made.severity === "error") this.#errors += 1;
    if (this.#errors > mostProblems) throw new EnoughProblems();
  }

  /** A problem in a piece of a string, counted in its decoded text; no fix where the piece is not found in it. */
  inside(
    code: ProblemCode,
    detail: string,
    place: ProblemPlace & { pointer: string },
    offset: number,
    length: number,
  ): void {
    const span = this.#spans?.inside(place.pointer, offset, length);
    this.add(code, detail, { ...place, span, fix: span === undefined ? undefined : place.fix });
  }

  /** Whether a value or a key is written where it stands, and is neither an alias nor computed by an expression. */
  isWritten(pointer: string, at: "key" | "value"): boolean {
    const text = this.#textAt(pointer, at) ?? "";
    return !text.startsWith("*") && !text.includes("${");
  }

  #textAt(pointer: string, at: "key" | "value"): string | undefined {
    const span = this.#spans?.of(pointer, at);
    return span && this.#spans?.textAt(span);
  }

  get problems(): readonly Problem[] {
    return this.#problems;
  }
}
