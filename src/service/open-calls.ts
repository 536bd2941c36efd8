import { type Problem, problem } from "../base/problem.ts";
import type { Intent } from "../engine/state/journal.ts";
import type { OpenIntent } from "../engine/state/stack-state.ts";
import { Rejection } from "./rejection.ts";

/** Which addresses and resources an edit is about to give or take away. */
interface Concerned {
  readonly addresses: ReadonlySet<string>;
  readonly uids: ReadonlySet<string>;
}

/**
 * A Rejection while it is not known what became of a call about one of the addresses or resources: its object may come late,
 * and would find its name taken. `then`: what was to be done, as a part of a sentence.
 */
export function refuseWhileOpen(
  open: readonly OpenIntent[],
  { addresses, uids }: Concerned,
  stack: string,
  then: string,
): void {
  const concerned = open.filter(({ intent }) => addresses.has(intent.address) || uids.has(intent.uid));
  if (concerned.length === 0) return;
  throw new Rejection(
    "conflict",
    concerned.map(({ intent }) => stillOpen(intent, stack, `then ${then}`)),
  );
}

/** Says which run is to be settled first, and how. */
export function stillOpen(intent: Intent, stack: string, then: string): Problem {
  const { run, address, identity, operation } = intent;
  const detail = `run ${run} broke off while it was ${doing[operation]} \`${identity.id}\` under the name \`${address}\`, and it is not known what came of it; settle it with \`plumb up -s ${stack}\`, ${then}`;
  return problem("unsettled", detail, { address });
}

const doing: Readonly<Record<Intent["operation"], string>> = {
  create: "making",
  update: "changing",
  delete: "deleting",
  undelete: "undeleting",
};
