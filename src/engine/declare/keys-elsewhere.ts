const oneObject = "a resource stands for one object: write each under a name of its own, or declare them in a program";

/** Keys that other tools have in a resource or its options, and what is written here. */
const keysElsewhere: Readonly<Record<string, string>> = {
  lifecycle: "what Terraform keeps in it, `options` say: `protect`, `ignoreChanges`, `replaceOnChanges`",
  prevent_destroy: "write `protect: true` under `options`",
  create_before_destroy: "an object is made before the old one goes, unless `options` have `deleteBeforeReplace: true`",
  timeouts: "write `customTimeouts` under `options`",
  deletionPolicy: "write `onDestroy` under `options`, with delete or retain",
  count: oneObject,
  for_each: oneObject,
  forEach: oneObject,
  provisioner: "nothing is run on an object once it is made: leave it out",
};

/** What is written here in the place of another tool's key; undefined where it is none of those known. */
export function keyElsewhere(key: string): string | undefined {
  return Object.hasOwn(keysElsewhere, key) ? keysElsewhere[key] : undefined;
}
