import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import type { Intent } from "../../../engine/state/journal.ts";
import { namesIn } from "../../../engine/state/moves.ts";
import type { OpenIntent } from "../../../engine/state/stack-state.ts";
import { Rejection } from "../../rejection.ts";

/** Which addresses and resources an edit is about to give or take away. */
interface Concerned {
  readonly addresses: ReadonlySet<string>;
  readonly uids: ReadonlySet<string>;
  /** Names that nothing has afterwards: what a call is to record must not name them. */
  readonly leaving?: ReadonlySet<string>;
}

/**
 * A Rejection while it is not known what became of a call about one of the addresses or resources: its object may come
 * late, and would find its name taken. `then`: what was to be done, as a part of a sentence.
 */
export function refuseWhileOpen(
  open: readonly OpenIntent[],
  { addresses, uids, leaving = new Set() }: Concerned,
  stack: string,
  then: string,
): void {
  const concerned = open.flatMap(({ intent }): { readonly intent: Intent; readonly named?: string }[] => {
    if (addresses.has(intent.address) || uids.has(intent.uid)) return [{ intent }];
    const named = intent.record === null ? undefined : namesIn(intent.record).find((name) => leaving.has(name));
    return named === undefined ? [] : [{ intent, named }];
  });
  if (concerned.length === 0) return;
  throw new Rejection(
    "conflict",
    concerned.map(({ intent, named }) => stillOpen(intent, stack, `then ${then}`, named)),
  );
}

/**
 * Says which run is to be settled first, and how. `named`: another resource that the call's object leans on or goes
 * with.
 */
export function stillOpen(intent: Intent, stack: string, then: string, named?: string): Problem {
  const { run, address, identity, operation } = intent;
  const names = named === undefined ? "" : ` which names \`${named}\`,`;
  const detail =
    `run ${run} broke off while it was ${doing[operation]} \`${identity.id}\` under the name ` +
    `\`${address}\`,${names} and it is not known what came of it; ` +
    `settle it with \`plumb up -s ${stack}\`, ${then}`;
  return problem("run-open", detail, { address });
}

const doing: Readonly<Record<Intent["operation"], string>> = {
  create: "making",
  update: "changing",
  delete: "deleting",
  undelete: "undeleting",
};
