import { keptUndeclared } from "../../definitions/schema/comparison/documented-defaults.ts";
import { declarableInputs } from "../../definitions/schema/declarable.ts";
import { parseId } from "../../definitions/schema/identity/identity.ts";
import { isSameObject } from "../../definitions/schema/identity/same-object.ts";
import { isUnknown, unknown } from "../../definitions/schema/value.ts";
import type { RecordSketch } from "../state/journal.ts";
import { otherIdentity } from "../state/records/other-identity.ts";
import type { PhysicalIdentity, ResourceRecord } from "../state/records/record.ts";
import { takingOver } from "../state/records/taking-over.ts";
import { creationFields } from "./drift/differences.ts";
import { indeterminateMaking, notSettled, stopAsUnowned, tellOfRemains } from "./indeterminate.ts";
import type { FieldChange } from "./plan.ts";
import { pushRemoval, pushWrite, type WritePlan } from "./push-write.ts";
import {
  awaitsFormer,
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
import { asDeleted, onlyUndone } from "./undo/only-undone.ts";

/** No record: the object is to be made, taken over, imported or undeleted (decision 0007). */
export function planNew(known: Case, other: ResourceRecord | undefined): void {
  const { node, definition, provider, desired, planning } = known;
  const id = node.options.import;
  if (id !== undefined && (other === undefined || known.inverse !== undefined) && stillStands(known, id)) {
    // What the undone run has put under the name of what it let go of goes first.
    const former = other === undefined ? [] : [pushRemoval(other, known, { needs: [] })];
    return planImport(known, id, former);
  }
  const { identity } = desired;
  if (
    identity.kind === "known" &&
    awaitsFormer(known, physical(identity), [other === undefined ? "create" : "replace"])
  )
    return planning.setOutputs(node.address, unknown(`known after ${node.address} is made`));
  // What always stands, or stands on what others share, is taken over as it is found, which a plan has to show: it waits for the
  // round that knows where to look.
  if (identity.kind === "unknown" && definition.existence !== "created") {
    planning.setOutputs(node.address, unknown(`known after ${node.address} is made`));
    return planning.postpone(node.address, identity.why, [other === undefined ? "create" : "replace"]);
  }
  // Another type under this name: its object goes first, since the name can stand for one of them only.
  const needs = other === undefined ? [] : [pushRemoval(other, known, { needs: [], by: "replace" })];
  const making =
    other === undefined
      ? ({ action: "create" } as const)
      : ({ action: "replace", order: "delete-before-create" } as const);
  if (identity.kind !== "known") return pushWrite(known, { ...making, needs });
  const observed = planning.observed(provider.cloudId, definition, identity.id);
  const target = physical(identity);
  const unmade = indeterminateMaking(planning, node.address, node.type, identity.id);
  // What a call of unknown end may have changed is not what was there before us: that stands in its intent.
  const before = unmade === undefined ? undefined : beforeOf(unmade.intent.record);
  if (observed.kind === "unreadable") {
    if (unmade === undefined) return unreadable(known, observed, identity.id);
    const blocked = notSettled(planning, node.address, identity.id, observed.detail);
    return pushWrite(known, { ...making, identity: target, needs, blocked });
  }
  if (observed.kind === "absent") {
    if (unmade !== undefined) tellOfRemains(planning, node.address, unmade);
    if (definition.existence === "standing") {
      const detail = `the platform always has \`${identity.id}\`, and shows none: see that it leads to the one that is meant; no value is known that destroy could restore`;
      planning.complain("takes-over", detail, { address: node.address });
    }
    return pushWrite(known, {
      ...making,
      identity: target,
      condition: observed.version,
      displaces: observed.displaces,
      ...before,
      needs,
    });
  }
  if (observed.deleted) return planUndelete(known, null, observed, target, needs);
  if (definition.existence === "created" && unmade === undefined) {
    if (complainOfHolder(known, identity.id)) return planning.setSeen(node.address, observed.outputs);
    if (isMadeBeside(known, identity.id, identity.claim)) return planning.setSeen(node.address, observed.outputs);
    const way = takingOver(node.type, node.address, identity.id, false);
    complainThatExists(known, identity.id, `${way}, or choose another identifier`);
    return planning.setSeen(node.address, observed.outputs);
  }
  const fields = differences(known, observed, null, target);
  if (definition.existence === "created") {
    // What stands there may be half made still, or for good: the operation is awaited, and where it can't be asked after, nothing is done.
    if (unmade?.why === "pending") return pushWrite(known, { ...making, identity: target, needs });
    if (unmade?.why === "unreadable" && unmade.handle !== null) {
      const blocked = notSettled(planning, node.address, identity.id, unmade.detail);
      return pushWrite(known, { ...making, identity: target, needs, blocked });
    }
    const isOurs = fields.length === 0;
    return pushWrite(known, {
      ...(isOurs ? {} : { blocked: stopAsUnowned(planning, node.address, node.type, identity.id) }),
      action: "adopt",
      fields,
      needs,
      identity: target,
      seen: observed,
      prior: { identity: target, generation: 0, outputs: observed.outputs, version: observed.version },
    });
  }
  if (definition.existence === "standing") {
    const was = fields
      .map((field) => `${field.path.slice(1).replaceAll("/", ".")} was ${JSON.stringify(field.old ?? null)}`)
      .join(", ");
    const rest =
      was === ""
        ? ", as it is declared; it is managed from now on"
        : ` (${was}); its value is kept so that destroy can restore it`;
    const detail = `\`${identity.id}\` stands already${rest}`;
    planning.complain("takes-over", detail, { address: node.address });
  }
  if (definition.existence === "part" && !observed.deleted && fields.length === 0) {
    const detail = `\`${identity.id}\` stands already; it is managed from now on, and goes with \`${node.address}\``;
    planning.complain("takes-over", detail, { address: node.address });
  }
  pushWrite(known, {
    ...making,
    fields: creationFields(desired.shown).map((field) => withOld(field, observed, fields)),
    identity: target,
    seen: observed,
    displaces: observed.displaces,
    prior: { identity: target, generation: 0, outputs: observed.outputs, version: observed.version },
    ...(before ?? { beforeUs: declarableInputs(definition, observed.outputs) }),
    needs,
  });
}

/** What an intent noted of what was there before us; empty where nothing was. */
function beforeOf(sketch: RecordSketch | null): Pick<WritePlan, "beforeUs" | "besideUs"> {
  const { beforeUs, besideUs } = sketch ?? {};
  return { ...(beforeUs === undefined ? {} : { beforeUs }), ...(besideUs === undefined ? {} : { besideUs }) };
}

/**
 * Takes an existing object over. It must be the one that is declared: a record of another identity would be of an object that
 * the next plan moves or replaces. While the declared identity is not known, the import waits.
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
  if (complainOfImportedTwice(known, target.id) || awaitsFormer(known, target, ["import"]))
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
      `\`${target.id}\` differs from the declaration in ${guilty.map((field) => `\`${field.path.slice(1)}\``).join(", ")}, which can't be changed in place`,
      { address, pointer },
    );
  }
  for (const name of keptUndeclared(definition.inputs, known.desired.shown, observed.outputs)) {
    const value = JSON.stringify(observed.outputs[name]);
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
    prior: { identity: target, generation: 0, outputs: observed.outputs, version: observed.version },
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
      `\`${target.id}\` is soft-deleted and differs in ${guilty.map((field) => `\`${field.path.slice(1)}\``).join(", ")}, which can't be changed; choose a new identifier, or declare the value it had and undelete it`,
      { address: node.address, pointer: `/resources/${node.address}`, at: "key" },
    );
  }
  pushWrite(known, {
    action: "undelete",
    fields,
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
