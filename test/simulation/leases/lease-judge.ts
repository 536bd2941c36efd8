import { leaseMs } from "../../../src/service/use-cases/lease/held-lease.ts";
import type { Violation } from "../judges/journal-judge.ts";
import type { LeaseRule } from "../judges/rules.ts";
import type { LeaseProcess } from "./lease-world.ts";

/** What steady times may differ by over the length of a lease, and a moment for being heard. */
const slackMs = 20;

/** Holds what becomes of a stack against what is promised: a holder that beats is never replaced. */
export class LeaseJudge {
  readonly violations: Violation[] = [];
  #holder: { readonly process: LeaseProcess; readonly epoch: number; beatAt: number } | null = null;

  taken(process: LeaseProcess, epoch: number, now: number): void {
    const before = this.#holder;
    this.#holder = { process, epoch, beatAt: now };
    if (before === null || !before.process.isAlive) return;
    const silentMs = now - before.beatAt;
    const told = `${before.process.name} was replaced by ${process.name} ${silentMs} ms after a beat`;
    if (silentMs < leaseMs - slackMs) this.#note("beaten", told);
    if (!before.process.wasHindered(now - leaseMs)) this.#note("replaced", `${told}, and nothing hindered it`);
  }

  beat(process: LeaseProcess, epoch: number, now: number): void {
    if (this.#holder?.process === process && this.#holder.epoch === epoch) this.#holder.beatAt = now;
  }

  gaveBack(epoch: number): void {
    if (this.#holder?.epoch === epoch) this.#holder = null;
  }

  /** A process goes on with its work, since it takes the stack for its own. */
  believes(process: LeaseProcess, epoch: number): void {
    if (this.#holder?.epoch === epoch || process.hasLostTime) return;
    this.#note(
      "believes",
      `${process.name} goes on under epoch ${epoch}, which another holds under ${this.#holder?.epoch}`,
    );
  }

  saidDead(process: LeaseProcess): void {
    if (process.isAlive) this.#note("dead", `${process.name} lives and is said to be dead`);
  }

  changedWhileBusy(before: string, after: string): void {
    if (before !== after) this.#note("changed", `who was refused has made ${after} of ${before}`);
  }

  stuck(ms: number): void {
    this.#note("stuck", `all are gone, and the stack is not to be had after ${ms} ms`);
  }

  #note(rule: LeaseRule, detail: string): void {
    this.violations.push({ rule, detail });
  }
}
