import { type Json, jsonEqual } from "../../../../packages/base/json/json.ts";
import { pointer, pointerSegments, valueAt } from "../../../../packages/base/json/pointer.ts";
import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import type { Catalog } from "../../../definitions/schema/definition.ts";
import { escapeRecorded } from "../../../definitions/schema/value.ts";
import { leavesOf } from "../journal/leaves.ts";
import type { PutBack } from "../verdict.ts";
import { givenValues, readAnew } from "./given-values.ts";

/**
 * Tells of each field, of objects that lean on what the undo makes anew, in which no value of that was found. It goes
 * back as it was recorded, though it may have been made from a part of such a value, from a number, or through a read
 * (decision 0050).
 */
export function putBackAsText(putBack: readonly PutBack[], catalog: Catalog): readonly Problem[] {
  const anew = new Map(
    putBack.flatMap(({ address, replaced }) => (replaced === undefined ? [] : [[address, replaced]])),
  );
  return putBack.flatMap(({ address, record, inverse }) => {
    const on = record.dependsOn.filter((name) => anew.has(name));
    if (on.length === 0) return [];
    const given = on.flatMap((name) => {
      const former = anew.get(name);
      const definition = former === undefined ? undefined : catalog.resources[former.type];
      return former === undefined || definition === undefined ? [] : givenValues(name, former, definition);
    });
    const paths = inverse.lost === null ? inverse.paths : Object.keys(record.inputs).map((name) => pointer("", name));
    const leaves = paths.flatMap((path) => leavesOf(valueAt(record.inputs, path) ?? null, path));
    const asRecorded = leaves.filter(({ value }) =>
      jsonEqual(readAnew({ value }, given), escapeRecorded({ value }) as Json),
    );
    if (asRecorded.length === 0) return [];
    const fields = asRecorded.map(({ path }) => `\`${pointerSegments(path).join(".")}\``).join(", ");
    const names = on.map((name) => `\`${name}\``).join(", ");
    const detail =
      `\`${address}\` leans on ${names}, which the undo brings back, and no value of that was found in ` +
      `${fields}: they go back as they were recorded; look at them with \`plumb plan\` afterwards`;
    return [problem("put-back-as-text", detail, { address })];
  });
}
