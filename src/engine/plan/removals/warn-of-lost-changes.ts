import type { Json } from "../../../../packages/base/json/json.ts";
import { pointer } from "../../../../packages/base/json/pointer.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { overlap } from "../../../definitions/schema/place-values.ts";
import type { Value } from "../../../definitions/schema/value.ts";
import { valueInSentence } from "../../../definitions/schema/value-in-sentence.ts";
import { driftedSince } from "../../state/drift/drifted-since.ts";
import { movedSince } from "../../state/drift/moved-since.ts";
import type { ResourceRecord } from "../../state/records/record.ts";
import type { Planning } from "../planning.ts";
import type { Present } from "../resource-case.ts";

/**
 * What others have set since on an object that a plan deletes: it goes too, and that is said before. An object that was
 * deleted and made anew shows it by what only its platform gives. Without a look, nothing is known and nothing
 * said.
 */
export function warnOfLostChanges(
  record: ResourceRecord,
  definition: ResourceDefinition,
  seen: Present,
  superseded: boolean,
  planning: Planning,
): void {
  if (seen.isBelieved === true) return;
  const { address, identity } = record;
  const whose = superseded ? `of the old object \`${identity.id}\` ` : "";
  for (const { path, was, is } of changedSince(record, definition, seen)) {
    const name = path.slice(1).replaceAll("/", ".");
    const detail = `${whose}\`${name}\` was ${shown(was)} and is ${shown(is)} by now, which goes with the object`;
    planning.complain("changed-since", detail, { address });
  }
}

interface ChangedValue {
  readonly path: string;
  readonly was: Value | undefined;
  readonly is: Json | undefined;
}

function changedSince(
  record: ResourceRecord,
  definition: ResourceDefinition,
  { outputs }: Present,
): readonly ChangedValue[] {
  const declared = driftedSince(definition, outputs, record).map(({ pointer: path, old: is, new: was }) => ({
    path,
    was,
    is,
  }));
  // Who wrote last, and when, goes without saying.
  const told = Object.values(definition.lastChange ?? {}).map((path) => pointer("", ...path.split(".")));
  const others = movedSince(record, definition, outputs)
    .filter(({ path }) => ![...told, ...declared.map((each) => each.path)].some((each) => overlap(each, path)))
    .map(({ path, old: was, new: is }) => ({ path, was, is }));
  return [...declared, ...others];
}

function shown(value: Value | undefined): string {
  return (value ?? null) === null ? "absent" : valueInSentence(value);
}
