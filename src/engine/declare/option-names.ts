/** All options that a resource can have; what each takes: `engine/check/option-forms.ts`. */
export const optionNames = [
  ...["dependsOn", "provider", "protect", "ignoreChanges", "replaceOnChanges", "deleteBeforeReplace"],
  ...["retainOnDelete", "onDestroy", "import", "version", "customTimeouts", "aliases", "onDrift"],
  ...["additionalSecretOutputs", "deletedWith", "parent"],
] as const;
