import type { OptionSpec } from "../arguments.ts";
import type { Invocation } from "../command.ts";

const pattern = { value: "PATTERN", names: "resources", repeatable: true } as const;

export const targetOption: OptionSpec = {
  ...{ name: "target", ...pattern },
  summary: "only these and what they need: a name, a glob or a type; repeatable",
};

export const changedOption: OptionSpec = {
  name: "changed",
  summary: "only what the declaration changes, by the records, and what that needs: nothing else is read",
};

export const excludeOption: OptionSpec = {
  ...{ name: "exclude", ...pattern },
  summary: "all but these and what leans on them: a name, a glob or a type; repeatable",
};

export const replaceOption: OptionSpec = {
  ...{ name: "replace", ...pattern },
  summary: "make these anew, whether anything differs or not; repeatable",
};

export const skipUnreadableOption: OptionSpec = {
  name: "skip-unreadable",
  summary: "leave what can't be read, and what leans on it, as it is",
};

export const noDeleteOption: OptionSpec = {
  name: "no-delete",
  summary: "delete nothing: what would be deleted stays as it is, and so do grants of others",
};

export const keepProtectedOption: OptionSpec = {
  name: "keep-protected",
  summary: "leave what is protected, and what it needs, as it is",
};

export const maxDeletionsOption: OptionSpec = {
  ...{ name: "max-deletions", value: "N", isCount: true },
  summary: "refuse a plan that deletes more objects, or grants of others, than N",
};

/** What the options say of the part of the stack, for a request. */
export function selectionIn({ arguments: { values, flags } }: Invocation) {
  const list = (name: string) => (values.has(name) ? { [name]: values.get(name) ?? [] } : {});
  const [maxDeletions] = values.get(maxDeletionsOption.name) ?? [];
  return {
    ...list("target"),
    ...list("exclude"),
    ...list("replace"),
    ...(flags.has("skip-unreadable") ? { skipUnreadable: true } : {}),
    ...(flags.has("no-delete") ? { noDelete: true } : {}),
    ...(flags.has("keep-protected") ? { keepProtected: true } : {}),
    ...(maxDeletions === undefined ? {} : { maxDeletions: Number(maxDeletions) }),
  };
}
