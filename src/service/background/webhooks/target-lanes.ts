/** So many messages are under way to one target at once; one, once it has failed to take one. */
const mostAtOnce = 4;

/**
 * How many messages are under way to each target, so that one that is silent holds up no other and costs little itself.
 */
export class TargetLanes {
  readonly #open = new Map<string, number>();
  readonly #failing = new Set<string>();

  /** False where the target has to do with what is under way. */
  enter(target: string): boolean {
    const open = this.#open.get(target) ?? 0;
    if (open >= (this.#failing.has(target) ? 1 : mostAtOnce)) return false;
    this.#open.set(target, open + 1);
    return true;
  }

  leave(target: string, isTaken: boolean): void {
    const open = (this.#open.get(target) ?? 1) - 1;
    if (open === 0) this.#open.delete(target);
    else this.#open.set(target, open);
    if (isTaken) this.#failing.delete(target);
    else this.#failing.add(target);
  }

  /** Forgets how targets did to which nothing waits to be sent. */
  retain(targets: ReadonlySet<string>): void {
    for (const target of this.#failing) if (!targets.has(target)) this.#failing.delete(target);
  }
}
