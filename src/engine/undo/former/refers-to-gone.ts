import { type Json, jsonEqual } from "../../../../packages/base/json/json.ts";
import { pointer, valueAt } from "../../../../packages/base/json/pointer.ts";
import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import { escapeRecorded } from "../../../definitions/schema/value.ts";
import { doer } from "../undo-refusal.ts";
import type { PutBack, UndoContext } from "../verdict.ts";
import { givenValues, readAnew } from "./given-values.ts";

/**
 * Refuses what would get back a value that its platform gave to an object which a later run has ended since: nothing
 * would stand behind it. The undo of that run comes first.
 */
export function refersToGone(putBack: readonly PutBack[], { work, names, catalog }: UndoContext): readonly Problem[] {
  const { before, laterCalls } = work;
  return putBack.flatMap(({ address, record, inverse }) => {
    const paths = inverse.lost === null ? inverse.paths : Object.keys(record.inputs).map((name) => pointer("", name));
    const values = paths.map((path): Json => valueAt(record.inputs, path) ?? null);
    return (before.records.get(record.uid)?.dependsOn ?? []).flatMap((name): readonly Problem[] => {
      const uid = before.names.get(name) ?? "";
      const [gone, run] = [before.records.get(uid), laterCalls.get(uid)];
      const definition = gone === undefined ? undefined : catalog.resources[gone.type];
      if (gone === undefined || definition === undefined || run === undefined || names.undone.has(uid)) return [];
      const given = givenValues(name, gone, definition);
      if (jsonEqual(readAnew({ values }, given), escapeRecorded({ values }) as Json)) return [];
      const ended = `which ${doer(run, work)} has ended since; undo that first`;
      const detail = `\`${address}\` would refer to \`${gone.identity.id}\` again, ${ended}`;
      return [problem("stands-on-it", detail, { address })];
    });
  });
}
