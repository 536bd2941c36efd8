import type { Mistake } from "../mistake.ts";

/** Values of the wrong type. */
export const types: readonly Mistake[] = [
  {
    name: "a number where text is due",
    change: [["displayName: Portal", "displayName: ▸12"]],
    says: ["must be text", "number", '"12"'],
  },
  {
    name: "`yes` for a boolean",
    change: [["disabled: false", "disabled: ▸yes"]],
    says: ["true or false", "write true"],
  },
  {
    name: "a boolean in quotes",
    change: [["disabled: false", 'disabled: ▸"false"']],
    says: ["true or false", "write false"],
  },
  {
    name: "one text where a list is due",
    change: [["[https://portal.example/callback]", "▸https://portal.example/callback"]],
    says: ["must be a list", "[https://portal.example/callback]"],
  },
  {
    name: "a number in a list of texts",
    change: [["[https://portal.example/callback]", "[https://portal.example/callback, ▸7]"]],
    says: ["must be text", "number", '"7"'],
  },
  {
    name: "a list where a mapping is due",
    change: [["labels: { team: identity }", "labels: ▸[team]"]],
    says: ["must be a map", "a list", "key: value"],
  },
  {
    name: "a number as a label",
    change: [["labels: { team: identity }", "labels: { team: ▸1 }"]],
    says: ["must be text", "number", '"1"'],
  },
  {
    name: "a mapping where text is due",
    change: [["displayName: Portal", "displayName: ▸{ en: Portal }"]],
    says: ["must be text", "a map"],
  },
  {
    name: "a required field without a value",
    change: [["location: global", "▸location:"]],
    says: ["`location`", "is required"],
  },
  {
    name: "`properties` is a list",
    change: [["    properties:\n      restrictWorkspaceAdmins: { status: ALLOW_ALL }", "    properties: ▸[status]"]],
    says: ["a mapping", "a list"],
    never: ["is required"],
  },
  {
    name: "`resources` is a list",
    change: [["lookups:", "resources2: 1\nlookups:"]],
    files: {
      "plumb.yaml": "name: portal\nresources:\n  ▸- name: portal\n    type: iam:OAuthClient\n",
    },
    says: ["a mapping", "a list", "by its name"],
  },
  {
    name: "a version that YAML reads as a number",
    change: [["team: identity", "version: ▸1.10"]],
    says: ["must be text", "number", '"1.10"'],
  },
  {
    name: "the name of the project is a number",
    change: [["name: portal\nconfig", "name: ▸2024\nconfig"]],
    says: ["`name` must be text", "number"],
  },
];
