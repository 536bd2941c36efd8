import type { Deployment } from "../../src/service/use-cases/deployment.ts";

/** Counts who listens to the changes of a store and of its register. */
export class OpenedStreams {
  /** How often anybody has begun to listen. */
  begun = 0;
  /** How many listen now. */
  open = 0;

  around<T extends Deployment>(deployment: T): T {
    const { store, documentStore } = deployment;
    return {
      ...deployment,
      store: this.#counting(store, (name, signal) => store.changes(name, signal)),
      documentStore: this.#counting(documentStore, (name, signal) => documentStore.changes(name, signal)),
    };
  }

  #counting<T extends object, C>(of: T, listen: (name: string, signal: AbortSignal) => AsyncIterable<C>): T {
    const changes = (name: string, signal: AbortSignal) => this.#counted(listen(name, signal));
    return new Proxy(of, {
      get: (target, key) => {
        if (key === "changes") return changes;
        const member = Reflect.get(target, key) as unknown;
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
  }

  async *#counted<C>(changes: AsyncIterable<C>): AsyncGenerator<C, void, void> {
    this.begun += 1;
    this.open += 1;
    try {
      yield* changes;
    } finally {
      this.open -= 1;
    }
  }
}
