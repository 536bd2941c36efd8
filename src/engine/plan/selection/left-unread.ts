import type { CheckedDeclaration } from "../../check/checked-declaration.ts";
import type { StackState } from "../../state/stack-state.ts";
import type { Plan } from "../plan.ts";
import { DependencyIndex } from "./dependency-index.ts";
import { nameables, namedBy, type Selection } from "./selection.ts";

/**
 * The addresses that a plan of a selection does not look at: what is excluded, what leans on that, and what hangs
 * together with no target. Of a destroy only what is excluded itself. What nothing declares may turn out to be renamed,
 * and is looked at unless it is excluded. Pure.
 */
export function leftUnread(
  { target = [], exclude = [] }: Selection,
  kind: Plan["kind"],
  checked: CheckedDeclaration | null,
  state: StackState,
): ReadonlySet<string> {
  if (target.length + exclude.length === 0) return new Set();
  const all = nameables(checked, state);
  const dependencies = new DependencyIndex(checked, state);
  const excluded = namedBy(exclude, all).addresses;
  const left = new Set(kind === "destroy" ? excluded : dependencies.dependents(excluded).keys());
  if (target.length === 0) return left;
  const looked = dependencies.connected(namedBy(target, all).addresses);
  const unlooked = (checked?.nodes ?? []).filter(({ address }) => !looked.has(address));
  return new Set([...left, ...unlooked.map(({ address }) => address)]);
}
