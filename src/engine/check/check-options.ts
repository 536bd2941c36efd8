import { mostNames } from "../../../packages/base/json/content-bounds.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import { pointer } from "../../../packages/base/json/pointer.ts";
import { meantBoolean } from "../../../packages/base/meant-boolean.ts";
import { didYouMean, nearestName } from "../../../packages/base/nearest-name.ts";
import { millisecondsOf } from "../../../packages/base/written-duration.ts";
import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { pathMistake } from "../../definitions/schema/option-path.ts";
import { keyElsewhere } from "../declare/keys-elsewhere.ts";
import type { CheckedOptions } from "./checked-declaration.ts";
import { destroyWords, driftWords, type OptionForm, optionForms, timeoutNames } from "./option-forms.ts";
import type { ProblemCollector } from "./problem-collector.ts";

interface OptionPlace {
  readonly address: string;
  /** Of the resource or look-up. */
  readonly pointer: string;
}

/** What an options bag comes to. */
interface Checked {
  readonly options: CheckedOptions;
  readonly dependsOn: readonly string[];
  readonly parent?: string;
}

/** Most resources have no options. */
const withoutOptions: Checked = {
  dependsOn: [],
  options: { protect: false, ignoreChanges: [], replaceOnChanges: [], deleteBeforeReplace: false },
};

/**
 * Checks an options bag. `definition` is null for reads (`get` and look-ups), which take fewer options. Gives the
 * options, the addresses that `dependsOn` names and the `parent`; `provider` and `version` are read by the caller.
 */
export function checkOptions(
  options: JsonObject,
  definition: ResourceDefinition | null,
  names: ReadonlySet<string>,
  place: OptionPlace,
  collector: ProblemCollector,
): Checked {
  if (Object.keys(options).length === 0) return withoutOptions;
  const sound = soundOptions(options, definition, names, place, collector);
  tellDisagreements(sound, definition, place, collector);
  const list = listOf(sound);
  const onDestroy = sound["onDestroy"] ?? (sound["retainOnDelete"] === true ? "retain" : undefined);
  return {
    dependsOn: list("dependsOn"),
    ...(typeof sound["parent"] === "string" ? { parent: sound["parent"] } : {}),
    options: {
      protect: sound["protect"] === true,
      ignoreChanges: list("ignoreChanges"),
      replaceOnChanges: list("replaceOnChanges"),
      deleteBeforeReplace: sound["deleteBeforeReplace"] === true,
      ...(onDestroy === undefined ? {} : { onDestroy: onDestroy as "delete" | "restore" | "retain" }),
      ...importOf(sound["import"]),
      ...(list("aliases").length === 0 ? {} : { aliases: list("aliases") }),
      ...(typeof sound["deletedWith"] === "string" ? { deletedWith: sound["deletedWith"] } : {}),
      ...(list("additionalSecretOutputs").length === 0 ? {} : { secretOutputs: list("additionalSecretOutputs") }),
      ...timeoutsOf(sound["customTimeouts"]),
      ...(sound["onDrift"] === "warn" || sound["onDrift"] === "ignore" ? { onDrift: sound["onDrift"] } : {}),
    },
  };
}

function importOf(id: Json | undefined): Pick<CheckedOptions, "import" | "adopts"> {
  if (id === "auto") return { adopts: true };
  return typeof id === "string" ? { import: id } : {};
}

function placeOf({ address, pointer: above }: OptionPlace, ...path: (string | number)[]) {
  return { address, pointer: pointer(above, "options", ...path) };
}

function listOf(sound: JsonObject): (name: string) => readonly string[] {
  return (name) => (sound[name] ?? []) as readonly string[];
}

/** The options that may stand as they are; complains of the others, each by itself. */
function soundOptions(
  options: JsonObject,
  definition: ResourceDefinition | null,
  names: ReadonlySet<string>,
  place: OptionPlace,
  collector: ProblemCollector,
): JsonObject {
  const at = (...path: (string | number)[]) => placeOf(place, ...path);
  const sound: Record<string, Json> = {};
  for (const [name, value] of Object.entries(options)) {
    const spec = Object.hasOwn(optionForms, name) ? optionForms[name] : undefined;
    if (spec === undefined) {
      const elsewhere = keyElsewhere(name);
      const free = Object.keys(optionForms).filter((each) => !Object.hasOwn(options, each));
      const meant = elsewhere === undefined ? didYouMean(name, free) : { hint: elsewhere };
      collector.add("unknown-option", `there is no option \`${name}\``, { ...at(name), at: "key", ...meant });
    } else if (definition === null && spec.ofReads !== true) {
      collector.add("invalid-option", `\`${name}\` has no meaning for something that is only read`, {
        ...at(name),
        at: "key",
        hint: "remove it",
      });
    } else if (Array.isArray(value) && value.length > mostNames) {
      const detail = `\`${name}\` has ${value.length} names, and may have at most ${mostNames}`;
      collector.add("beyond-bounds", detail, { ...at(name), at: "key" });
    } else {
      const wrong = misfit(spec.form, value, definition, names);
      for (const { detail, path, ...way } of wrong)
        collector.add("invalid-option", detail, { ...at(name, ...path), ...way });
      if (wrong.length === 0) sound[name] = value;
    }
  }
  return sound;
}

/** Complains of options that are sound one by one and can't stand together, or not for this type. */
function tellDisagreements(
  sound: JsonObject,
  definition: ResourceDefinition | null,
  place: OptionPlace,
  collector: ProblemCollector,
): void {
  const at = (...path: (string | number)[]) => placeOf(place, ...path);
  if (sound["onDestroy"] === "restore" && definition?.existence === "created") {
    collector.add("invalid-option", "there is nothing to restore: this resource does not exist before it is created", {
      ...at("onDestroy"),
      hint: "write delete or retain, or leave it out",
    });
  }
  if (sound["retainOnDelete"] === true && sound["onDestroy"] !== undefined && sound["onDestroy"] !== "retain") {
    collector.add(
      "invalid-option",
      `\`retainOnDelete: true\` keeps the object, and \`onDestroy: ${String(sound["onDestroy"])}\` does not: ` +
        "leave one of the two out",
      at("retainOnDelete"),
    );
  }
  const list = listOf(sound);
  for (const [index, path] of list("replaceOnChanges").entries()) {
    if (!list("ignoreChanges").includes(path)) continue;
    const detail =
      `a change of \`${path}\` is ignored by \`ignoreChanges\`, ` +
      "so it can replace nothing: leave one of the two out";
    collector.add("invalid-option", detail, at("replaceOnChanges", index));
  }
}

/** What is wrong with the value of an option, where, and what is meant instead. */
interface Misfit {
  readonly detail: string;
  /** Within the option. */
  readonly path: readonly (string | number)[];
  readonly at?: "key";
  readonly hint?: string;
  readonly fix?: string;
}

function notTrueOrFalse(value: Json): Misfit {
  const fix = meantBoolean(value);
  return { detail: "must be true or false", path: [], ...(fix === undefined ? {} : { fix }) };
}

/** Of a single text that would be a sound item, the list with it is the fix. */
function notList(value: Json, isItem: (text: string) => boolean): Misfit {
  const fix = typeof value === "string" && /^[\w.-]+$/.test(value) && isItem(value) ? { fix: `[${value}]` } : {};
  const isAll = value === "all" || value === "*";
  return {
    detail: "must be a list",
    path: [],
    ...fix,
    ...(isAll ? { hint: "there is no word for all: name each" } : {}),
  };
}

function misfit(
  form: OptionForm,
  value: Json,
  definition: ResourceDefinition | null,
  names: ReadonlySet<string>,
): readonly Misfit[] {
  switch (form) {
    case "boolean":
      return typeof value === "boolean" ? [] : [notTrueOrFalse(value)];
    case "text":
      return typeof value === "string" && value !== "" ? [] : [{ detail: "must be text", path: [] }];
    case "on-destroy":
      // What may delete is for the author to write.
      return misfitWord(value, destroyWords).map(({ fix: _, ...told }) => told);
    case "on-drift":
      return misfitWord(value, driftWords);
    case "timeouts":
      return misfitTimeouts(value);
    case "texts":
      if (!Array.isArray(value)) return [notList(value, () => true)];
      return value.flatMap((item: Json, index) =>
        typeof item === "string" && item !== "" ? [] : [{ detail: "must be text", path: [index] }],
      );
    case "outputs":
      return misfitOutputs(value, definition);
    case "fields": {
      const mistakeIn = (item: string) => (definition === null ? undefined : pathMistake(item, definition.inputs));
      if (!Array.isArray(value)) return [notList(value, (item) => mistakeIn(item) === undefined)];
      return value.flatMap((item: Json, index) => {
        const path = [index];
        if (typeof item !== "string") return [{ detail: `${JSON.stringify(item)} is no input of this resource`, path }];
        const detail = mistakeIn(item);
        return detail === undefined ? [] : [{ detail, path }];
      });
    }
    case "names": {
      if (!Array.isArray(value)) return [notList(value, (item) => names.has(item))];
      return value.flatMap((item: Json, index) => {
        if (typeof item === "string" && names.has(item)) return [];
        const [, referred = ""] = /^\$\{\s*([\w-]+)[^{}]*\}$/.exec(String(item)) ?? [];
        if (names.has(referred)) {
          const way = { hint: `write the name alone: ${referred}`, fix: referred };
          return [{ detail: "names are written here, and no expression", path: [index], ...way }];
        }
        const detail = `${JSON.stringify(item)} is no resource or look-up of this stack`;
        return [{ detail, path: [index], ...(typeof item === "string" ? didYouMean(item, names) : {}) }];
      });
    }
  }
}

function misfitWord(value: Json, words: readonly string[]): ReturnType<typeof misfit> {
  if (words.some((word) => word === value)) return [];
  const given = String(value).toLowerCase();
  const meant = words.find((word) => given.startsWith(word)) ?? nearestName(given, words);
  const way = meant === undefined ? {} : { hint: `use \`${meant}\``, fix: meant };
  return [{ detail: `must be one of ${words.join(", ")}`, path: [], ...way }];
}

/** Outputs that only the platform decides; inputs and names would be shown by what declares them. */
function misfitOutputs(value: Json, definition: ResourceDefinition | null): ReturnType<typeof misfit> {
  const outputs = definition?.outputs.properties ?? {};
  const sealable = Object.keys(outputs).filter((name) => name !== "id" && outputs[name]?.composed === undefined);
  if (!Array.isArray(value)) return [notList(value, (item) => sealable.includes(item))];
  return value.flatMap((item: Json, index) => {
    if (typeof item === "string" && sealable.includes(item)) return [];
    const path = [index];
    if (typeof item === "string" && Object.hasOwn(definition?.inputs.properties ?? {}, item))
      return [{ detail: `\`${item}\` is an input: give it a secret config value instead`, path }];
    if (typeof item === "string" && Object.hasOwn(outputs, item))
      return [{ detail: `\`${item}\` names the object and is shown everywhere: it can't be secret`, path }];
    const way = typeof item === "string" ? didYouMean(item, sealable) : {};
    return [{ detail: `${JSON.stringify(item)} is no output of this resource`, path, ...way }];
  });
}

function misfitTimeouts(value: Json): ReturnType<typeof misfit> {
  if (!isJsonObject(value)) return [{ detail: "must be a mapping of create, update and delete", path: [] }];
  return Object.entries(value).flatMap(([name, duration]) => {
    if (!timeoutNames.some((each) => each === name)) {
      const detail = `\`${name}\` is none of create, update and delete`;
      return [{ detail, path: [name], at: "key" as const, ...didYouMean(name, timeoutNames) }];
    }
    if (millisecondsOf(duration) !== undefined) return [];
    const fix = meantDuration(duration);
    const way = fix === undefined ? {} : { hint: `write ${fix}`, fix };
    return [{ detail: "must be a duration such as 30s, 5m, 1h or 2d", path: [name], ...way }];
  });
}

const meantDurations = /^\s*([1-9]\d{0,8})\s*(s(?:ec(?:ond)?s?)?|m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?|d(?:ays?)?)\s*$/i;

/** `5m` for `5 minutes`, `5min` and the like; undefined for units that there are none of, as in `5ms`. */
function meantDuration(value: Json): string | undefined {
  const [, count, unit = ""] = meantDurations.exec(String(value)) ?? [];
  return count === undefined ? undefined : `${count}${unit.slice(0, 1).toLowerCase()}`;
}

function timeoutsOf(value: Json | undefined): Pick<CheckedOptions, "timeouts"> {
  if (value === undefined || !isJsonObject(value)) return {};
  const entries = Object.entries(value).map(([name, duration]) => [name, millisecondsOf(duration)] as const);
  return entries.length === 0 ? {} : { timeouts: Object.fromEntries(entries) };
}
