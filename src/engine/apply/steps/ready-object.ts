import { type Json, type JsonObject, jsonEqual } from "../../../../packages/base/json/json.ts";
import { pointer, pointerSegments } from "../../../../packages/base/json/pointer.ts";
import { declarableInputs } from "../../../definitions/schema/declarable.ts";
import type { RemovalStep } from "../../plan/plan.ts";
import type { Observation } from "../../ports/driver.ts";
import type { RecordEffect, RecordSketch } from "../../state/journal.ts";
import { madeRecord } from "../../state/records/made-record.ts";
import { lastingOf, type ResourceRecord } from "../../state/records/record.ts";
import { priorObservation } from "../calls/prior-observation.ts";
import { sendChange } from "../calls/send-change.ts";
import type { NotedChange } from "../noted-change.ts";
import type { RunContext } from "../run-context.ts";

/** What the call before a deletion has come to. */
export interface Readied {
  /** The deletion, of the object as that call has left it. */
  readonly deletion: NotedChange;
  /** The number of the object's record; it has got one by the call where it had none. */
  readonly generation: number;
  /** The call has found nothing. */
  readonly wasAbsent?: true;
}

/**
 * Gives an object what the platform wants of it before it is deleted, as the plan says, and records it: a call of its
 * own, with an intent of its own. Nothing is called where the object has it, or an earlier advance of the run has done
 * so. Whatever ends the run after it, the record tells how the object stands.
 */
export async function readyObject(step: RemovalStep, deletion: NotedChange, context: RunContext): Promise<Readied> {
  const values = valuesBefore(step);
  // What needs no call of its own goes as it was planned: its record may have given way to a younger one under its uid.
  if (Object.keys(values).length === 0) return { deletion, generation: step.generation };
  const as = { deletion, generation: recordIn(step, context)?.generation ?? step.generation };
  if (context.waitingIntent(step.id)?.intent.operation === "delete") return as;
  const stood = priorObservation(step.prior);
  if (context.isBegun(step.id)) return { ...as, deletion: { ...deletion, prior: asReadied(stood, values), stood } };
  const former = recordIn(step, context);
  const known = former === undefined ? sketchOfMaking(step, deletion, context) : sketchOf(former);
  // What nothing is known of is deleted as it stands.
  if (known === undefined) return as;
  const definition = context.definition(step.type);
  const before = stood === null ? {} : declarableInputs(definition, stood.outputs);
  const sketch = {
    ...known,
    readied: { ...former?.readied, ...formerValues(values, stood === null ? known.inputs : before) },
  };
  const named = (sketch.options.secretOutputs ?? []).map((name) => pointer("", name));
  const { target } = deletion;
  const inputs = { ...sketch.inputs, ...values };
  const change: NotedChange = {
    operation: "update",
    precedes: "delete",
    claim: deletion.claim,
    record: { ...sketch, inputs },
    target: { ...target, secret: [...new Set([...(target.secret ?? []), ...named])] },
    inputs: { ...sketch.inputs, ...before, ...values },
    fields: Object.keys(values),
    prior: stood,
    condition: stood?.version ?? null,
    displaces: [],
  };
  const sent = await sendChange(step, change, context);
  const { observation } = sent;
  if (observation === null) {
    await sent.close([], false);
    return { ...as, wasAbsent: true };
  }
  const { uid, address, type, apiVersion, provider, identity } = step;
  const making = { run: context.input.run, uid, address, type, apiVersion, provider, identity };
  const seen = { ...making, before: stood, formerly: former, written: change.fields, asked: change.inputs };
  const record = madeRecord(seen, sketch, inputs, observation, definition, context.now());
  const effect: RecordEffect = {
    kind: "put",
    record: { ...record, status: former?.status ?? statusOf(step, context) },
    claimKey: context.claimKeyOf(type, provider.cloudId, identity.claim),
  };
  await sent.close([effect], false);
  context.noteBegun(step.id);
  return {
    generation: record.generation,
    deletion: { ...deletion, prior: observation, condition: observation.version, stood, isJustSeen: true },
  };
}

/** What the call before a deletion has given the object, as its record tells; empty where it has found nothing. */
export function givenBefore(step: RemovalStep, context: RunContext): JsonObject {
  const recorded = recordIn(step, context)?.inputs ?? {};
  const given = Object.entries(valuesBefore(step)).filter(([name, value]) => jsonEqual(recorded[name] ?? null, value));
  return Object.fromEntries(given);
}

/** What the plan gives the object first, by input. */
function valuesBefore({ how, fields }: RemovalStep): JsonObject {
  if (how !== "delete") return {};
  return Object.fromEntries(
    fields.map(({ path, new: value }): [string, Json] => [pointerSegments(path)[0] ?? "", (value ?? null) as Json]),
  );
}

/** What the object has in the place of the values. */
function formerValues(values: JsonObject, inputs: JsonObject): JsonObject {
  return Object.fromEntries(Object.keys(values).map((name): [string, Json] => [name, inputs[name] ?? null]));
}

/** An object as the call before its deletion leaves it. */
function asReadied(stood: Observation | null, values: JsonObject): Observation | null {
  return stood === null ? null : { ...stood, outputs: { ...stood.outputs, ...values } };
}

/** The record of the step's object; what a broken-off run was to make has none until it is found. */
function recordIn(step: RemovalStep, { records }: RunContext): ResourceRecord | undefined {
  const { uid, generation, identity } = step;
  if (generation > 0) return records.of(step);
  return records.find((each) => each.uid === uid && each.identity.claim === identity.claim);
}

function sketchOf(record: ResourceRecord): RecordSketch & { readonly inputs: JsonObject } {
  return { ...lastingOf(record), inputs: record.inputs, former: "same" };
}

/** What the call of a broken-off run would have recorded of the object. */
function sketchOfMaking(step: RemovalStep, { claim }: NotedChange, context: RunContext) {
  const key = context.claimKeyOf(step.type, step.provider.cloudId, claim);
  const making = context.open.intents(step.uid, key).findLast(({ record }) => record !== null);
  if (making === undefined || making.record === null) return undefined;
  return { ...making.record, inputs: making.record.inputs ?? making.request.inputs };
}

/** What is found late waits for its deletion where another record has its name. */
function statusOf({ address }: RemovalStep, { records }: RunContext): ResourceRecord["status"] {
  return records.at(address) === undefined ? "current" : "superseded";
}
