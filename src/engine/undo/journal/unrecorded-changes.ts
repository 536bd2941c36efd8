import { jsonEqual } from "../../../../packages/base/json/json.ts";
import { overlap } from "../../../definitions/schema/place-values.ts";
import { requestedPaths } from "../changed-fields.ts";
import type { Ends } from "../undo-ends.ts";
import { doer } from "../undo-refusal.ts";
import type { UndoContext } from "../verdict.ts";
import type { Transition } from "./transition.ts";
import type { UnrecordedChange } from "./undo-scope.ts";

/** Changes of later runs of which nothing is recorded, and which the undo would take away where they took effect. */
export function unrecordedChanges(
  { going, halfReplaced, putBack }: Pick<Ends, "going" | "halfReplaced" | "putBack">,
  { work, state, catalog }: UndoContext,
): readonly UnrecordedChange[] {
  const whole = [""];
  const taken = new Map([
    ...putBack.map(
      ({ record, replaced, inverse }) => [record.uid, replaced === undefined ? inverse.paths : whole] as const,
    ),
    ...[...going, ...halfReplaced.map(({ made }) => made.uid)].map((uid) => [uid, whole] as const),
  ]);
  const present = new Map([...state.records.values()].map((record) => [record.uid, record]));
  return work.objects.flatMap(({ uid, later }) => {
    const [record, places] = [present.get(uid), taken.get(uid)];
    const definition = record === undefined ? undefined : catalog.resources[record.type];
    if (record === undefined || definition === undefined || places === undefined) return [];
    return later.flatMap(({ run, intent, isUnseen }, place): readonly UnrecordedChange[] => {
      if (isUnseen !== true || intent === null || isRecordedSince(later.slice(place + 1))) return [];
      const asked = requestedPaths(record, intent, definition);
      const paths = asked.filter((path) => places.some((each) => overlap(each, path)));
      return paths.length === 0 ? [] : [{ record, by: doer(run, work), request: intent.request, paths }];
    });
  });
}

/**
 * Whether what is recorded tells by now what a call has done, by another write or since a run has recorded what it
 * found. A refresh leaves what is declared as it was, and an undo what it finds otherwise than recorded.
 */
export function isRecordedSince(since: readonly Transition[]): boolean {
  return since.some(({ before, after, intent, isUnseen }) => {
    if (isUnseen === true || intent?.record?.keepsDrift === true) return false;
    return intent !== null || !jsonEqual(before?.inputs ?? null, after?.inputs ?? null);
  });
}
