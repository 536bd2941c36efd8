/** Nodes that may be visited, in the order in which they came, by group. */
export class ReadyNodes {
  readonly #groupOf: (name: string) => string;
  readonly #groups = new Map<
    string,
    { next: number; readonly names: { readonly name: string; readonly at: number }[] }
  >();
  #count = 0;

  constructor(groupOf: (name: string) => string) {
    this.#groupOf = groupOf;
  }

  add(name: string): void {
    const group = this.#groupOf(name);
    const known = this.#groups.get(group) ?? { next: 0, names: [] };
    known.names.push({ name, at: this.#count });
    this.#groups.set(group, known);
    this.#count += 1;
  }

  /** The first of those whose group is admitted. */
  take(admits: (group: string) => boolean): string | undefined {
    const heads = [...this.#groups].flatMap(([group, queue]) => {
      const head = queue.names[queue.next];
      return head === undefined || !admits(group) ? [] : [{ head, queue }];
    });
    const [first, ...others] = heads;
    if (first === undefined) return undefined;
    const earliest = others.reduce((best, each) => (each.head.at < best.head.at ? each : best), first);
    earliest.queue.next += 1;
    return earliest.head.name;
  }
}
