import type { Mistake } from "../mistake.ts";

/** Keys that are misspelt, in the wrong place, missing or there twice. */
export const keys: readonly Mistake[] = [
  {
    name: "`resources` is misspelt",
    change: [["resources:", "▸resorces:"]],
    says: ["`resorces`", "did you mean `resources`?"],
    never: ["unknown-reference"],
  },
  {
    name: "`properties` of a resource is misspelt",
    change: [["    properties:\n      oauthClientId", "    ▸propertes:\n      oauthClientId"]],
    says: ["`propertes`", "did you mean `properties`?"],
    never: ["missing-field", "is required"],
  },
  {
    name: "`type` is misspelt",
    change: [["type: iam:OAuthClient", "▸tpye: iam:OAuthClient"]],
    says: ["`tpye`", "did you mean `type`?"],
    never: ["`type` is missing"],
  },
  {
    name: "a required field is misspelt",
    change: [["oauthClientId: web-portal", "▸oauthClientID: web-portal"]],
    says: ["`oauthClientID`", "did you mean `oauthClientId`?"],
    never: ["is required"],
  },
  {
    name: "a field in the spelling of Terraform",
    change: [["displayName: Portal", "▸display_name: Portal"]],
    says: ["`display_name`", "did you mean `displayName`?"],
  },
  {
    name: "fields stand beside `type`, without `properties`",
    change: [
      [
        "    type: iam:OAuthClient\n    properties:\n",
        "    type: iam:OAuthClient\n    ▸displayName: Portal one\n    properties:\n",
      ],
    ],
    says: ["`displayName`", "under `properties`"],
  },
  {
    name: "`dependsOn` stands beside `options`",
    change: [["    options:\n      protect: true\n", "    ▸dependsOn: [viewers]\n"]],
    says: ["`dependsOn`", "under `options`"],
  },
  {
    name: "`provider` stands beside `type`",
    change: [
      ["    type: compute:ReservationIamMember\n", "    type: compute:ReservationIamMember\n    ▸provider: google\n"],
    ],
    says: ["`provider`", "under `options`"],
  },
  {
    name: "a key is there twice",
    change: [["      disabled: false\n", "      disabled: false\n      ▸displayName: Second\n"]],
    says: ["`displayName`", "line 16", "remove"],
  },
  {
    name: "an output of the platform is given",
    change: [["displayName: Portal", "▸clientId: abc"]],
    says: ["`clientId`", "decided by the platform", "remove"],
  },
  {
    name: "a member of an object is misspelt",
    change: [["{ status: ALLOW_ALL }", "{ ▸statsu: ALLOW_ALL }"]],
    says: ["`statsu`", "did you mean `status`?"],
    never: ["is required"],
  },
  {
    name: "the project has no name",
    change: [["name: portal\nconfig:", "▸config:"]],
    says: ["`name` is missing", "name: "],
  },
  {
    name: "`name` in capitals",
    change: [["name: portal\n", "▸Name: portal\n"]],
    says: ["`Name`", "did you mean `name`?"],
    never: ["`name` is missing"],
  },
  {
    name: "`variables`, as Pulumi calls look-ups",
    change: [["lookups:", "▸variables:"]],
    says: ["`variables`", "`lookups`"],
  },
  {
    name: "`depends_on` in `options`",
    change: [["protect: true", "▸depends_on: [viewers]"]],
    says: ["`depends_on`", "did you mean `dependsOn`?"],
  },
  ...(
    [
      ["depends_on", "[viewers]", ["write `dependsOn` under `options`"]],
      ["lifecycle", "{ prevent_destroy: true }", ["`options`", "`protect`"]],
      ["count", "2", ["write `forEach`", "`when`"]],
      ["for_each", "[a, b]", ["write `forEach`"]],
      ["timeouts", "{ create: 5m }", ["`customTimeouts` under `options`"]],
      ["ignore_changes", "[displayName]", ["write `ignoreChanges` under `options`"]],
    ] as const
  ).map(
    ([key, value, says]): Mistake => ({
      name: `\`${key}\` beside \`type\`, as Terraform has it`,
      change: [
        ["    type: compute:ReservationIamMember\n", `    type: compute:ReservationIamMember\n    ▸${key}: ${value}\n`],
      ],
      says: [`\`${key}\``, ...says],
      never: ["under `properties`"],
    }),
  ),
  {
    name: "a field with a Cyrillic letter",
    change: [["displayName: Portal", "▸displ\u0430yName: Portal"]],
    says: ["did you mean `displayName`?", "U+0430", "looks like `a`"],
  },
  {
    name: "a name with a Cyrillic letter",
    change: [["  gateway:\n", "  ▸g\u0430teway:\n"]],
    says: ["U+0430", "looks like `a`", "write gateway"],
  },
];
