import { digest } from "../../packages/base/digest.ts";
import { type Command, isKeptImport, nothingToResume, whatIsLeft } from "./commands.ts";
import type { Standing } from "./judge.ts";
import { alwaysWrong, letGoBy, wrongAtRest, wrongBeside, wrongView, wrongWhenGone } from "./judge.ts";
import { Incarnation, type Wreck } from "./life.ts";
import { destroy, titleOf, type Unbroken } from "./unbroken.ts";

/**
 * How much of what can be tried is tried; every state that one kill leaves is always taken up by the same command
 * again.
 */
export interface Effort {
  /**
   * After the n-th kill one in so many of those states is also met by a destroy, by a declaration that the resource has
   * left, by the declaration before, and by a resume of the run.
   */
  readonly otherCommandsOneIn: readonly number[];
  /**
   * After the n-th kill one recovery in so many is itself killed, at every one of its boundaries; none beyond the list.
   */
  readonly killedAgainOneIn: readonly number[];
  /** Other histories are chosen with each text. */
  readonly turn: string;
}

/** What a history of kills left. */
interface Killed {
  readonly wreck: Wreck;
  readonly history: readonly string[];
}

type Complain = (faults: readonly string[]) => void;

export interface Findings {
  /** Durable states from which a recovery was begun, those of killed recoveries included. */
  readonly states: number;
  readonly recoveries: number;
  readonly failures: readonly string[];
  readonly resumeMs: readonly number[];
}

/** Kills a case everywhere and tells what did not come right. */
export async function explore(unbroken: Unbroken, effort: Effort): Promise<Findings> {
  const explorer = new Explorer(unbroken, effort);
  await explorer.killEverywhere();
  return explorer;
}

/** The same command again over what one kill left, which may have come about in any way. */
export async function takeUp(unbroken: Unbroken, wreck: Wreck): Promise<Findings> {
  const explorer = new Explorer(unbroken, { otherCommandsOneIn: [], killedAgainOneIn: [], turn: "" });
  await explorer.again(wreck, [wreck.boundary], new Set());
  return explorer;
}

class Explorer implements Findings {
  states = 0;
  recoveries = 0;
  readonly failures: string[] = [];
  readonly resumeMs: number[] = [];
  readonly #unbroken: Unbroken;
  readonly #effort: Effort;
  readonly #title: string;

  constructor(unbroken: Unbroken, effort: Effort) {
    this.#unbroken = unbroken;
    this.#effort = effort;
    this.#title = titleOf(unbroken.crashCase);
  }

  async killEverywhere(): Promise<void> {
    const { wrecks, known, crashCase } = this.#unbroken;
    const leave: Command = { do: "up", text: crashCase.without };
    const goneBy = new Map([destroy, leave].map((command) => [command, new Set(known)]));
    const seen = new Set(known);
    let generation: readonly Killed[] = wrecks.map((wreck) => ({ wreck, history: [wreck.boundary] }));
    while (generation.length > 0) {
      const next: Killed[] = [];
      for (const { wreck, history } of generation) {
        this.states += 1;
        const more = await this.again(wreck, history, seen);
        next.push(...more.map((each) => ({ wreck: each, history: [...history, each.boundary] })));
        if (!this.#isMetByOthers(history)) continue;
        for (const [command, states] of goneBy) await this.#takeAway(command, { wreck, history }, states);
        await this.#takeBack({ wreck, history });
        await this.#resume({ wreck, history });
      }
      generation = next;
    }
  }

  /** The same command again, then its next plan, then a destroy: all as if nothing had been killed. */
  async again(wreck: Wreck, history: readonly string[], seen: Set<string>): Promise<readonly Wreck[]> {
    const { crashCase, end } = this.#unbroken;
    const { command, operationMs } = crashCase;
    const letGo = letGoBy(end);
    const isKilled = this.#isKilled(history, command);
    const more: Wreck[] = [];
    for (const laterMs of operationMs === 0 ? [0] : [0, 3_600_000]) {
      await this.#attempt(wreck, history, command, laterMs, async (life, complain) => {
        complain(alwaysWrong(await life.glance(), letGo));
        const { ending, tookMs, wrecks } = isKilled ? await life.live(command, seen) : await life.just(command);
        more.push(...wrecks);
        this.resumeMs.push(tookMs);
        // What was imported before the kill can't be imported again.
        const isTold = command.do === "import" && ending.problems.every(({ code }) => code === "already-exists");
        if (ending.status !== "done" && !isTold) complain([`it ended ${JSON.stringify(ending)}`]);
        const standing = await life.standing();
        complain(wrongAtRest(standing, letGo));
        if (standing.state.held) complain(["the stack is still held"]);
        complain(wrongBeside(standing, end, history.length));
        const left = await whatIsLeft(command, life.plumbline.deployment);
        if (Object.keys(left).length > 0) complain([`the next plan is not empty: ${JSON.stringify(left)}`]);
        if (command.do !== "destroy" && this.#isMetByOthers(history)) await this.#destroyAfter(life, complain);
      });
    }
    return more;
  }

  async #destroyAfter(life: Incarnation, complain: Complain): Promise<void> {
    const { ending } = await life.just(destroy);
    const isKept = isKeptImport(this.#unbroken.crashCase.command, ending);
    if (ending.status !== "done" && !isKept) complain([`the destroy after it ended ${JSON.stringify(ending)}`]);
    const faults = wrongAfterLeaving(await life.standing(), await this.#unbroken.gone(), isKept);
    complain(faults.map((text) => `after a destroy: ${text}`));
  }

  /** A command that takes everything away, killed again where that is chosen. */
  async #takeAway(command: Command, first: Killed, seen: Set<string>): Promise<void> {
    let generation: readonly Killed[] = [first];
    while (generation.length > 0) {
      const next: Killed[] = [];
      for (const { wreck, history } of generation) {
        const isKilled = this.#isKilled(history, command);
        await this.#attempt(wreck, history, command, 0, async (life, complain) => {
          const { ending, wrecks } = isKilled ? await life.live(command, seen) : await life.just(command);
          const isKept = isKeptImport(this.#unbroken.crashCase.command, ending);
          if (ending.status !== "done" && !isKept) complain([`it ended ${JSON.stringify(ending)}`]);
          complain(wrongAfterLeaving(await life.standing(), await this.#unbroken.gone(), isKept));
          next.push(
            ...wrecks.map((each) => ({ wreck: each, history: [...history, `${command.do}: ${each.boundary}`] })),
          );
        });
      }
      generation = next;
    }
  }

  /** The run that broke off goes on itself, if it had begun. */
  async #resume({ wreck, history }: Killed): Promise<void> {
    const { crashCase, end } = this.#unbroken;
    if (crashCase.command.do !== "up" && crashCase.command.do !== "destroy") return;
    await this.#attempt(wreck, history, { do: "resume" }, 0, async (life, complain) => {
      const { ending } = await life.just({ do: "resume" });
      if (ending.problems.includes(nothingToResume)) return;
      if (ending.status !== "done") complain([`it ended ${JSON.stringify(ending)}`]);
      const standing = await life.standing();
      complain(wrongAtRest(standing, letGoBy(end)));
      complain(wrongBeside(standing, end, history.length));
      const left = await whatIsLeft(crashCase.command, life.plumbline.deployment);
      if (Object.keys(left).length > 0) complain([`the next plan is not empty: ${JSON.stringify(left)}`]);
    });
  }

  /** The declaration (or destroy) that was in force before is put in force again. */
  async #takeBack({ wreck, history }: Killed): Promise<void> {
    const former = await this.#unbroken.former();
    if (former === null) return;
    await this.#attempt(wreck, history, former.command, 0, async (life, complain) => {
      let { ending } = await life.just(former.command);
      const isSlow = this.#unbroken.crashCase.operationMs > 0;
      if (isSlow) life.plumbline.pass(3_600_000);
      // The object to go back to may have to go before it comes again, which is a plan of its own; and an operation
      // that goes on may have ended since otherwise than is wanted now.
      if (ending.status === "stopped" || isSlow) ({ ending } = await life.just(former.command));
      // What always stands may have been changed while a look still shows it as before: its call stays open until no
      // read can lag behind (decision 0032).
      const { intended, mayLag } = (await life.standing()).state;
      if (intended.length > 0 && mayLag) {
        life.plumbline.pass(3_600_000);
        ({ ending } = await life.just(former.command));
      }
      if (ending.status !== "done") complain([`it ended ${JSON.stringify(ending)}`]);
      const standing = await life.standing();
      complain(wrongAtRest(standing));
      complain(wrongView(standing, former.worlds));
    });
  }

  /** One life after a kill; whatever goes wrong in it is told with the kills that led there. */
  async #attempt(
    { image }: Wreck,
    history: readonly string[],
    command: Command,
    laterMs: number,
    work: (life: Incarnation, complain: Complain) => Promise<void>,
  ): Promise<void> {
    this.recoveries += 1;
    const isSame = command === this.#unbroken.crashCase.command;
    const what = isSame ? "the same again" : this.#nameOf(command);
    const late = laterMs > 0 ? ", an hour later" : "";
    const complain: Complain = (faults) => {
      for (const fault of new Set(faults))
        this.failures.push(`${this.#title} | killed at ${history.join(" | then at ")} | ${what}${late} | ${fault}`);
    };
    const life = new Incarnation(image, this.#unbroken.crashCase.operationMs, laterMs);
    try {
      await work(life, complain);
    } catch (cause) {
      complain([`it threw ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`]);
    } finally {
      await life.end();
    }
  }

  #nameOf(command: Command): string {
    if (command === this.#unbroken.crashCase.before.at(-1)) return "as before";
    return command.do === "up" ? "left out" : command.do;
  }

  #isKilled(history: readonly string[], command: Command): boolean {
    const oneIn = this.#effort.killedAgainOneIn[history.length - 1];
    return oneIn !== undefined && this.#chosen([...history, command.do], oneIn);
  }

  #isMetByOthers(history: readonly string[]): boolean {
    const oneIn = this.#effort.otherCommandsOneIn[history.length - 1];
    return oneIn !== undefined && this.#chosen(history, oneIn);
  }

  /** Whether a history is among the one in so many; the same ones in each turn. */
  #chosen(history: readonly string[], oneIn: number): boolean {
    if (oneIn <= 1) return true;
    const drawn = Number.parseInt(digest([this.#effort.turn, this.#title, ...history]).slice(-8), 16);
    return drawn % oneIn === 0;
  }
}

/** After a command that takes everything away, but for what was kept because it was imported and is not declared. */
function wrongAfterLeaving(standing: Standing, gone: readonly Standing[], isKept: boolean): readonly string[] {
  return isKept ? [...wrongAtRest(standing), ...wrongView(standing, gone)] : wrongWhenGone(standing, gone);
}
