import { keptUndeclared } from "../../definitions/schema/comparison/documented-defaults.ts";
import { declarableInputs } from "../../definitions/schema/declarable.ts";
import { parseId } from "../../definitions/schema/identity/identity.ts";
import { isSameObject } from "../../definitions/schema/identity/same-object.ts";
import { isUnknown, unknown } from "../../definitions/schema/value.ts";
import { valueInSentence } from "../../definitions/schema/value-in-sentence.ts";
import { otherIdentity } from "../state/records/other-identity.ts";
import type { PhysicalIdentity, ResourceRecord } from "../state/records/record.ts";
import { takingOver } from "../state/records/taking-over.ts";
import type { Observed } from "../state/snapshot.ts";
import type { Indeterminate } from "../state/stack-state.ts";
import { creationFields } from "./drift/differences.ts";
import { indeterminateMaking, makingNow, notSettled, stopAsUnowned, warnOfRemains } from "./indeterminate.ts";
import type { FieldChange, Prior } from "./plan.ts";
import { pushRemoval, pushWrite, type WritePlan } from "./push-write.ts";
import {
  awaitsFormerObject,
  type Case,
  complainOfHolder,
  complainOfImportedTwice,
  complainThatExists,
  differences,
  isMadeBeside,
  type Present,
  physical,
  unreadable,
} from "./resource-case.ts";
import { comesBack } from "./undo/as-it-stood.ts";
import { asDeleted, onlyUndone } from "./undo/only-undone.ts";

/** No record: the object is to be made, taken over, imported or undeleted (decision 0007). */
export function planNew(known: Case, other: ResourceRecord | undefined): void {
  const { node, definition, desired, planning } = known;
  const id = node.options.import;
  if (id !== undefined && (other === undefined || known.inverse !== undefined) && stillStands(known, id)) {
    // What the undone run has put under the name of what it let go of goes first.
    const former = other === undefined ? [] : [pushRemoval(other, known, { needs: [] })];
    return planImport(known, id, former);
  }
  const { identity } = desired;
  const action = other === undefined ? "create" : "replace";
  if (identity.kind === "known" && awaitsFormerObject(known, physical(identity), [action]))
    return planning.setOutputs(node.address, unknown(`known after ${node.address} is made`));
  // What always stands, or stands on what others share, is taken over as it is found, which a plan has to show: it
  // waits for the round that knows where to look.
  if (identity.kind === "unknown" && definition.existence !== "created") {
    planning.setOutputs(node.address, unknown(`known after ${node.address} is made`));
    return planning.postpone(node.address, identity.why, [action]);
  }
  const making: Making = {
    ...(other === undefined ? { action } : { action, order: "delete-before-create" }),
    // Another type under this name: its object goes first, since the name can stand for one of them only.
    needs: other === undefined ? [] : [pushRemoval(other, known, { needs: [], by: "replace" })],
  };
  if (identity.kind !== "known") return pushWrite(known, making);
  planMaking(known, { ...making, identity: physical(identity) });
}

/** The write that makes a new object, as far as it does not depend on what stands there. */
type Making = Pick<WritePlan, "action" | "order"> & { readonly needs: readonly string[] };

/** The same once it is known where. */
type PlacedMaking = Making & { readonly identity: PhysicalIdentity };

/** What becomes of the making of an object, by what is seen where it is to be. */
function planMaking(known: Case, making: PlacedMaking): void {
  const { node, definition, provider, planning } = known;
  const { identity } = making;
  const observed = planning.observed(provider.cloudId, definition, identity.id);
  const unmade = indeterminateMaking(planning, node.address, node.type, identity.id);
  if (observed.kind === "unreadable") {
    if (unmade === undefined) return unreadable(known, observed, identity.id);
    const blocked = notSettled(planning, node.address, identity.id, observed.detail);
    return pushWrite(known, { ...making, blocked });
  }
  if (observed.kind === "absent") return makeUnseen(known, making, observed, unmade);
  if (observed.deleted) return planUndelete(known, null, observed, identity, making.needs);
  if (definition.existence !== "created") return takeOver(known, making, observed, unmade);
  if (unmade === undefined) return meetStanding(known, observed, making);
  settleUnmade(known, making, observed, unmade);
}

/** Nothing is seen there. */
function makeUnseen(
  known: Case,
  making: PlacedMaking,
  { version: condition, displaces }: Extract<Observed, { kind: "absent" }>,
  unmade: Indeterminate | undefined,
): void {
  const { node, definition, planning } = known;
  if (unmade !== undefined) warnOfRemains(planning, node.address, unmade);
  if (definition.existence === "standing") {
    const detail =
      `the platform always has \`${making.identity.id}\`, and shows none: ` +
      "see that it leads to the one that is meant; no value is known that destroy could restore";
    planning.complain("takes-over", detail, { address: node.address });
  }
  pushWrite(known, { ...making, condition, displaces, ...beforeOf(unmade) });
}

/** Another hand's object stands where one is to be made. */
function meetStanding(known: Case, { outputs }: Present, { identity: { id, claim }, needs }: PlacedMaking): void {
  const { address, type, options } = known.node;
  if (!complainOfHolder(known, id) && !isMadeBeside(known, id, claim)) {
    if (options.adopts === true && makingNow(known.planning, type, id) === undefined)
      return planImport(known, id, needs);
    complainThatExists(known, id, `${takingOver(type, address, id, false)}, or choose another identifier`);
  }
  known.planning.setSeen(address, outputs);
}

/** What stands there may have been made by a call of unknown end. */
function settleUnmade(known: Case, making: PlacedMaking, observed: Present, unmade: Indeterminate): void {
  const { node, planning } = known;
  const { identity, needs } = making;
  // It may be half made still, or for good: its operation is awaited; where that can't be asked after, nothing is done.
  if (unmade.why === "pending") return pushWrite(known, making);
  if (unmade.isOperationUnknown === true) {
    const blocked = notSettled(planning, node.address, identity.id, unmade.detail);
    return pushWrite(known, { ...making, blocked });
  }
  const fields = differences(known, observed, null, identity);
  const isOurs = fields.length === 0;
  pushWrite(known, {
    ...(isOurs ? {} : { blocked: stopAsUnowned(planning, node.address, node.type, identity.id) }),
    action: "adopt",
    fields,
    needs,
    identity,
    seen: observed,
    prior: foundThere(identity, observed),
  });
}

/** What always stands, or a share of what others hold too, is written as it is found, and is managed from now on. */
function takeOver(known: Case, making: PlacedMaking, observed: Present, unmade: Indeterminate | undefined): void {
  const { definition, desired } = known;
  const { identity } = making;
  const fields = differences(known, observed, null, identity);
  tellOfTakeover(known, identity, fields);
  pushWrite(known, {
    ...making,
    fields: creationFields(desired.shown).map((field) => withOld(field, observed, fields)),
    seen: observed,
    displaces: observed.displaces,
    prior: foundThere(identity, observed),
    ...(unmade === undefined ? { beforeUs: declarableInputs(definition, observed.outputs) } : beforeOf(unmade)),
  });
}

function tellOfTakeover(
  { node, definition, planning }: Case,
  { id }: PhysicalIdentity,
  fields: readonly FieldChange[],
): void {
  const { address } = node;
  const complain = (detail: string) => planning.complain("takes-over", detail, { address });
  const was = fields
    .map((field) => `${field.path.slice(1).replaceAll("/", ".")} was ${valueInSentence(field.old)}`)
    .join(", ");
  if (definition.existence === "standing" && was !== "")
    complain(`\`${id}\` stands already (${was}); its value is kept so that destroy can restore it`);
  else if (definition.existence === "standing")
    complain(`\`${id}\` stands already, as it is declared; it is managed from now on`);
  else if (was === "") complain(`\`${id}\` stands already; it is managed from now on, and goes with \`${address}\``);
}

/** What no record of ours stands for, as the prior of its step. */
function foundThere(identity: PhysicalIdentity, { outputs, version }: Present): Prior {
  return { identity, generation: 0, outputs, version };
}

/**
 * What was there before us, as the intent of a call of unknown end noted it: what is seen that call may have changed.
 * Empty where nothing was.
 */
function beforeOf(unmade: Indeterminate | undefined): Pick<WritePlan, "beforeUs" | "besideUs"> {
  const { beforeUs, besideUs } = unmade?.intent.record ?? {};
  return { ...(beforeUs === undefined ? {} : { beforeUs }), ...(besideUs === undefined ? {} : { besideUs }) };
}

/**
 * Takes an existing object over. It must be the one that is declared: a record of another identity would be of an
 * object that the next plan moves or replaces. While the declared identity is not known, the import waits.
 */
function planImport(known: Case, id: string, needs: readonly string[]): void {
  const { node, definition, provider, planning, desired } = known;
  const { address } = node;
  const parsed = parseId(definition, id, provider.config);
  const pointer = `/resources/${address}/options/import`;
  if (!parsed.ok) return planning.complain("invalid-id", parsed.error, { address, pointer });
  const target: PhysicalIdentity = parsed.value;
  const declared = desired.identity;
  if (declared.kind === "unknown") {
    planning.setOutputs(address, unknown(declared.why));
    return planning.postpone(address, declared.why, ["import"]);
  }
  if (declared.kind === "known" && !isSameObject(definition, declared, target)) {
    planning.setOutputs(address, unknown(`known after ${address} is imported`));
    return planning.complain("state-mismatch", otherIdentity(address, declared.id, target.id), { address, pointer });
  }
  if (complainOfImportedTwice(known, target.id) || awaitsFormerObject(known, target, ["import"]))
    return planning.setOutputs(address, unknown(`known after ${address} is imported`));
  const observed = planning.observed(provider.cloudId, definition, target.id);
  if (observed.kind === "unreadable") return unreadable(known, observed, target.id);
  if (observed.kind === "absent")
    return planning.complain("not-found", `there is no \`${target.id}\` to import`, { address, pointer });
  if (observed.deleted) {
    return planning.complain(
      "soft-deleted",
      `\`${target.id}\` is soft-deleted; undelete it on the platform, then import it`,
      { address, pointer },
    );
  }
  const differing = differences(known, observed, null, target);
  const undone = known.inverse === undefined ? null : onlyUndone(known, known.inverse, differing, observed);
  const fields = undone?.fields ?? differing;
  const guilty = fields.filter((field) => field.replace);
  if (guilty.length > 0) {
    planning.complain(
      "state-mismatch",
      `\`${target.id}\` differs from the declaration in ` +
        `${guilty.map((field) => `\`${field.path.slice(1)}\``).join(", ")}, which can't be changed in place`,
      { address, pointer },
    );
  }
  for (const name of keptUndeclared(definition.inputs, known.desired.shown, observed.outputs)) {
    const value = valueInSentence(observed.outputs[name]);
    const detail = `\`${name}\` is ${value} and is not declared; it is kept`;
    planning.complain("kept-undeclared", detail, { address, pointer, at: "key" });
  }
  pushWrite(known, {
    action: "import",
    fields,
    needs,
    left: undone?.left ?? [],
    identity: target,
    seen: observed,
    prior: foundThere(target, observed),
    displaces: observed.displaces,
  });
}

/** What an undo takes back is made anew where it does not stand any more. */
function stillStands({ inverse, definition, provider, planning }: Case, id: string): boolean {
  if (inverse === undefined) return true;
  const observed = planning.observed(provider.cloudId, definition, id);
  return observed.kind === "present" && !observed.deleted;
}

/** Soft-deleted under our identifier: it can come back where nothing differs that an update can't mend. */
export function planUndelete(
  known: Case,
  record: ResourceRecord | null,
  observed: Present,
  target: PhysicalIdentity,
  needs: readonly string[] = [],
): void {
  const { node, planning } = known;
  const differing = differences(known, observed, record, target);
  const undone = known.inverse === undefined ? null : asDeleted(known, known.inverse, differing, observed);
  const fields = undone?.fields ?? differing;
  const guilty = fields.filter((field) => field.replace);
  if (guilty.length > 0) {
    planning.complain(
      "identifier-reserved",
      `\`${target.id}\` is soft-deleted and differs in ` +
        `${guilty.map((field) => `\`${field.path.slice(1)}\``).join(", ")}, which can't be changed; ` +
        "choose a new identifier, or declare the value it had and undelete it",
      { address: node.address, pointer: `/resources/${node.address}`, at: "key" },
    );
  }
  pushWrite(known, {
    action: "undelete",
    fields,
    back: comesBack(known, fields),
    left: undone?.left ?? [],
    needs,
    identity: target,
    ...(record === null ? {} : { record }),
    seen: observed,
    prior: {
      identity: target,
      generation: record?.generation ?? 0,
      outputs: observed.outputs,
      version: observed.version,
    },
  });
}

function withOld(field: FieldChange, observed: Present, changes: readonly FieldChange[]): FieldChange {
  const changed = changes.some((each) => each.path === field.path || each.path.startsWith(`${field.path}/`));
  const old = observed.outputs[field.path.slice(1)];
  return changed && old !== undefined && old !== null && !isUnknown(old) ? { ...field, old } : field;
}
