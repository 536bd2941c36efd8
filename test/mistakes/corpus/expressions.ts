import type { Mistake } from "../mistake.ts";

/** Expressions that can't be read, or give what is not wanted. */
export const expressions: readonly Mistake[] = [
  {
    name: "the brace is not closed",
    change: [['"for ${portal.name}"', '"for ▸${portal.name"']],
    says: ["no closing `}`", "`$${`"],
  },
  {
    name: "nothing between the braces",
    change: [['"for ${portal.name}"', '"for ▸${}"']],
    says: ["nothing between the braces"],
  },
  {
    name: "an operator without its second side",
    change: [["displayName: Portal", "displayName: ${config.environment +▸}"]],
    says: ["ends", "too early"],
    never: ["EOF", "<EOF>", "mismatched"],
  },
  {
    name: "a number is added to a text",
    change: [["displayName: Portal", "displayName: ${config.environment ▸+ 1}"]],
    says: ["`+`", "text", "whole number", "string("],
  },
  {
    name: "a boolean for a text",
    change: [['"for ${portal.name}"', "▸${portal.disabled}"]],
    says: ["takes text", "true or false", "string("],
  },
  {
    name: "a list within a text",
    change: [['"for ${portal.name}"', '"for ${▸portal.allowedScopes}"']],
    says: ["a list", "can't be written into a text", "join"],
  },
  {
    name: "a secret beside a resource's value in a text",
    change: [['"for ${portal.name}"', '"for ${portal.name} ${▸config.password}"']],
    says: ["secret", "whole", "beside values of a resource"],
  },
  {
    name: "a function that there is not",
    change: [["displayName: Portal", "displayName: ${▸uper(config.environment)}"]],
    says: ["uper", "function"],
    never: ["overload"],
  },
  {
    name: "a filter, as templates of other tools have",
    change: [["displayName: Portal", "displayName: ${config.environment ▸| upper}"]],
    says: ["`|`", "||"],
    never: ["token recognition", "mismatched", "extraneous"],
  },
  {
    name: "single quotes that are not closed",
    change: [["displayName: Portal", 'displayName: "${config.environment + ▸\'x}"']],
    says: ["quote", "closed"],
    never: ["token recognition"],
  },
  {
    name: "a bracket that is not closed",
    change: [["clientId: ${portal.clientId}", "clientId: ${size▸(portal.allowedScopes}"]],
    says: ["`(`", "closed"],
    never: ["mismatched", "missing ')'"],
  },
  {
    name: "a field of a text",
    change: [["${portal.clientId}", "${▸portal.name.first}"]],
    says: ["portal.name", "text", "first"],
  },
  {
    name: "braces in the manner of templates",
    change: [['"for ${portal.name}"', '"for ▸{{ portal.name }}"']],
    says: ["{{", "${portal.name}"],
    exit: 0,
  },
  {
    name: "a single equals sign",
    change: [["disabled: false", 'disabled: ${config.environment ▸= "dev"}']],
    says: ["`=`", "`==`"],
    never: ["token recognition", "mismatched"],
  },
];
