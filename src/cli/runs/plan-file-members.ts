import { canonicalJson } from "../../../packages/base/json/canonical-json.ts";
import { isJsonObject, type Json } from "../../../packages/base/json/json.ts";

/** Members of a document by their names, and of what stands there; null where a value is meant as a whole. */
export interface NamedMembers {
  readonly [name: string]: NamedMembers | null;
}

const change = { old: null, new: null };

const right = { who: null, what: null, when: null };

const hunk = { kind: null, path: null, ...change, ordered: null, parts: null };

const step = {
  step: null,
  needs: null,
  name: null,
  type: null,
  action: null,
  id: null,
  fields: { path: null, ...change, reason: null, replace: null, difference: { hunks: hunk }, rank: null },
  rights: { gains: right, loses: right },
  warnings: null,
  superseded: null,
  order: null,
  done: null,
  movedFrom: null,
  undeletes: null,
  goneWith: null,
  putBack: null,
  blocked: null,
};

/**
 * What a plan file of format 1 says of what is done. A version whose plans say more adds nothing here: files of format
 * 1 do not say it. To have it compared, it raises the format and names its members in a list of their own. Positions in
 * a text, and outputs of other runs since, do not count.
 */
export const reviewedMembers: NamedMembers = {
  kind: null,
  summary: {
    ...{ same: null, create: null, update: null, replace: null, delete: null, read: null },
    ...{ import: null, adopt: null, undelete: null, retain: null, move: null },
  },
  steps: step,
  deferred: { name: null, why: null },
  options: { name: null, option: null, ...change, difference: { hunks: hunk } },
};

/** Whether the copy of a plan in a file of format 1 says what the plan itself says. */
export function saysTheSame(copy: Json, kept: Json): boolean {
  return canonicalJson(reviewed(copy, reviewedMembers)) === canonicalJson(reviewed(kept, reviewedMembers));
}

function reviewed(value: Json, members: NamedMembers | null): Json {
  if (members === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => reviewed(item, members));
  if (!isJsonObject(value)) return value;
  const said = Object.entries(members).flatMap(([name, below]) => {
    const member = value[name];
    return member === undefined ? [] : [[name, reviewed(member, below)] as const];
  });
  return Object.fromEntries(said);
}
