import type { Mistake } from "../mistake.ts";

const entry = (to: string) => [["environment: { type: string, default: dev }", to]] as const;

/** Config values that are missing, misfit, misspelt or wrongly declared. */
export const config: readonly Mistake[] = [
  {
    name: "a value that nothing gives",
    change: [["count: { type: integer, default: 3 }", "▸count: { type: integer }"]],
    says: ["`count`", "--config count=", "PLUMB_CONFIG_COUNT", "plumb config set count"],
  },
  {
    name: "a word for a whole number on the command line",
    line: "check --config count=three",
    change: [["  count:", "  ▸count:"]],
    says: ["`count`", "integer", "--config"],
  },
  {
    name: "a key that is misspelt on the command line",
    line: "check --config enviroment=prod",
    says: ["enviroment", "did you mean `environment`?"],
  },
  {
    name: "no value on the command line",
    line: "check --config environment",
    says: ["--config", "KEY=VALUE", "environment"],
  },
  {
    name: "a type that is misspelt",
    change: entry("environment: { type: ▸strng, default: dev }"),
    says: ["strng", "string, ", "write string"],
  },
  {
    name: "a default of another type",
    change: [["default: 3", "default: ▸many"]],
    says: ["integer", "text"],
  },
  {
    name: "the default alone, as other tools take it",
    change: entry("environment: ▸dev"),
    says: ["a mapping", "{ default: dev }"],
    never: ["unknown-reference"],
  },
  {
    name: "a key of an entry is misspelt",
    change: entry("environment: { type: string, ▸defalt: dev }"),
    says: ["`defalt`", "did you mean `default`?"],
    never: ["no value was given"],
  },
  {
    name: "`secret` in words",
    change: [["secret: true", "secret: ▸yes"]],
    says: ["true or false", "write true"],
  },
  {
    name: "the stack's file has a key that the declaration lacks",
    files: { "plumb.dev.yaml": "config:\n  ▸enviroment: prod\n" },
    says: ["enviroment", "did you mean `environment`?"],
  },
  {
    name: "the stack's file has a value of another type",
    files: { "plumb.dev.yaml": "config:\n  count: ▸three\n" },
    says: ["`count`", "integer"],
  },
  {
    name: "the stack's file begins with a misspelt key",
    files: { "plumb.dev.yaml": "▸confg:\n  count: 3\n" },
    says: ["`confg`", "did you mean `config`?"],
  },
  {
    name: "the values of the stack's file stand without `config`",
    files: { "plumb.dev.yaml": "▸environment: prod\n" },
    says: ["`environment`", "under `config`"],
  },
  {
    name: "a variable of the environment has a word for a whole number",
    environment: { PLUMB_CONFIG_COUNT: "three" },
    change: [["  count:", "  ▸count:"]],
    says: ["`count`", "integer", "PLUMB_CONFIG_COUNT"],
  },
];
