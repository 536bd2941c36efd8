import type { Json, JsonObject } from "../../base/json.ts";
import { nearestName } from "../../base/nearest-name.ts";
import { pointer } from "../../base/pointer.ts";
import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import type { CheckedOptions } from "./checked-declaration.ts";
import type { Complaints } from "./complaints.ts";

/** The whole options bag; those marked `later` are words of the language that this version does not honour yet. */
const optionForms = {
  dependsOn: "names",
  provider: "text",
  protect: "boolean",
  ignoreChanges: "fields",
  replaceOnChanges: "fields",
  deleteBeforeReplace: "boolean",
  retainOnDelete: "boolean",
  onDestroy: "on-destroy",
  import: "text",
  version: "text",
  customTimeouts: "later",
  aliases: "later",
  additionalSecretOutputs: "later",
  deletedWith: "later",
  parent: "later",
} as const;

const readOnlyOptions: ReadonlySet<string> = new Set(["dependsOn", "provider", "version"]);

interface OptionPlace {
  readonly address: string;
  /** Of the resource or look-up. */
  readonly pointer: string;
}

/**
 * Checks an options bag. `definition` is null for reads (`get` and look-ups), which take fewer options. Gives the
 * options and the addresses that `dependsOn` names; `provider` and `version` are read by the caller.
 */
export function checkOptions(
  options: JsonObject,
  definition: ResourceDefinition | null,
  names: ReadonlySet<string>,
  place: OptionPlace,
  complaints: Complaints,
): { readonly options: CheckedOptions; readonly dependsOn: readonly string[] } {
  const at = (...path: (string | number)[]) => ({
    address: place.address,
    pointer: pointer(place.pointer, "options", ...path),
  });
  const sound: Record<string, Json> = {};
  for (const [name, value] of Object.entries(options)) {
    const form = Object.hasOwn(optionForms, name) ? optionForms[name as keyof typeof optionForms] : undefined;
    if (form === undefined) {
      const nearest = nearestName(name, Object.keys(optionForms));
      complaints.add("unknown-option", `there is no option \`${name}\``, {
        ...at(name),
        at: "key",
        hint: nearest === undefined ? undefined : `did you mean \`${nearest}\`?`,
        fix: nearest,
      });
    } else if (form === "later") {
      complaints.add("invalid-option", `\`${name}\` is not available in this version of Plumbline`, {
        ...at(name),
        at: "key",
      });
    } else if (definition === null && !readOnlyOptions.has(name)) {
      complaints.add("invalid-option", `\`${name}\` has no meaning for something that is only read`, {
        ...at(name),
        at: "key",
      });
    } else {
      const wrong = misfit(form, value, definition, names);
      for (const each of wrong) complaints.add("invalid-option", each.detail, at(name, ...each.path));
      if (wrong.length === 0) sound[name] = value;
    }
  }
  if (sound["onDestroy"] === "restore" && definition?.existence === "created") {
    complaints.add(
      "invalid-option",
      "there is nothing to restore: this resource does not exist before it is created",
      at("onDestroy"),
    );
  }
  const onDestroy = sound["onDestroy"] ?? (sound["retainOnDelete"] === true ? "retain" : undefined);
  const list = (name: string) => (sound[name] ?? []) as readonly string[];
  return {
    dependsOn: list("dependsOn"),
    options: {
      protect: sound["protect"] === true,
      ignoreChanges: list("ignoreChanges"),
      replaceOnChanges: list("replaceOnChanges"),
      deleteBeforeReplace: sound["deleteBeforeReplace"] === true,
      ...(onDestroy === undefined ? {} : { onDestroy: onDestroy as "delete" | "restore" | "retain" }),
      ...(typeof sound["import"] === "string" ? { import: sound["import"] } : {}),
    },
  };
}

function misfit(
  form: Exclude<(typeof optionForms)[keyof typeof optionForms], "later">,
  value: Json,
  definition: ResourceDefinition | null,
  names: ReadonlySet<string>,
): readonly { readonly detail: string; readonly path: readonly (string | number)[] }[] {
  switch (form) {
    case "boolean":
      return typeof value === "boolean" ? [] : [{ detail: "must be true or false", path: [] }];
    case "text":
      return typeof value === "string" && value !== "" ? [] : [{ detail: "must be text", path: [] }];
    case "on-destroy":
      return value === "delete" || value === "restore" || value === "retain"
        ? []
        : [{ detail: "must be one of delete, restore, retain", path: [] }];
    case "names":
    case "fields": {
      if (!Array.isArray(value)) return [{ detail: "must be a list", path: [] }];
      const known = form === "names" ? names : new Set(Object.keys(definition?.inputs.properties ?? {}));
      return value.flatMap((item: Json, index) => {
        if (typeof item === "string" && known.has(form === "fields" ? (item.split(/[.[]/)[0] ?? "") : item)) return [];
        const nearest = typeof item === "string" ? nearestName(item, known) : undefined;
        const what = form === "names" ? "resource or look-up of this stack" : "input of this resource";
        const guess = nearest === undefined ? "" : `; did you mean \`${nearest}\`?`;
        return [{ detail: `${JSON.stringify(item)} is no ${what}${guess}`, path: [index] }];
      });
    }
  }
}
