import type { ResourceRecord } from "../state/record.ts";
import type { StackState } from "../state/stack-state.ts";
import { isTakenBack } from "./changed-fields.ts";
import type { ObjectWork } from "./run-work.ts";

/**
 * What a run has put in the place of another object and waits for its deletion, while that one stands in its place again: an earlier undo
 * came as far as that. An undo of an undo leaves it, as the undo did.
 */
export function leftStanding({ uid, own }: ObjectWork, { records, superseded }: StackState): readonly ResourceRecord[] {
  const before = own.find((each) => each.before !== null)?.before;
  const now = records.values().find((each) => each.uid === uid);
  if (before === undefined || before === null || now === undefined || own.some(isTakenBack)) return [];
  const isBack = before.provider.cloudId === now.provider.cloudId && before.identity.id === now.identity.id;
  if (!isBack) return [];
  const made = new Set(
    own.flatMap(({ intent, after }) =>
      intent === null || after === null || after.generation === before.generation ? [] : [after.generation],
    ),
  );
  return superseded.filter((each) => each.uid === uid && made.has(each.generation));
}
