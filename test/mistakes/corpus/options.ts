import type { Mistake } from "../mistake.ts";

const option = (to: string) => [["protect: true", to]] as const;

/** Options of a resource that are unknown, misfit or disagree. */
export const options: readonly Mistake[] = [
  {
    name: "an option is misspelt",
    change: option("▸protct: true"),
    says: ["`protct`", "did you mean `protect`?"],
  },
  {
    name: "a key of the timeouts is misspelt",
    change: option("customTimeouts: { ▸creat: 5m }"),
    says: ["`creat`", "did you mean `create`?"],
  },
  {
    name: "a timeout as a bare number",
    change: option("customTimeouts: { create: ▸5 }"),
    says: ["duration", "5m"],
  },
  {
    name: "a timeout in words",
    change: option("customTimeouts: { create: ▸5 minutes }"),
    says: ["duration", "5m"],
  },
  {
    name: "`retainOnDelete` and `onDestroy` disagree",
    change: option("retainOnDelete: ▸true\n      onDestroy: delete"),
    says: ["`retainOnDelete: true`", "`onDestroy: delete`", "leave one"],
  },
  {
    name: "`ignoreChanges` and `replaceOnChanges` name the same field",
    change: option("ignoreChanges: [displayName]\n      replaceOnChanges: [▸displayName]"),
    says: ["`displayName`", "ignoreChanges", "leave"],
  },
  {
    name: "`ignoreChanges` names no field",
    change: option("ignoreChanges: [▸displayNme]"),
    says: ["`displayNme`", "did you mean `displayName`?"],
  },
  {
    name: "`dependsOn` is no list",
    change: option("dependsOn: ▸viewers"),
    says: ["must be a list", "[viewers]"],
  },
  {
    name: "`ignoreChanges` is no list",
    change: option("ignoreChanges: ▸displayName"),
    says: ["must be a list", "[displayName]"],
  },
  {
    name: "a word that `onDrift` does not take",
    change: option("onDrift: ▸warning"),
    says: ["enforce, warn, ignore", "use `warn`"],
  },
  {
    name: "`onDestroy: restore` of what is created",
    change: option("onDestroy: ▸restore"),
    says: ["nothing to restore", "delete or retain"],
  },
  {
    name: "`import` has an id of no form",
    change: option("import: ▸web-portal"),
    says: ["id", "projects/{project}/locations/{location}/oauthClients/{oauthClientId}"],
  },
  {
    name: "an interface version that there is not",
    change: option("version: ▸v2"),
    says: ["`v2`", "v1"],
  },
  {
    name: "the former name of what is still declared",
    change: option("aliases: [▸gateway]"),
    says: ["`gateway`", "declared"],
  },
  {
    name: "`protect` of a look-up",
    change: [
      ["    arguments: { resourceGroupName", "    options: { ▸protect: true }\n    arguments: { resourceGroupName"],
    ],
    says: ["`protect`", "only read", "remove"],
  },
  {
    name: "`lifecycle`, as Terraform has it",
    change: option("▸lifecycle: { prevent_destroy: true }"),
    says: ["`lifecycle`", "`protect`", "`ignoreChanges`"],
  },
  {
    name: "`ignoreChanges: all`, as Terraform has it",
    change: option("ignoreChanges: ▸all"),
    says: ["must be a list", "name each"],
    never: ["[all]"],
  },
  {
    name: "`dependsOn` with a reference",
    change: option('dependsOn: ["▸${viewers}"]'),
    says: ["names are written here", "viewers"],
    never: ["is no resource"],
  },
  {
    name: "`protect` in quotes",
    change: option('protect: ▸"true"'),
    says: ["true or false", "write true"],
  },
];
