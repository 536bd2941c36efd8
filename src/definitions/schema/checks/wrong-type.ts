import { isJsonObject } from "../../../../packages/base/json/json.ts";
import { pointer, pointerSegments } from "../../../../packages/base/json/pointer.ts";
import type { Schema } from "../schema.ts";
import { holdsDollarKey, isMarker, isSecret, type Value } from "../value.ts";
import { replacePlaces, visitPlaces } from "../walk-value.ts";

/** The type that a schema asks for, in words, where the value is of another; undefined where it is of that one. */
export function missedType(schema: Schema, value: Value): string | undefined {
  if ("oneOf" in schema) return isJsonObject(value) ? undefined : "a map";
  switch (schema.type) {
    case "string":
      return typeof value === "string" ? undefined : "text";
    case "boolean":
      return typeof value === "boolean" ? undefined : "true or false";
    case "integer":
      return typeof value === "number" && Number.isInteger(value) ? undefined : "a whole number";
    case "array":
      return Array.isArray(value) ? undefined : "a list";
    case "object":
      return isJsonObject(value) ? undefined : "a map";
  }
}

/**
 * Where a value that a platform gave is of another type than its schema can have, and what is due there; undefined
 * where it never is. It never tells the value, which may be secret. Null is no value, and of no type. A platform gives
 * data: what is written as a marker would be taken for one by whoever reads it, so it is wrong wherever it stands, but
 * for keys of a free map, which are its user's.
 */
export function findWrongType(schema: Schema, value: Value): string | undefined {
  let found: string | undefined;
  const judge = (under: Schema, current: Value, here: () => string) => {
    if (found !== undefined || current === null) return;
    const due = missedType(under, current);
    if (due !== undefined) found = `\`${pointerSegments(here()).join(".")}\` must be ${due}, but is ${kindOf(current)}`;
    else if ("oneOf" in under && isJsonObject(current)) {
      const name = under.discriminator.propertyName;
      // Of which kind it is can't be told, so that its fields are not visited.
      judge(discriminant, current[name] ?? null, () => pointer(here(), name));
    }
  };
  const freeMaps = new Set<Value>();
  visitPlaces(
    schema,
    value,
    (under, current, here) => {
      if (isFreeMap(under)) freeMaps.add(current);
      judge(under, current, here);
    },
    holdsNoMarkers,
  );
  return found ?? findMarker(value, freeMaps);
}

const holdsNoMarkers = (): boolean => false;

function isFreeMap(schema: Schema): boolean {
  return "type" in schema && schema.type === "object" && !("properties" in schema);
}

/** Also where no schema speaks about the value, as of a field that is not known yet. */
function findMarker(value: Value, freeMaps: ReadonlySet<Value>): string | undefined {
  if (!holdsDollarKey(value)) return undefined;
  let found: string | undefined;
  replacePlaces(value, (part, here) => {
    if (found !== undefined) return part;
    if (!isMarker(part) || (freeMaps.has(part) && !isSecret(part))) return undefined;
    found = `\`${here.path.join(".")}\` must be data, but is written as a marker`;
    return part;
  });
  return found;
}

const discriminant: Schema = { type: "string" };

function kindOf(value: Value): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a map";
  return typeof value === "string" ? "text" : `a ${typeof value}`;
}
