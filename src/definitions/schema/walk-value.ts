import { isJsonObject, mapMembers } from "../../../packages/base/json/json.ts";
import { pointer } from "../../../packages/base/json/pointer.ts";
import { fieldOf, variantOf } from "./field-schema.ts";
import type { Schema } from "./schema.ts";
import { isMarker, plainKey, type Value } from "./value.ts";

/** Where a walk is: keys and indices, and how they are written as a JSON pointer, which only finds need. */
export interface Here {
  readonly path: readonly (string | number)[];
  pointer(): string;
}

/**
 * The value with another one in some places: `replace` gives what is to stand for a part, or undefined to go on below
 * it. What holds no such place is passed on as it is, not copied.
 */
export function replacePlaces(value: Value, replace: (part: Value, here: Here) => Value | undefined): Value {
  const path: (string | number)[] = [];
  const here: Here = { path, pointer: () => pointer("", ...path) };
  const walk = (part: Value): Value => {
    const replaced = replace(part, here);
    if (replaced !== undefined) return replaced;
    return part === null || typeof part !== "object" ? part : mapMembers(part, step);
  };
  const step = (member: Value, at: string | number): Value => {
    path.push(at);
    const replaced = walk(member);
    path.pop();
    return replaced;
  };
  return walk(value);
}

/** Called with a value, the schema that speaks about it, and where it stands from where the walk began. */
export type Visit = (schema: Schema, value: Value, here: () => string) => void;

/**
 * Visits every place of `value` that a schema speaks about, parents first; `here` writes the JSON pointer of the place
 * that is being visited. Places that hold a marker are left out, so are object fields that are null (the same as
 * absent) or unknown to the schema. A member of a union is visited twice: under the union and, when its discriminant is
 * known, under its own schema. `isLeftOut`: what counts as a marker; nothing does in a value that can hold none.
 */
export function visitPlaces(
  schema: Schema,
  value: Value,
  visit: Visit,
  isLeftOut: (part: Value) => boolean = isMarker,
): void {
  const path: (string | number)[] = [];
  const here = () => pointer("", ...path);
  const walk = (under: Schema, current: Value): void => {
    if (isLeftOut(current)) return;
    visit(under, current, here);
    if ("oneOf" in under) {
      const variant = variantOf(under, current);
      if (variant !== undefined) walk(variant, current);
    } else if (under.type === "array") {
      if (!Array.isArray(current)) return;
      for (let index = 0; index < current.length; index += 1) step(under.items, index, current[index]);
    } else if (under.type === "object" && isJsonObject(current)) {
      for (const key in current) {
        if (!("properties" in under)) step(under.additionalProperties, plainKey(key), current[key] ?? null);
        else if ((current[key] ?? null) !== null) step(fieldOf(under, key), key, current[key] ?? null);
      }
    }
  };
  const step = (under: Schema | undefined, segment: string | number, member: Value): void => {
    if (under === undefined) return;
    path.push(segment);
    walk(under, member);
    path.pop();
  };
  walk(schema, value);
}
