import type { CheckedDeclaration } from "../../check/checked-declaration.ts";
import { begunUnderPresentNames } from "../../state/moves.ts";
import type { StackState } from "../../state/stack-state.ts";

/** What leans on what, by what is declared, by what is recorded, and by what calls of unknown end may have made. */
export class DependencyIndex {
  readonly #declared = new Map<string, readonly string[]>();
  readonly #below = new Map<string, Set<string>>();
  readonly #above = new Map<string, Set<string>>();

  constructor(checked: CheckedDeclaration | null, state: Pick<StackState, "records" | "superseded" | "openIntents">) {
    for (const { address, edges } of checked?.nodes ?? []) {
      this.#declared.set(address, edges);
      for (const edge of edges) this.lean(address, edge);
    }
    const begun = begunUnderPresentNames(state).map(({ address, record }) => ({ ...record, address }));
    for (const { address, dependsOn, options } of [...state.records.values(), ...state.superseded, ...begun]) {
      for (const edge of dependsOn) this.lean(address, edge);
      if (options.deletedWith !== undefined) this.lean(address, options.deletedWith);
    }
  }

  /** Notes that something leans on another thing. */
  lean(address: string, on: string): void {
    add(this.#below, address, on);
    add(this.#above, on, address);
  }

  /** Addresses that one leans on directly. */
  below(address: string): Iterable<string> {
    return this.#below.get(address) ?? [];
  }

  /** What the addresses need by what is declared, directly or not, each with what needs it; the addresses included. */
  needed(addresses: Iterable<string>): Map<string, string | null> {
    return reached(addresses, (address) => this.#declared.get(address) ?? []);
  }

  /** What leans on the addresses, directly or not, each with what it leans on; the addresses included. */
  dependents(addresses: Iterable<string>): Map<string, string | null> {
    return reached(addresses, (address) => this.#above.get(address) ?? []);
  }

  /** All that hangs together with the addresses. */
  connected(addresses: Iterable<string>): Map<string, string | null> {
    return reached(addresses, (address) => [...this.below(address), ...(this.#above.get(address) ?? [])]);
  }
}

function add(to: Map<string, Set<string>>, from: string, value: string): void {
  const known = to.get(from);
  if (known === undefined) to.set(from, new Set([value]));
  else known.add(value);
}

function reached(addresses: Iterable<string>, next: (address: string) => Iterable<string>): Map<string, string | null> {
  const found = new Map<string, string | null>();
  for (const address of addresses) found.set(address, null);
  // The map grows while it is gone through.
  for (const address of found.keys()) for (const each of next(address)) if (!found.has(each)) found.set(each, address);
  return found;
}
