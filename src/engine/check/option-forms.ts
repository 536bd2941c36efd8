import type { optionNames } from "../declare/option-names.ts";

/**
 * What an option takes. `names` and `name`: of resources and look-ups; `fields`: paths of inputs; `outputs`: those that
 * may be secret.
 */
export type OptionForm =
  | "boolean"
  | "text"
  | "texts"
  | "names"
  | "fields"
  | "outputs"
  | "timeouts"
  | "on-destroy"
  | "on-drift";

interface OptionSpec {
  readonly form: OptionForm;
  /** For people. */
  readonly description: string;
  /** It has a meaning for what is only read, too. */
  readonly ofReads?: true;
}

/** The whole options bag. Names of other resources are held against the declaration by `checkRelations`. */
export const optionForms: Readonly<Record<string, OptionSpec>> = {
  dependsOn: {
    form: "names",
    ofReads: true,
    description: "Resources and look-ups after which this one is made, and before which it is deleted.",
  },
  provider: {
    form: "text",
    ofReads: true,
    description: "Name of the provider; the default one of its kind, or the only one, when left out.",
  },
  protect: { form: "boolean", description: "Refuses every removal of the object." },
  ignoreChanges: {
    form: "fields",
    description: "Inputs of which the recorded value is used in place of the declared.",
  },
  replaceOnChanges: { form: "fields", description: "Inputs of which a change replaces the object." },
  deleteBeforeReplace: { form: "boolean", description: "The old object is deleted before the new one is made." },
  retainOnDelete: { form: "boolean", description: "A deletion only forgets the object." },
  onDestroy: { form: "on-destroy", description: "What a deletion does." },
  import: {
    form: "text",
    description:
      "Id of an existing object that is taken into management; `auto` takes whatever stands where it is declared.",
  },
  version: { form: "text", ofReads: true, description: "The interface version." },
  customTimeouts: {
    form: "timeouts",
    description: "How long a step may wait for the platform. Without it there is no limit.",
  },
  aliases: { form: "texts", description: "Former logical names." },
  onDrift: { form: "on-drift", description: "What is done when a declared field has changed on the platform." },
  additionalSecretOutputs: { form: "outputs", description: "Outputs that are sealed and masked." },
  deletedWith: { form: "text", description: "A resource with whose deletion the object goes." },
  parent: { form: "text", ofReads: true, description: "Groups, and hands down `provider` and `protect`." },
} satisfies Readonly<Record<(typeof optionNames)[number], OptionSpec>>;

export const destroyWords = ["delete", "restore", "retain"] as const;
export const driftWords = ["enforce", "warn", "ignore"] as const;
export const timeoutNames = ["create", "update", "delete"] as const;
