import type { CheckedDeclaration } from "../../check/checked-declaration.ts";
import { begunUnderPresentNames } from "../../state/moves.ts";
import type { StackState } from "../../state/stack-state.ts";

/** The part of a stack that a plan is asked for. Patterns are names, globs (`web-*`), or types (`iam:*`). */
export interface Selection {
  /** Only these, with what they need. */
  readonly target?: readonly string[];
  /** All but these and what leans on them. */
  readonly exclude?: readonly string[];
  /** Resources that are replaced whether anything differs or not. */
  readonly replace?: readonly string[];
  /** What can't be read is left as it is, with what leans on it. */
  readonly skipUnreadable?: boolean;
  /** Of a destroy: what is protected is left as it is, with what it needs. */
  readonly keepProtected?: boolean;
  /**
   * Nothing is deleted: what would be stays, and so does what would be replaced by deleting it first, or whose write
   * would remove grants of others.
   */
  readonly noDelete?: boolean;
  /** A plan that deletes more objects, and removes more grants of others, than this is refused. */
  readonly maxDeletions?: number;
}

/** Something that a pattern may name. */
export interface Nameable {
  readonly address: string;
  readonly type: string;
}

/** Whether a plan of a selection leaves a part of its stack alone. */
export function isPartial(selection: Selection): boolean {
  const { target = [], exclude = [], skipUnreadable, keepProtected, noDelete } = selection;
  return target.length + exclude.length > 0 || [skipUnreadable, keepProtected, noDelete].includes(true);
}

/** All that a pattern may name: what is declared, what is recorded, and what calls of unknown end may have made. */
export function nameables(
  checked: CheckedDeclaration | null,
  state: Pick<StackState, "records" | "superseded" | "openIntents">,
): readonly Nameable[] {
  const { records, superseded } = state;
  return [...(checked?.nodes ?? []), ...records.values(), ...superseded, ...begunUnderPresentNames(state)];
}

/** The addresses that patterns name, and the patterns that name none. */
export function namedBy(
  patterns: readonly string[],
  all: readonly Nameable[],
): { readonly addresses: ReadonlySet<string>; readonly unknown: readonly string[] } {
  const addresses = new Set<string>();
  const unknown = patterns.filter((pattern) => {
    const found = all.filter((each) => isNamed(pattern, each));
    for (const { address } of found) addresses.add(address);
    return found.length === 0;
  });
  return { addresses, unknown };
}

/** A name has no colon and each type has one, so that a pattern is for either. */
function isNamed(pattern: string, { address, type }: Nameable): boolean {
  return fitsGlob(pattern, pattern.includes(":") ? type : address);
}

/** Whether a text is as a glob says: `*` is any text, `?` one character. In time proportional to both lengths. */
function fitsGlob(glob: string, text: string): boolean {
  let [at, place] = [0, 0];
  let [star, resumed] = [-1, 0];
  while (place < text.length) {
    if (glob[at] === "*") [star, resumed, at] = [at, place, at + 1];
    else if (glob[at] === "?" || glob[at] === text[place]) [at, place] = [at + 1, place + 1];
    else if (star === -1) return false;
    else [resumed, at, place] = [resumed + 1, star + 1, resumed + 1];
  }
  while (glob[at] === "*") at += 1;
  return at === glob.length;
}

/** What is selected in the next round of a run: of what is to be replaced, what this one has deferred. */
export function laterSelection(
  { replace, ...selection }: Selection,
  replaced: ReadonlySet<string>,
  deferred: readonly { readonly address: string }[],
): Selection {
  if (replace === undefined) return selection;
  return { ...selection, replace: deferred.flatMap(({ address }) => (replaced.has(address) ? address : [])) };
}
