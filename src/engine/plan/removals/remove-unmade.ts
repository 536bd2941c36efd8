import { echoIdentity } from "../../../definitions/schema/comparison/echo.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { idKey } from "../../../definitions/schema/identity/same-object.ts";
import type { Intent } from "../../state/journal.ts";
import { leftWords } from "../../state/records/may-be-left.ts";
import type { ResourceRecord } from "../../state/records/record.ts";
import type { Indeterminate } from "../../state/stack-state.ts";
import { supersededStepId } from "../../state/step-id.ts";
import { putBackFields } from "../drift/differences.ts";
import { notSettled } from "../indeterminate.ts";
import type { RemovalStep } from "../plan.ts";
import type { Planning } from "../planning.ts";
import { asKept, onDestroyOf } from "../protection.ts";
import { firstFields } from "../undo/first-fields.ts";
import { grantsBack } from "../undo/grants-back.ts";
import { deletionLimit } from "./deletion-limit.ts";

/**
 * Steps that make sure that nothing is left of what broken-off runs may have made and no step of this plan makes: a
 * read that found nothing proves little where reads lag behind, so it is deleted all the same.
 */
export function removeUnmade(planning: Planning): void {
  if (planning.snapshot.indeterminate.length === 0) return;
  const made = new Set(
    planning.steps.flatMap((step) => {
      if (step.kind !== "write") return [];
      const { uid, type, provider, identity } = step;
      return [identity === null ? uid : `${uid} ${planning.claimKeyOf({ type, provider, identity })}`];
    }),
  );
  const { records, superseded } = planning.state;
  // Several shares of one object have their claim in common.
  const keyOf = ({ uid, type, identity }: Pick<ResourceRecord, "uid" | "type" | "identity">, claim: string) =>
    `${uid} ${claim} ${idKey(planning.definition(type), identity.id)}`;
  const recorded = new Set([...records.values(), ...superseded].map((each) => keyOf(each, planning.claimKeyOf(each))));
  for (const each of planning.snapshot.indeterminate) {
    const { intent } = each;
    // What becomes of a recorded object is its record's affair.
    if (intent.record === null || recorded.has(keyOf(intent, intent.claimKey))) continue;
    if (made.has(`${intent.uid} ${intent.claimKey}`) || made.has(intent.uid)) continue;
    if (planning.postponed.has(intent.address)) continue;
    planning.steps.push(unmadeRemoval(each, planning));
  }
}

function mayStand({ intent, why }: Indeterminate, { existence }: ResourceDefinition): string {
  const { identity, run, failedWith, address } = intent;
  if (why === "pending") {
    const being = existence === "created" ? "made" : "changed";
    return (
      `\`${identity.id}\` is being ${being} by run ${run}, as far as the platform tells, and the end of that is ` +
      `waited for first; \`--exclude ${address}\` goes on without it, and \`plumb state rm ${address}\` gives it up`
    );
  }
  const unheard = `run ${run}, which did not learn the result of its call`;
  if (existence === "standing") return `\`${identity.id}\` may have been changed by ${unheard}`;
  return failedWith === undefined ? `\`${identity.id}\` may have been made by ${unheard}` : leftWords(intent);
}

type Ending = Pick<RemovalStep, "how" | "restore" | "fields">;

function onlyGone({ request }: Intent, definition: ResourceDefinition): Ending {
  return { how: "delete", restore: null, fields: firstFields(definition, request.inputs) };
}

const onlyLeft: Ending = { how: "forget", restore: null, fields: [] };

/**
 * How what a call may have changed is put back as its intent noted it. What always stands is written whatever a look
 * shows, which may lag behind; a share goes.
 */
function putBack(intent: Intent, definition: ResourceDefinition): Ending {
  const { record, request } = intent;
  const restore = record?.beforeUs;
  if (definition.existence !== "standing" || restore === undefined) return onlyGone(intent, definition);
  const fields = putBackFields(definition, echoIdentity(definition, request.inputs, restore), restore);
  return { how: "restore", restore, fields };
}

function unmadeRemoval(open: Indeterminate, planning: Planning): RemovalStep {
  const { intent, why, detail } = open;
  const { address, type, apiVersion, uid, provider, identity, record } = intent;
  const taken = new Set(planning.steps.map((step) => step.id));
  let id = address;
  for (let other = record?.generation ?? 0; taken.has(id); other += 1)
    id = supersededStepId({ address, uid, generation: other });
  const definition = planning.definition(type);
  const kept = asKept(intent, planning);
  const mode = kept === undefined ? definition.onDestroy : onDestroyOf(kept, planning);
  const isForeign = why === "not-provably-ours";
  const isLeft = isForeign || mode === "retain";
  const blocked = why === "unreadable" && !isLeft ? notSettled(planning, address, identity.id, detail) : undefined;
  if (isForeign)
    planning.complain(
      "branch-stops",
      `\`${identity.id}\` is not what the run that broke off was to make, so it is left as it is; ` +
        `if it is yours, take it over with \`plumb import ${type} ${address} ${JSON.stringify(identity.id)}\``,
      { address },
    );
  else planning.complain("broken-off", mayStand(open, definition), { address });
  const seen = planning.observed(provider.cloudId, definition, identity.id);
  const isRestored = mode === "restore" && !isForeign && record !== null;
  const back = isRestored ? grantsBack({ ...record, address, type, identity }, seen, planning) : [];
  return {
    kind: "removal",
    id,
    address,
    type,
    apiVersion,
    needs: [],
    uid,
    // There is no record of it: what goes is the claim alone.
    generation: 0,
    provider,
    identity,
    prior: null,
    action: isLeft ? "retain" : "delete",
    ...(isLeft ? onlyLeft : isRestored ? putBack(intent, definition) : onlyGone(intent, definition)),
    ...(back.length === 0 ? {} : { restores: back }),
    superseded: id !== address,
    ...deletionLimit({ address, type, options: record?.options }, planning),
    ...(blocked === undefined ? {} : { blocked }),
  };
}
