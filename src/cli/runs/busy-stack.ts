import type { Problem } from "../../../packages/base/problems/problem.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { OptionSpec, UsageMistake } from "../arguments.ts";
import { type Invocation, optionValue } from "../command.ts";
import { milliseconds } from "../duration-option.ts";
import { clean } from "../rendering/text.ts";
import { endsAt } from "./within-option.ts";

/** What commands take that need the stack for themselves. */
export const waitOption: OptionSpec = {
  name: "wait",
  value: "TIME",
  summary: "while a run holds the stack, wait so long for it (30s, 5m, 1h)",
};

/** A run is in the way, and will not be for ever: it holds the stack, or is the one that is to be resumed. */
const busyCodes: ReadonlySet<string> = new Set(["stack-busy", "run-underway"]);

/** Who waits longer is better told when to come again. */
const longestWaitMs = 86_400_000;

/** How often a stack that is held is asked for. */
const askAgainMs = 1_000;

/** The patience of one command with a stack that a run holds. */
export class Patience {
  readonly #invocation: Invocation;
  readonly #until: number;
  #said = "";

  private constructor(invocation: Invocation, waitMs: number) {
    this.#invocation = invocation;
    this.#until = invocation.context.now() + waitMs;
  }

  /** As `--wait` says; none where it is not given. A mistake in `--within` is told before anything begins, too. */
  static of(invocation: Invocation): Result<Patience, UsageMistake> {
    const text = optionValue(invocation, "wait");
    const waitMs = text === undefined ? 0 : milliseconds(text);
    if (waitMs === undefined || waitMs > longestWaitMs)
      return err({ detail: "--wait takes a time of at most 24 hours, for example 30s, 5m or 1h." });
    const end = endsAt(invocation);
    return end.ok ? ok(new Patience(invocation, waitMs)) : end;
  }

  /** Asks again while the answer is that a run is in the way, as long as patience lasts. */
  async whenFree<T>(ask: () => Promise<Result<T, ProblemDocument>>): Promise<Result<T, ProblemDocument>> {
    for (;;) {
      const answer = await ask();
      if (answer.ok) return answer;
      if (await this.waits(answer.error.problems)) continue;
      return err({ ...answer.error, problems: withWaitHint(this.#invocation, answer.error.problems) });
    }
  }

  /** Whether all of the problems are that a run is in the way, and it is worth while to wait. */
  lasts(problems: readonly Problem[]): boolean {
    const isBusy = problems.length > 0 && problems.every(({ code }) => busyCodes.has(code));
    return isBusy && this.#until > this.#invocation.context.now() && !this.#invocation.context.signal.aborted;
  }

  /**
   * Waits a moment where all of the problems are that a run is in the way; false when it is not worth while any more.
   */
  async waits(problems: readonly Problem[]): Promise<boolean> {
    const { context, diagnostics } = this.#invocation;
    const [first] = problems;
    if (first === undefined || !this.lasts(problems)) return false;
    if (this.#said !== first.detail) diagnostics.write(`Waiting: ${clean(first.detail)}.\n`);
    this.#said = first.detail;
    await context.sleep(Math.min(askAgainMs, this.#until - context.now()));
    return !context.signal.aborted;
  }
}

/** The problems, with the hint how to wait for the stack where a command that can does not. */
export function withWaitHint(invocation: Invocation, problems: readonly Problem[]): readonly Problem[] {
  if (optionValue(invocation, "wait") !== undefined) return problems;
  const hint = "`--wait 5m` waits for it up to five minutes";
  return problems.map((each) => (busyCodes.has(each.code) ? { hint, ...each } : each));
}
