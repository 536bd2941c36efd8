import { canonicalJson } from "../../../packages/base/json/canonical-json.ts";
import { isJsonObject, type Json } from "../../../packages/base/json/json.ts";

/** Members of a document by their names, and of what stands there; null where a value is meant as a whole. */
export interface NamedMembers {
  readonly [name: string]: NamedMembers | null;
}

const change = { old: null, new: null };

const right = { who: null, what: null, when: null, says: null };

const hunk = { kind: null, path: null, ...change, ordered: null, parts: null };

/** Of a step, what versions that write files of format 1 tell in the same words as later ones. */
const firstStep = {
  step: null,
  needs: null,
  name: null,
  type: null,
  action: null,
  id: null,
  fields: { path: null, ...change, reason: null, replace: null, difference: { hunks: hunk }, rank: null },
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

const firstMembers = {
  kind: null,
  summary: {
    ...{ same: null, create: null, update: null, replace: null, delete: null, read: null },
    ...{ import: null, adopt: null, undelete: null, retain: null, move: null },
  },
  steps: firstStep,
  deferred: { name: null, why: null },
  options: { name: null, option: null, ...change, difference: { hunks: hunk } },
};

/** The form of the plan files that are written. */
export const planFileFormat = 2;

/**
 * What a plan file says of what is done, by its format. A version whose plans say more, or say something in other
 * words, raises the format and names its members in a list of their own: files of before do not say it. Version 0.1
 * wrote format 1, and told in other words who gains and who loses. Positions in a text, and outputs of other runs
 * since, do not count.
 */
export const reviewedMembers: Readonly<Record<1 | typeof planFileFormat, NamedMembers>> = {
  1: firstMembers,
  2: {
    ...firstMembers,
    steps: { ...firstStep, rights: { gains: right, loses: right }, keepsOld: null, ignores: { paths: null } },
  },
};

/** Whether the copy of a plan in a file of a format says what the plan itself says. */
export function saysTheSame(copy: Json, kept: Json, format: keyof typeof reviewedMembers): boolean {
  const members = reviewedMembers[format];
  return canonicalJson(reviewed(copy, members)) === canonicalJson(reviewed(kept, members));
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
