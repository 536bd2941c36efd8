import type { Deployment } from "../use-cases/deployment.ts";

/** What changes something, of the store, the document store and the drivers. */
const writes: ReadonlySet<string> = new Set([
  ...["append", "acquire", "renew", "release", "renameStack", "putPlan", "requestCancel"],
  ...["put", "remove", "changeAll", "appendLog", "continueLog", "removeLog"],
  "write",
]);

/**
 * A process that stops between any two writes: before one is made, or after it and before its answer is heard. Stopped
 * for good it has been killed; it may also wake up again and go on as if nothing had been.
 */
export class Mortal {
  readonly deployment: Deployment;
  /** What it has written and was about to write, for whoever wants to stop it there. */
  readonly points: string[] = [];
  isStopped = false;
  readonly #stopAt: number;
  readonly #woken = Promise.withResolvers<void>();
  #wasWoken = false;

  /** `stopAt`: the number of the point to stop at, from 1; none when left out. */
  constructor(deployment: Deployment, stopAt = Number.POSITIVE_INFINITY) {
    this.#stopAt = stopAt;
    this.deployment = {
      ...deployment,
      store: this.#around(deployment.store, "store"),
      documentStore: this.#around(deployment.documentStore, "register"),
      driverOf: (provider, at) => this.#around(deployment.driverOf(provider, at), provider.kind),
    };
  }

  wake(): void {
    this.isStopped = false;
    this.#wasWoken = true;
    this.#woken.resolve();
  }

  async #pass(point: string): Promise<void> {
    if (!this.isStopped && !this.#wasWoken) {
      this.points.push(point);
      this.isStopped = this.points.length === this.#stopAt;
    }
    if (this.isStopped) await this.#woken.promise;
  }

  #around<T extends object>(target: T, name: string): T {
    return new Proxy(target, {
      get: (_, key) => {
        const member = Reflect.get(target, key) as unknown;
        if (typeof member !== "function" || typeof key !== "string") return member;
        const call = (given: unknown[]) => member.apply(target, given) as unknown;
        if (key === "changes" || key === "cloudId") return (...given: unknown[]) => call(given);
        return async (...given: unknown[]) => {
          if (writes.has(key)) await this.#pass(`before ${name}.${key}`);
          else if (this.isStopped) await this.#woken.promise;
          const answer = await call(given);
          if (writes.has(key)) await this.#pass(`after ${name}.${key}`);
          return answer;
        };
      },
    });
  }
}
