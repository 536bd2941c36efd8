import { nearestName } from "../../../../packages/base/nearest-name.ts";
import type { Problem } from "../../../../packages/base/problems/problem.ts";
import type { Plan } from "../plan.ts";
import type { Planning } from "../planning.ts";
import { PartOfStack, type ReportedPart } from "./part-of-stack.ts";
import { isPartial, type Nameable, nameables, namedBy, type Selection } from "./selection.ts";

interface SelectedPart {
  readonly told: ReportedPart;
  /** Of what went wrong while observing, what is of the part. */
  readonly problems: readonly Problem[];
  readonly isIn: (address: string) => boolean;
}

/**
 * Takes out of what has been decided all that a selection leaves alone: its steps, what is recorded of it, and its
 * problems. What a target needs is taken in, but nothing is deleted for it that only left the declaration. What waits
 * for something that is left alone is left alone too. Gives what is told of that, and of the problems those that stay.
 */
export function selectPart(
  selection: Selection,
  kind: Plan["kind"],
  problems: readonly Problem[],
  planning: Planning,
): SelectedPart {
  tellUnknown(selection, planning);
  if (!isPartial(selection)) return { told: {}, problems, isIn: () => true };
  const part = new PartOfStack(selection, kind, problems, planning);
  const staying = problems.filter((each) => part.concerns(each));
  part.restrict();
  return { told: part.told(), problems: staying, isIn: (address) => part.isIn(address) };
}

/** A pattern that names nothing is a slip of the hand: what it was to keep safe would be touched. */
function tellUnknown({ target = [], exclude = [], replace = [] }: Selection, planning: Planning): void {
  const all = nameables(planning.checked, planning.state);
  for (const [option, patterns] of Object.entries({ target, exclude, replace }))
    for (const pattern of namedBy(patterns, all).unknown) {
      const near = nearestName(
        pattern,
        all.flatMap(({ address, type }) => [address, type]),
      );
      planning.complain(
        "nothing-selected",
        `\`--${option} ${pattern}\` names nothing that the stack declares or manages`,
        hintFor(pattern, near, planning),
      );
    }
  tellNotReplaceable(replace, all, planning);
}

/** A name of before is the present one's alias. */
function hintFor(pattern: string, near: string | undefined, { checked }: Planning): { readonly hint?: string } {
  const renamed = checked?.nodes.find((node) => node.kind === "resource" && node.options.aliases?.includes(pattern));
  if (renamed !== undefined) return { hint: `\`${pattern}\` is the former name of \`${renamed.address}\`` };
  return near === undefined ? {} : { hint: `did you mean \`${near}\`?` };
}

/** A pattern that names nothing which could be made anew would be passed over without a word. */
function tellNotReplaceable(replace: readonly string[], all: readonly Nameable[], planning: Planning): void {
  const kinds = new Map((planning.checked?.nodes ?? []).map(({ address, kind }) => [address, kind]));
  for (const pattern of replace) {
    const named = [...namedBy([pattern], all).addresses].map((address) => kinds.get(address));
    if (named.length === 0 || named.includes("resource")) continue;
    const why = named.every((kind) => kind === undefined)
      ? "what has left the declaration, and nothing of that is made anew"
      : "what is read, and a read makes nothing anew";
    planning.complain("not-replaceable", `\`--replace ${pattern}\` names only ${why}`, {});
  }
}
