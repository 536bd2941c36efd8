import { mostNames } from "../../packages/base/json/content-bounds.ts";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import { writtenDurationPattern } from "../../packages/base/written-duration.ts";
import type { CatalogResource } from "../contract/documents/catalog/catalog.ts";
import { destroyWords, driftWords, type OptionForm, optionForms, timeoutNames } from "../engine/check/option-forms.ts";
import { expression } from "./value-schema.ts";

/** The options of something that is only read. An expression in an option reads `config` alone. */
export function readOptionsSchema(): JsonObject {
  return optionsOf(
    Object.entries(optionForms).flatMap(([name, { form, description, ofReads }]) =>
      ofReads === true ? [[name, { description, ...formSchema(form) }] as const] : [],
    ),
  );
}

/** The options of a resource; of its type depends what a deletion can do, and which outputs may be secret. */
export function resourceOptionsSchema({ existence, inputs, outputs }: CatalogResource): JsonObject {
  const given = new Set(inputs.map(({ name }) => name));
  const sealable = outputs.flatMap(({ name, composed }) =>
    name === "id" || composed !== undefined || given.has(name) ? [] : [name],
  );
  const restorable = destroyWords.filter((word) => word !== "restore" || existence !== "created");
  return optionsOf(
    Object.entries(optionForms).map(([name, { form, description }]) => {
      if (form === "outputs") {
        const items = sealable.length === 0 ? { type: "array", maxItems: 0 } : listOf({ enum: sealable });
        return [name, { description, ...items }];
      }
      return [name, { description, ...(form === "on-destroy" ? { enum: restorable } : formSchema(form)) }];
    }),
  );
}

function optionsOf(options: readonly (readonly [name: string, schema: JsonObject])[]): JsonObject {
  const orExpression = options.map(([name, { description = "", ...form }]): readonly [string, JsonObject] => {
    const takesAnyText = form["type"] === "string" && form["pattern"] === undefined;
    return [name, { description, ...(takesAnyText ? form : { anyOf: [form, expression] }) }];
  });
  return { type: ["object", "null"], properties: Object.fromEntries(orExpression), additionalProperties: false };
}

function formSchema(form: OptionForm): JsonObject {
  switch (form) {
    case "boolean":
      return { type: "boolean" };
    case "text":
      return someText;
    case "texts":
    case "names":
    case "fields":
    case "outputs":
      return listOf(someText);
    case "on-destroy":
      return { enum: destroyWords };
    case "on-drift":
      return { enum: driftWords };
    case "timeouts": {
      const duration = { type: "string", pattern: writtenDurationPattern };
      return {
        type: "object",
        properties: Object.fromEntries(timeoutNames.map((name) => [name, duration])),
        additionalProperties: false,
      };
    }
  }
}

const someText: JsonObject = { type: "string", minLength: 1 };

function listOf(items: Json): JsonObject {
  return { type: "array", items, maxItems: mostNames };
}
