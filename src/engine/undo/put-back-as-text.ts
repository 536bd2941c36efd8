import { isJsonObject, type Json } from "../../base/json.ts";
import { pointerSegments, valueAt } from "../../base/pointer.ts";
import { type Problem, problem } from "../../base/problem.ts";
import { isMarker } from "../../definitions/schema/value.ts";
import type { PutBack } from "./verdict.ts";

/** Shorter texts are found within others by chance. */
const shortest = 6;

/**
 * Tells of objects that lean on what the undo makes anew, and in which nothing shows how: whatever was made from a value of that, be it
 * from a part of it, a number, or through a read, goes back as it was recorded.
 */
export function putBackAsText(putBack: readonly PutBack[]): readonly Problem[] {
  const anew = new Map(
    putBack.flatMap(({ address, replaced }) => (replaced === undefined ? [] : [[address, replaced]])),
  );
  return putBack.flatMap(({ address, record, inverse }) => {
    const isWhole = inverse.lost !== null;
    const values = isWhole ? [record.inputs] : inverse.paths.map((path) => valueAt(record.inputs, path) ?? null);
    const texts = values.flatMap(textsIn);
    const named = isWhole ? Object.keys(record.inputs) : inverse.paths.map((path) => pointerSegments(path).join("."));
    return record.dependsOn.flatMap((on) => {
      const former = anew.get(on);
      if (former === undefined || named.length === 0) return [];
      const declared = textsIn(former.inputs);
      const told = textsIn(former.outputs).filter((text) => text.length >= shortest && !declared.includes(text));
      if (texts.some((text) => told.some((each) => text.includes(each)))) return [];
      const fields = named.map((name) => `\`${name}\``).join(", ");
      const detail = `\`${address}\` leans on \`${on}\`, which the undo makes anew, and no text of it has a value of that: ${fields} go back as they were recorded; look at them with \`plumb plan\` afterwards`;
      return [problem("put-back-as-text", detail, { address })];
    });
  });
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap((item: Json) => textsIn(item));
  return isJsonObject(value) && !isMarker(value) ? Object.values(value).flatMap(textsIn) : [];
}
