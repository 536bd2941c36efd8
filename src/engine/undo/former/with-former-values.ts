import { isJsonObject, type JsonObject } from "../../../../packages/base/json/json.ts";
import { pointer, pointerSegments, valueAt } from "../../../../packages/base/json/pointer.ts";
import { type PlacedValue, withValues } from "../../../definitions/schema/place-values.ts";

/**
 * Inputs with former values at some places. What holds nothing any more, and was not there formerly, goes as well: it
 * would say that all others have set in it is to go.
 */
export function withFormerValues(inputs: JsonObject, values: readonly PlacedValue[], formerly: JsonObject): JsonObject {
  const emptied = values.flatMap(({ path, value }) => (value === null ? holdersOf(path) : []));
  return emptied.reduce(
    (tree, holder) => {
      const held = valueAt(tree, holder);
      const isLeftEmpty = isJsonObject(held) && Object.keys(held).length === 0;
      return isLeftEmpty && valueAt(formerly, holder) === undefined
        ? withValues(tree, [{ path: holder, value: null }])
        : tree;
    },
    withValues(inputs, values),
  );
}

/** The places that a place lies in, from the innermost on. */
function holdersOf(path: string): readonly string[] {
  const segments = pointerSegments(path);
  return segments.slice(1).map((_, index) => pointer("", ...segments.slice(0, segments.length - 1 - index)));
}
