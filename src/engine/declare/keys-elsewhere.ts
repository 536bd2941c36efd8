/** Keys that other tools have in a resource or its options, and what is written here. */
const keysElsewhere: Readonly<Record<string, string>> = {
  lifecycle: "what Terraform keeps in it, `options` say: `protect`, `ignoreChanges`, `replaceOnChanges`",
  prevent_destroy: "write `protect: true` under `options`",
  create_before_destroy: "an object is made before the old one goes, unless `options` have `deleteBeforeReplace: true`",
  timeouts: "write `customTimeouts` under `options`",
  deletionPolicy: "write `onDestroy` under `options`, with delete or retain",
  count: "for one object of each, write `forEach` with a list of texts beside `type`; for one or none, `when`",
  for_each: "write `forEach` beside `type`, with a list of texts or a map",
  forEach: "it stands beside `type`",
  when: "it stands beside `type`",
  condition: "write `when` beside `type`",
  provisioner: "nothing is run on an object once it is made: leave it out",
};

/** What is written here in the place of another tool's key; undefined where it is none of those known. */
export function keyElsewhere(key: string): string | undefined {
  return Object.hasOwn(keysElsewhere, key) ? keysElsewhere[key] : undefined;
}
