import type { Mistake } from "../mistake.ts";

const words = ["block mapping", "implicit key", "flow collection", "directive", "alias", "reserved"];

/** Texts that are no YAML, or not what they seem to be. */
export const yaml: readonly Mistake[] = [
  {
    name: "a double quote is not closed",
    change: [["displayName: Portal", 'displayName: ▸"Portal']],
    says: ["quote", "line 16", "not closed"],
    never: words,
  },
  {
    name: "a single quote is not closed",
    change: [["displayName: Portal", "displayName: ▸'Portal"]],
    says: ["quote", "line 16", "not closed"],
    never: words,
  },
  {
    name: "a bracket is not closed",
    change: [["[AUTHORIZATION_CODE_GRANT]", "▸[AUTHORIZATION_CODE_GRANT"]],
    says: ["`[`", "line 18", "not closed"],
    never: words,
  },
  {
    name: "a brace is not closed",
    change: [["labels: { team: identity }", "labels: ▸{ team: identity"]],
    says: ["`{`", "line 29", "not closed"],
    never: words,
  },
  {
    name: "a colon within a text",
    change: [["displayName: Portal", "displayName: Portal▸: new"]],
    says: ["colon", "quotes", '"Portal: new"'],
    never: words,
  },
  {
    name: "a text that begins with @",
    change: [["displayName: Portal", "displayName: ▸@portal"]],
    says: ["`@`", "quotes", '"@portal"'],
    never: words,
  },
  {
    name: "a text that begins with a backtick",
    change: [["displayName: Portal", "displayName: ▸`portal`"]],
    says: ["`", "quotes"],
    never: words,
  },
  {
    name: "a text that begins with %",
    change: [["displayName: Portal", "displayName: ▸%portal"]],
    says: ["`%`", "quotes", '"%portal"'],
    never: words,
  },
  {
    name: "a text that begins with an asterisk",
    change: [["displayName: Portal", "displayName: ▸*.portal"]],
    says: ["`*", "quotes", '"*.portal"'],
  },
  {
    name: "a text that begins with an exclamation mark",
    change: [["displayName: Portal", "displayName: ▸!Ref portal"]],
    says: ["!Ref", "quotes"],
  },
  {
    name: "a tab at the beginning of a line",
    change: [["      location: global", "▸\tlocation: global"]],
    says: ["tab", "spaces"],
    never: words,
  },
  {
    name: "UTF-16 with a byte order mark",
    line: "check",
    files: { "plumb.yaml": { bytes: Buffer.from("\ufeffname: portal\n", "utf16le") } },
    says: ["plumb.yaml", "UTF-16", "UTF-8"],
    never: words,
  },
  {
    name: "a byte order mark, and a mistake after it",
    change: [["name: portal\nconfig", "\ufeff▸nmae: portal\nconfig"]],
    says: ["`nmae`", "did you mean `name`?"],
  },
  {
    name: "an empty file",
    files: { "plumb.yaml": "" },
    says: ["plumb.yaml", "empty", "plumb init"],
    never: ["`name` is missing", "null"],
  },
  {
    name: "a file of comments",
    files: { "plumb.yaml": "# to do\n" },
    says: ["plumb.yaml", "empty", "plumb init"],
    never: ["`name` is missing", "null"],
  },
  {
    name: "a second document",
    change: [["outputs:\n", "▸---\noutputs:\n"]],
    says: ["second document", "`---`", "line 44", "remove"],
    never: words,
  },
  {
    name: "no blank after the colon",
    change: [["      location: global", "      ▸location:global"]],
    says: ["colon", "blank", "location: global"],
    never: words,
  },
  {
    name: "a key without its colon",
    change: [["    properties:\n      endpoint", "    ▸properties\n      endpoint"]],
    says: ["properties", "colon", "properties:"],
    never: words,
  },
  {
    name: "a key that is indented one blank too far",
    change: [["      displayName: Portal", "       ▸displayName: Portal"]],
    says: ["indented", "6"],
    never: words,
  },
  {
    name: "a bracket too many",
    change: [["[AUTHORIZATION_CODE_GRANT]", "[AUTHORIZATION_CODE_GRANT]▸]"]],
    says: ["`]`", "remove"],
    never: words,
  },
];
