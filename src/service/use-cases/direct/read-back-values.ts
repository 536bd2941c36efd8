import { isJsonObject, type Json, type JsonObject } from "../../../../packages/base/json/json.ts";
import { valueAt } from "../../../../packages/base/json/pointer.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { isMarkerFor, looksSealed, sealedShapes } from "../../../definitions/schema/secret-values.ts";
import type { Secrets } from "../../../engine/ports/secrets.ts";

/** The inputs of a recorded object that name it: an update that leaves them out means the same object. */
export function namingInputs({ identity }: ResourceDefinition, inputs: JsonObject): JsonObject {
  const names = Object.values(identity.variables).flatMap((sources) =>
    sources.flatMap((source) => ("input" in source ? [source.input.split(".")[0] ?? source.input] : [])),
  );
  return Object.fromEntries(
    [...new Set(names)].flatMap((name): [string, Json][] => {
      const value = inputs[name];
      // A part that holds more than the name is the caller's to give.
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}

/**
 * Where something that looks sealed was given that is not what is recorded at the same place: JSON pointers below
 * `given`.
 */
export function strangeMarkers(given: Json, recorded: Json): readonly string[] {
  return sealedShapes(given).filter((place) => !isMarkerFor(valueAt(given, place) ?? null, valueAt(recorded, place)));
}

/**
 * Values as they were shown, with the secrets among them in the clear: a marker stands for what is recorded at the same
 * place and for nothing else, so that a marker gives no access to another's secret.
 */
export async function unsealed(given: Json, recorded: Json | undefined, secrets: Secrets): Promise<Json> {
  if (looksSealed(given)) return isMarkerFor(given, recorded) ? secrets.open(recorded) : given;
  if (Array.isArray(given)) {
    const before: readonly Json[] = Array.isArray(recorded) ? recorded : [];
    return Promise.all(given.map((item: Json, index) => unsealed(item, before[index], secrets)));
  }
  if (!isJsonObject(given)) return given;
  const before = isJsonObject(recorded) ? recorded : {};
  const members = Object.entries(given).map(
    async ([key, member]): Promise<[string, Json]> => [
      key,
      await unsealed(member, Object.hasOwn(before, key) ? before[key] : undefined, secrets),
    ],
  );
  return Object.fromEntries(await Promise.all(members));
}
