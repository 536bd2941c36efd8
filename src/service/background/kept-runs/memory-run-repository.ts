import { type KeptRun, type RunRepository, withDocument } from "./run-repository.ts";

/** This process's own runs, as long as it lives, before the runs that a service keeps. */
export class MemoryRunRepository implements RunRepository {
  readonly #own = new Map<string, KeptRun>();
  readonly #others: RunRepository;

  constructor(others: RunRepository) {
    this.#others = others;
  }

  readonly add: RunRepository["add"] = async (kept): Promise<KeptRun | null> => {
    const { stack, run } = kept.document;
    if (this.#own.has(`${stack}/${run}`)) return null;
    return this.#keep(kept, 1);
  };

  readonly get: RunRepository["get"] = async (stack, run) =>
    this.#own.get(`${stack}/${run}`) ?? this.#others.get(stack, run);

  readonly list: RunRepository["list"] = async (stack) => [
    ...[...this.#own.values()].filter(({ document }) => document.stack === stack),
    ...(await this.#others.list(stack)),
  ];

  readonly change: RunRepository["change"] = async (stack, run, edit): Promise<KeptRun | null> => {
    const own = this.#own.get(`${stack}/${run}`);
    if (own === undefined) return this.#others.change(stack, run, edit);
    const next = edit(own);
    return next === null ? null : this.#keep(next, own.document.revision + 1);
  };

  readonly open: RunRepository["open"] = () => this.#others.open();

  readonly settle: RunRepository["settle"] = async (stack, run): Promise<void> => {
    if (!this.#own.has(`${stack}/${run}`)) await this.#others.settle(stack, run);
  };

  readonly isSettled: RunRepository["isSettled"] = async (stack, run) =>
    this.#own.has(`${stack}/${run}`) || this.#others.isSettled(stack, run);

  #keep(kept: KeptRun, revision: number): KeptRun {
    const next = withDocument(kept, { revision });
    this.#own.set(`${kept.document.stack}/${kept.document.run}`, next);
    return next;
  }
}
