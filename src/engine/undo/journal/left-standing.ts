import type { ResourceRecord } from "../../state/records/record.ts";
import type { StackState } from "../../state/stack-state.ts";
import { isTakenBack } from "../changed-fields.ts";
import type { ObjectWork } from "./run-work.ts";

/**
 * What a run has put in the place of other objects and waits for its deletion, while those stand in their places again:
 * an earlier undo came as far as that. An undo of an undo leaves it, as the undo did.
 */
export function leftStanding(
  objects: readonly ObjectWork[],
  { records, superseded }: StackState,
): readonly ResourceRecord[] {
  const waiting = Map.groupBy(superseded, ({ uid }) => uid);
  if (waiting.size === 0) return [];
  const present = new Map([...records.values()].map((record) => [record.uid, record]));
  return objects.flatMap(({ uid, own }) => {
    const before = own.find((each) => each.before !== null)?.before;
    const now = present.get(uid);
    if (before === undefined || before === null || now === undefined || own.some(isTakenBack)) return [];
    const isBack = before.provider.cloudId === now.provider.cloudId && before.identity.id === now.identity.id;
    if (!isBack) return [];
    const made = new Set(
      own.flatMap(({ intent, after }) =>
        intent === null || after === null || after.generation === before.generation ? [] : [after.generation],
      ),
    );
    return (waiting.get(uid) ?? []).filter(({ generation }) => made.has(generation));
  });
}
