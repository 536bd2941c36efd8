import { invariant } from "../../../packages/base/invariant.ts";
import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import type { ResourceRecord } from "../state/records/record.ts";
import { inputsAtEnd, lostValues, putBackPaths, valuesBefore } from "./changed-fields.ts";
import { formerDependencies, formerOptions } from "./former/former-options.ts";
import { isEnd, type ObjectWork, wasGoneBefore } from "./journal/run-work.ts";
import { isDeletion } from "./journal/unseen-work.ts";
import type { UndoContext, Verdict } from "./verdict.ts";

/** What a run has deleted is made anew; what it has let go of is taken back. */
export function undoRemoval(
  { uid, own }: ObjectWork,
  former: ResourceRecord,
  now: ResourceRecord | null,
  definition: ResourceDefinition,
  { names }: UndoContext,
): Verdict {
  if (now !== null || wasGoneBefore({ own })) return { kind: "nothing" };
  // What may have been deleted, and is recorded no more, has no end of this run's.
  const release = own.findLast(isEnd) ?? own.findLast(isDeletion);
  const end = release?.intent ?? null;
  // What got back the values of before us is let go with that: it stands, unless it is a setting, which is taken over
  // like anew.
  const writtenBack = end?.operation === "update" && definition.existence === "created" ? release : undefined;
  const { inputs, provider, type, apiVersion, generation, imported, beforeUs, besideUs, tainted, identity } = former;
  const options = formerOptions(former, null, null, names);
  const stood = inputsAtEnd(former, own, definition);
  invariant(options.ok, "what is gone has no options that could be in the way");
  return {
    kind: "put-back",
    object: {
      record: { uid, type, apiVersion, inputs, dependsOn: formerDependencies(former, null, null, names) },
      address: former.address,
      provider,
      options: options.value,
      ...(end === null || writtenBack !== undefined ? { import: identity.id } : { replaced: former }),
      inverse: {
        paths: writtenBack === undefined ? [] : putBackPaths(former, writtenBack, definition),
        corrected: writtenBack === undefined ? [] : valuesBefore(former, writtenBack, definition),
        lostValues: lostValues(former, {}, own, definition),
        ...(stood === undefined ? {} : { stood }),
        options: options.value,
        providerRef: provider.ref,
        lost: {
          ...{ uid, generation, imported },
          ...(beforeUs === undefined ? {} : { beforeUs }),
          ...(besideUs === undefined ? {} : { besideUs }),
          ...(tainted === undefined ? {} : { tainted }),
        },
      },
    },
  };
}
