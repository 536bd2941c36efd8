import { pointer } from "../../../../packages/base/json/pointer.ts";
import type { Problem } from "../../../../packages/base/problems/problem.ts";
import type { ProblemCode } from "../../../../packages/base/problems/problem-codes.ts";
import type { Plan } from "../plan.ts";
import type { Planning } from "../planning.ts";
import { nameables } from "./selection.ts";

/** Problems of objects that could not be read, and of providers that did not answer. */
const codes: ReadonlySet<ProblemCode> = new Set(["unreadable", "denied", "no-credential", "platform-unavailable"]);

/** What could not be read while a plan looked, and why. */
export class NotObserved {
  readonly rows: NonNullable<Plan["notObserved"]>;
  readonly #why = new Map<string, string>();

  constructor(problems: readonly Problem[], { checked, state }: Pick<Planning, "checked" | "state">) {
    for (const { code, address, detail, pointer: place } of problems) {
      if (!codes.has(code)) continue;
      if (address !== undefined) this.#why.set(address, detail);
      for (const node of address === undefined ? (checked?.nodes ?? []) : [])
        if (place === pointer("/providers", node.provider)) this.#why.set(node.address, detail);
    }
    const types = new Map(nameables(checked, state).map(({ address, type }) => [address, type]));
    this.rows = [...this.#why].map(([address, why]) => ({ address, type: types.get(address) ?? "", why }));
  }

  get addresses(): Iterable<string> {
    return this.#why.keys();
  }

  has(address: string): boolean {
    return this.#why.has(address);
  }

  why(address: string): string {
    return this.#why.get(address) ?? "";
  }
}
