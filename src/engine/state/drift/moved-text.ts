import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { secretMask } from "../../../../packages/base/text/secret-mask.ts";
import { lastingOutputs } from "../../../definitions/schema/comparison/lasting-values.ts";
import { movedValues } from "../../../definitions/schema/comparison/moved-values.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { outputSchema } from "../../../definitions/schema/field-schema.ts";
import { valueInSentence } from "../../../definitions/schema/value-in-sentence.ts";

/**
 * Which fields of an object moved between two looks, those that came or went among them, and how, in words; empty where
 * none did. Secrets are not shown.
 */
export function movedText(definition: ResourceDefinition, before: JsonObject, now: JsonObject): string {
  return movedValues(outputSchema(definition), lastingOutputs(definition, before), lastingOutputs(definition, now))
    .map(({ path, old, new: is }) => {
      const field = path.slice(1).replaceAll("/", ".");
      const [was, now] = [valueInSentence(old), valueInSentence(is)];
      return was === secretMask && now === secretMask
        ? `${field} became another secret`
        : `${field} went from ${was} to ${now}`;
    })
    .join(", ");
}
