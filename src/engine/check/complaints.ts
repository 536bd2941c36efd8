import { type Problem, type ProblemPlace, problem } from "../../../packages/base/problems/problem.ts";
import type { ProblemCode } from "../../../packages/base/problems/problem-codes.ts";
import { EnoughProblems, mostProblems } from "../../../packages/base/problems/problem-limit.ts";
import type { Spans } from "../declare/spans.ts";

/** Collects problems and puts each on the guilty token of the text, where there is a text. */
export class Complaints {
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
    const { pointer, at = "value" } = place;
    // A piece of a text has been told apart already.
    const whole = place.span === undefined && pointer !== undefined ? this.#spans : undefined;
    const span = whole === undefined || pointer === undefined ? place.span : whole.of(pointer, at, place.fix);
    const written = isTextMeant === true && span !== undefined ? this.#spans?.textAt(span) : undefined;
    const meant = written === undefined ? place.fix : JSON.stringify(written);
    const fix = whole === undefined || pointer === undefined ? meant : whole.fixAt(pointer, at, meant);
    const made = problem(code, detail, { ...place, fix, span });
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
    const span = this.#spans?.of(pointer, at);
    const text = span === undefined ? "" : (this.#spans?.textAt(span) ?? "");
    return !text.startsWith("*") && !text.includes("${");
  }

  get problems(): readonly Problem[] {
    return this.#problems;
  }
}
