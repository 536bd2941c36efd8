import { isJsonObject, type Json, type JsonObject } from "../../../../packages/base/json/json.ts";
import { pointer, pointerSegments } from "../../../../packages/base/json/pointer.ts";
import { problem } from "../../../../packages/base/problems/problem.ts";
import { beyondLimits, secretsBeyondLimits } from "../../../definitions/schema/checks/secret-limits.ts";
import { validateValue } from "../../../definitions/schema/checks/validate-value.ts";
import { isUnmoved } from "../../../definitions/schema/comparison/compare-objects.ts";
import { compareValues } from "../../../definitions/schema/comparison/compare-values.ts";
import { platformQuestions, withDefaults } from "../../../definitions/schema/comparison/defaults.ts";
import { echoIdentity } from "../../../definitions/schema/comparison/echo.ts";
import { declarableInputs } from "../../../definitions/schema/declarable.ts";
import { fieldOf } from "../../../definitions/schema/field-schema.ts";
import { identify } from "../../../definitions/schema/identity/identity.ts";
import { isSameObject } from "../../../definitions/schema/identity/same-object.ts";
import { secretPlaces, withheldPlace } from "../../../definitions/schema/secret-values.ts";
import { findUnknown, withheldDetail } from "../../../definitions/schema/value.ts";
import type { Prior, WriteStep } from "../../plan/plan.ts";
import { sentInputs } from "../../plan/values/sent-inputs.ts";
import type { Observation, Target } from "../../ports/driver.ts";
import { movedText } from "../../state/drift/moved-text.ts";
import { withUnmet } from "../../state/drift/unmet.ts";
import { type Intent, type RecordEffect, type RecordSketch, wasAsWanted } from "../../state/journal.ts";
import { type Making, madeRecord, makingEffects } from "../../state/records/made-record.ts";
import type { PhysicalIdentity, ResourceRecord } from "../../state/records/record.ts";
import { mayShowBefore } from "../../state/records/shows-before.ts";
import { takingOver } from "../../state/records/taking-over.ts";
import { answerConfirmed } from "../calls/answer-confirmed.ts";
import { resultOf } from "../calls/call-notes.ts";
import { asLeftByEarlier } from "../calls/lost-creation.ts";
import { priorObservation } from "../calls/prior-observation.ts";
import { sendChange } from "../calls/send-change.ts";
import { tookNothing } from "../calls/took-nothing.ts";
import type { NotedChange } from "../noted-change.ts";
import { refused } from "../refused.ts";
import type { RunContext } from "../run-context.ts";
import { StepFailed } from "../step-failed.ts";
import { restoring } from "./restoring.ts";

/** A step whose values are all known: what exactly is to be written, where, over what. */
interface Filled {
  readonly inputs: JsonObject;
  readonly identity: PhysicalIdentity;
  readonly prior: Prior | null;
  readonly condition: string | null;
  /** It was looked for just now. */
  readonly isJustSeen?: true;
}

/**
 * The result of a write: the object's id, and what else the platform's answers have shown, as the result's detail tells
 * it.
 */
export interface Written {
  readonly id: string;
  readonly found: string;
}

/** Makes an object as declared. The record is durable when this resolves. */
export async function performWrite(step: WriteStep, context: RunContext): Promise<Written> {
  if (step.blocked !== undefined) throw new StepFailed(step.blocked);
  const open = context.waitingIntent(step.id)?.intent;
  const filled =
    open === undefined ? await locate(step, await fillInputs(step, context), context) : filledBy(open, step);
  let observation = priorObservation(filled.prior);
  let isJustSeen = filled.isJustSeen === true;
  if (step.action === "undelete" || step.revives === true) {
    isJustSeen = !context.isBegun(step.id);
    observation = await undelete(step, filled, context);
  }
  // What moves to where nothing stood is made there: nothing that came between is written over.
  const isMove = step.action === "update" && step.former === "superseded" && filled.prior === null;
  const isCreation = step.action === "create" || (step.action === "replace" && step.revives !== true) || isMove;
  const inputs = sentInputs({ ...step, desired: filled.inputs });
  const fields = isCreation ? Object.keys(inputs) : changedFields(step, { ...filled, inputs }, context);
  if (isCreation || fields.length > 0 || (step.action === "update" && step.fields.length === 0)) {
    const unshown = unshownWrite(step, observation, context);
    const change: NotedChange = {
      operation: isCreation ? "create" : "update",
      claim: filled.identity.claim,
      record: { ...sketchOf(step, context), ...(inputs === filled.inputs ? {} : { inputs: filled.inputs }) },
      target: targetOf(step, filled.identity, filled.inputs),
      inputs,
      fields,
      prior: observation,
      // The version of our last write, where the look shows what was before that; else the one that was seen.
      condition: unshown?.version ?? observation?.version ?? filled.condition,
      ...(isCreation || unshown === undefined ? {} : { stood: unshown }),
      displaces: step.displaces ?? [],
      ...(isJustSeen ? { isJustSeen } : {}),
      ...besideOf(step),
      ...(isFormerGone(step, filled.identity, context) ? { isFormerGone: true as const } : {}),
    };
    const sent = await sendChange(step, change, context);
    const answer = sent.observation === null ? null : await answerConfirmed(step, sent.observation, change, context);
    const now = answer ?? observation;
    if (now === null)
      throw new StepFailed(
        problem("not-found", `\`${filled.identity.id}\` was written and can't be read back`, { address: step.address }),
      );
    const done = sent.hasStood === true ? tookNothing(step, filled.identity, context) : step;
    const sending = {
      asked: inputs,
      ...(isCreation ? {} : { written: fields, isBack: isBroughtBack(step, context) }),
    };
    const made = recordOf(done, filled, now, context, sending);
    const former = isCreation ? undefined : context.formerRecord(step)?.observed.unmet;
    const answered = { answer: now.outputs, sent: inputs, written: answer === null ? [] : fields, before: former };
    const record = withUnmet(made, context.definition(step.type), answered);
    await sent.close(effectsOf(step, record, context), true);
    context.setOutputs(step.address, echoIdentity(context.definition(step.type), now.outputs, filled.inputs));
    return { id: record.identity.id, found: sent.found };
  }
  const { identity } = filled;
  const isOurs = step.action === "adopt";
  const target = targetOf(step, identity, filled.inputs);
  const left = isOurs ? await asLeftByEarlier(step, target, identity.claim, context) : undefined;
  return endUncalled(step, filled, left ?? observation, context);
}

/**
 * Ends a write that turns out to have nothing to send: the object is as it is to be. Of an update all that its plan
 * leaves alone is recorded as after a call.
 */
async function endUncalled(
  step: WriteStep,
  filled: Filled,
  observation: Observation | null,
  context: RunContext,
): Promise<Written> {
  const definition = context.definition(step.type);
  const seen = observation ?? { outputs: filled.inputs, version: null };
  const isUpdate = step.action === "update" && observation !== null;
  const sent = sentInputs({ ...step, desired: filled.inputs });
  const made = recordOf(step, filled, seen, context, endOf(step, sent, isUpdate, context));
  const before = isUpdate ? context.formerRecord(step)?.observed.unmet : undefined;
  const record = withUnmet(made, definition, { answer: seen.outputs, sent, written: [], before });
  const key = context.claimKeyOf(step.type, step.provider.cloudId, record.identity.claim);
  const effects = effectsOf(step, record, context);
  const found = step.action === "update" && !context.isBegun(step.id) ? wasAsWanted : "";
  const end = { seq: null, outcome: "done", detail: found, effects, ends: true } as const;
  await context.journal([...context.open.settled(step.uid, key, null), resultOf(step, end, context)], step);
  context.setOutputs(step.address, echoIdentity(definition, seen.outputs, filled.inputs));
  return { id: record.identity.id, found };
}

/** What such a write stands for: nothing was written, and what an undo has undeleted is as it was asked for. */
function endOf(step: WriteStep, asked: JsonObject, isUpdate: boolean, context: RunContext) {
  if (isUpdate) return { asked, written: [] };
  return isBroughtBack(step, context) ? { asked, isBack: true } : {};
}

function isBroughtBack({ action }: WriteStep, { input: { plan } }: RunContext): boolean {
  return plan.kind === "undo" && action === "undelete";
}

/**
 * Our last write of the object, where a look shows what was before it: under its version it is what stands there. The
 * version of a part is that of the whole, which others write as well: the one that was seen counts.
 */
function unshownWrite(step: WriteStep, seen: Observation | null, context: RunContext): Observation | undefined {
  const former = context.definition(step.type).existence === "part" ? undefined : context.formerRecord(step);
  if (seen === null || former === undefined || !mayShowBefore(former, seen.outputs, context.now())) return undefined;
  const { version } = former.observed;
  return version === null ? undefined : { ...seen, outputs: former.outputs, version };
}

/** A step whose operation is under way, as it was when its call was made. */
function filledBy({ identity, record, request, condition }: Intent, step: WriteStep): Filled {
  return { identity, inputs: record?.inputs ?? request.inputs, prior: step.prior, condition };
}

/** The inputs with every expression evaluated and every default found; checked again, since values are new. */
async function fillInputs(step: WriteStep, context: RunContext): Promise<JsonObject> {
  const { language, driverOf } = context.input;
  const signal = context.signalOf(step);
  const place = (at = "") => ({
    address: step.address,
    pointer: `/resources/${step.address}/properties${at}`,
  });
  const { value, waiting, errors } = language.resolve(step.desired, context.bindings);
  for (const { pointer, detail } of errors) throw new StepFailed(problem("expression-failed", detail, place(pointer)));
  for (const { pointer, why } of waiting)
    throw new StepFailed(problem("expression-failed", `its value is still not known: ${why}`, place(pointer)));
  const definition = context.definition(step.type);
  let inputs = withDefaults(definition, isJsonObject(value) ? value : {}, step.provider.config, {});
  for (const field of platformQuestions(definition, inputs)) {
    const answer = await driverOf(step.provider).discover(
      { type: step.type, apiVersion: step.apiVersion, field, provider: step.provider, inputs },
      signal,
    );
    if (answer.kind !== "done") throw refused(step, answer);
    inputs = withDefaults(definition, inputs, step.provider.config, { [field]: answer.value });
  }
  for (const violation of validateValue(definition.inputs, inputs)) {
    throw new StepFailed(problem(violation.code, violation.detail, place(violation.pointer)));
  }
  const withheld = withheldPlace(inputs);
  if (withheld !== undefined) throw new StepFailed(problem("value-not-allowed", withheldDetail, place(withheld)));
  await checkSecrets(step, inputs, context);
  return inputs;
}

/** Secret values are held against the schema as well; what is said of them does not show them. */
async function checkSecrets(step: WriteStep, inputs: JsonObject, context: RunContext): Promise<void> {
  const { inputs: schema } = context.definition(step.type);
  for (const { code, pointer } of await secretsBeyondLimits(schema, inputs, context.input.secrets.open)) {
    throw new StepFailed(
      problem(code, beyondLimits, {
        address: step.address,
        pointer: `/resources/${step.address}/properties${pointer}`,
      }),
    );
  }
}

/**
 * The object's identity and what stands there now; both were planned unless the identity was to be known after apply.
 */
async function locate(step: WriteStep, inputs: JsonObject, context: RunContext): Promise<Filled> {
  const definition = context.definition(step.type);
  const identified = identify(definition, inputs, step.provider.config);
  if (step.identity !== null) {
    const isSame = identified.kind !== "known" || isSameObject(definition, identified, step.identity);
    if (isSame) return { inputs, identity: step.identity, prior: step.prior, condition: step.condition };
    throw new StepFailed(
      problem(
        "stale-plan",
        `it would now be \`${identified.id}\`, not \`${step.identity.id}\` as planned; plan again`,
        { address: step.address },
      ),
    );
  }
  if (identified.kind !== "known")
    throw new StepFailed(
      problem("inputs-insufficient", "its identity can't be told from its inputs", { address: step.address }),
    );
  const identity = { id: identified.id, claim: identified.claim, variables: identified.variables };
  const { driverOf } = context.input;
  const signal = context.signalOf(step);
  const seen = await driverOf(step.provider).read(targetOf(step, identity, inputs), signal);
  if (seen.kind === "absent") {
    if (seen.displaces.length > 0) {
      throw new StepFailed(
        problem(
          "stale-plan",
          `\`${identity.id}\` would remove ${seen.displaces.join(", ")}, which the plan could not show; plan again`,
          { address: step.address },
        ),
      );
    }
    return { inputs, identity, prior: null, condition: seen.version, isJustSeen: true };
  }
  if (seen.kind !== "done") throw refused(step, seen);
  const isRecorded = context.formerRecord(step) !== undefined;
  const wayOut =
    definition.existence === "created"
      ? `${takingOver(step.type, step.address, identity.id, isRecorded)}, or choose another identifier`
      : "plan again";
  throw new StepFailed(
    problem("already-exists", `\`${identity.id}\` exists already, which the plan could not know; ${wayOut}`, {
      address: step.address,
    }),
  );
}

/** Brings a soft-deleted object back, as a write of its own, unless an earlier advance of the run has done so. */
async function undelete(step: WriteStep, filled: Filled, context: RunContext): Promise<Observation | null> {
  const { outputs, observed } = context.formerRecord(step) ?? {};
  if (context.isBegun(step.id) && outputs !== undefined)
    return { outputs, version: observed?.version ?? null, deleted: false, displaces: [] };
  const change: NotedChange = {
    operation: "undelete",
    claim: filled.identity.claim,
    record: sketchOf(step, context),
    target: targetOf(step, filled.identity, filled.inputs),
    inputs: {},
    fields: [],
    prior: priorObservation(filled.prior),
    condition: null,
    displaces: [],
  };
  const { observation, close } = await sendChange(step, change, context);
  // From here the object is ours, whatever becomes of an update that follows.
  const inputs = declarableInputs(context.definition(step.type), observation?.outputs ?? {});
  await close(
    observation === null ? [] : effectsOf(step, recordOf(step, { ...filled, inputs }, observation, context), context),
    false,
  );
  context.noteBegun(step.id);
  checkUnmoved(step, filled, observation, context);
  return observation;
}

/** Checks that what comes back is what the plan saw: before the undelete no read can show it. */
function checkUnmoved(
  step: WriteStep,
  { identity, prior }: Filled,
  now: Observation | null,
  context: RunContext,
): void {
  const definition = context.definition(step.type);
  if (prior === null || now === null || isUnmoved(definition, prior.outputs, now.outputs)) return;
  const moved = movedText(
    definition,
    declarableInputs(definition, prior.outputs),
    declarableInputs(definition, now.outputs),
  );
  const detail = `\`${identity.id}\` has changed since the plan: ${moved}; plan again`;
  throw new StepFailed(problem("stale-plan", detail, { address: step.address }));
}

/**
 * Top-level inputs to write: those planned, less the ones whose values, once known, are what is there already. What was
 * known already is written in any case: the plan may have gone by a read that lagged behind. So is all of an object
 * that a call of an earlier run may change yet.
 */
function changedFields(step: WriteStep, filled: Filled, context: RunContext): readonly string[] {
  const definition = context.definition(step.type);
  const known = step.fields.filter((field) => findUnknown(field.new) === undefined);
  const key = context.claimKeyOf(step.type, step.provider.cloudId, filled.identity.claim);
  const mayChangeYet = context.open.isLeftByEarlier(step.uid, key);
  if (known.length === step.fields.length || filled.prior === null || mayChangeYet) return step.write;
  const wanted: Record<string, Json> = {};
  for (const name of step.write) wanted[name] = filled.inputs[name] ?? null;
  const seen = echoIdentity(definition, filled.prior.outputs, filled.inputs);
  const differences = compareValues(definition.inputs, seen, wanted);
  const guilty = differences.find(({ pointer }) => {
    const field = fieldOf(definition.inputs, pointerSegments(pointer)[0] ?? "");
    return field?.replace === true && !step.fields.some((planned) => planned.path === pointer);
  });
  if (guilty !== undefined) {
    throw new StepFailed(
      problem(
        "stale-plan",
        `\`${guilty.pointer.slice(1)}\` turns out different, which would replace the object; plan again`,
        { address: step.address },
      ),
    );
  }
  const paths = [...known.map(({ path }) => path), ...differences.map(({ pointer }) => pointer)];
  const names = new Set(paths.map((path) => pointerSegments(path)[0]));
  return step.write.filter((name) => names.has(name));
}

/** What the write takes away or puts back on the same physical object, beside its own. */
function besideOf({ displaced, restores }: WriteStep) {
  return { ...(displaced === undefined ? {} : { displaced }), ...restoring(restores) };
}

/** Whether the plan saw that the object which is recorded so far was gone, and has another one made. */
function isFormerGone(step: WriteStep, identity: PhysicalIdentity, context: RunContext): boolean {
  if (step.action !== "create" || step.former !== "removed" || step.removes !== undefined) return false;
  const former = context.formerRecord(step);
  return former !== undefined && !isSameObject(context.definition(step.type), identity, former.identity);
}

function sketchOf(step: WriteStep, { input }: RunContext): RecordSketch {
  const { generation, options, dependsOn, beforeUs, besideUs, imported, tainted, former } = step;
  return {
    ...{ generation, options, dependsOn, imported, former },
    ...(beforeUs === undefined ? {} : { beforeUs }),
    ...(besideUs === undefined ? {} : { besideUs }),
    ...(tainted === undefined ? {} : { tainted }),
    ...(input.plan.kind === "undo" && step.action === "update" ? { keepsDrift: true as const } : {}),
  };
}

function recordOf(
  step: WriteStep,
  filled: Filled,
  seen: Pick<Observation, "outputs" | "version">,
  context: RunContext,
  sending: Partial<Pick<Making, "asked" | "written" | "isBack">> = {},
): ResourceRecord {
  const { uid, address, type, apiVersion, provider } = step;
  const making = {
    run: context.input.run,
    uid,
    address,
    type,
    apiVersion,
    provider,
    identity: filled.identity,
    before: filled.prior,
    formerly: context.formerRecord(step),
    asked: filled.inputs,
    ...sending,
  };
  return madeRecord(making, sketchOf(step, context), filled.inputs, seen, context.definition(type), context.now());
}

function effectsOf(step: WriteStep, record: ResourceRecord, context: RunContext): readonly RecordEffect[] {
  return makingEffects(record, context.formerRecord(step), step.former, context.definition(step.type));
}

function targetOf(step: WriteStep, identity: PhysicalIdentity, inputs: JsonObject): Target {
  const { ref, kind, config } = step.provider;
  const secret = [...secretPlaces(inputs), ...(step.options.secretOutputs ?? []).map((name) => pointer("", name))];
  return {
    type: step.type,
    apiVersion: step.apiVersion,
    provider: { ref, kind, config },
    id: identity.id,
    variables: identity.variables,
    ...(secret.length === 0 ? {} : { secret }),
    ...(step.removes === undefined ? {} : { replaces: step.removes.variables }),
  };
}
