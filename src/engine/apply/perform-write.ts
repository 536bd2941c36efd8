import { digest } from "../../base/digest.ts";
import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { pointer, pointerSegments } from "../../base/pointer.ts";
import { problem } from "../../base/problem.ts";
import { compareValues } from "../../definitions/schema/compare-values.ts";
import { declarableInputs } from "../../definitions/schema/declarable.ts";
import { platformQuestions, withDefaults } from "../../definitions/schema/defaults.ts";
import { echoIdentity } from "../../definitions/schema/echo.ts";
import { identify, idKey } from "../../definitions/schema/identity.ts";
import { openSecrets, secretPlaces } from "../../definitions/schema/secret-values.ts";
import { validateValue } from "../../definitions/schema/validate-value.ts";
import { findUnknown } from "../../definitions/schema/value.ts";
import { fieldOf } from "../../definitions/schema/walk-value.ts";
import { withLeft } from "../plan/left-values.ts";
import type { Prior, WriteStep } from "../plan/plan.ts";
import type { Observation, Target } from "../ports/driver.ts";
import type { RecordEffect } from "../state/journal.ts";
import { type PhysicalIdentity, type ResourceRecord, stateFormat } from "../state/record.ts";
import type { RunContext } from "./run-context.ts";
import { type ClaimedChange, refused, sendChange } from "./send-change.ts";
import { StepFailed } from "./step-failed.ts";

/** A step whose holes are filled: what exactly is to be written, where, over what. */
interface Filled {
  readonly inputs: JsonObject;
  readonly identity: PhysicalIdentity;
  readonly prior: Prior | null;
  readonly condition: string | null;
}

/** Makes an object as declared; gives its id. The record is durable when this resolves. */
export async function performWrite(step: WriteStep, context: RunContext): Promise<string> {
  const inputs = await fillInputs(step, context);
  const filled = await locate(step, inputs, context);
  let observation: Observation | null = priorObservation(filled.prior);
  if (step.action === "undelete" || step.revives === true) observation = await undelete(step, filled, context);
  const isCreation = step.action === "create" || (step.action === "replace" && step.revives !== true);
  const fields = isCreation ? Object.keys(inputs) : changedFields(step, filled, context);
  if (isCreation || fields.length > 0 || (step.action === "update" && step.fields.length === 0)) {
    const sent = await sendChange(
      step,
      {
        operation: isCreation ? "create" : "update",
        claim: filled.identity.claim,
        target: targetOf(step, filled.identity, inputs),
        inputs: withLeft(inputs, step.left ?? []),
        fields,
        prior: observation,
        condition: observation?.version ?? filled.condition,
      },
      context,
    );
    const now = sent.observation ?? observation;
    if (now === null)
      throw new StepFailed(
        problem("not-found", `\`${filled.identity.id}\` was written and can't be read back`, { address: step.address }),
      );
    const written = recordOf(step, filled, now, context);
    // What stood there before tells a read that lags behind from somebody's hand.
    const before = filled.prior === null ? {} : { before: digest(filled.prior.outputs) };
    const record = { ...written, observed: { ...written.observed, ...before } };
    await sent.close(effectsOf(step, record, context));
    context.setOutputs(step.address, record.outputs);
    return record.identity.id;
  }
  const record = recordOf(
    step,
    filled,
    observation ?? { outputs: inputs, version: null, deleted: false, displaces: [] },
    context,
  );
  await context.journal(
    [
      ...context.settledIntents(step.uid, context.claimKeyOf(step.type, step.provider.cloudId, record.identity.claim)),
      {
        kind: "result",
        run: context.input.run,
        step: step.id,
        intentSeq: null,
        outcome: "done",
        detail: "",
        effects: effectsOf(step, record, context),
      },
    ],
    (detail) => new StepFailed(problem("claimed-twice", detail, { address: step.address })),
  );
  context.setOutputs(step.address, record.outputs);
  return record.identity.id;
}

/** The inputs with every expression evaluated and every default found; checked again, since values are new. */
async function fillInputs(step: WriteStep, context: RunContext): Promise<JsonObject> {
  const { language, driverOf } = context.input;
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
    const answer = await driverOf(step.provider).discover({
      type: step.type,
      apiVersion: step.apiVersion,
      field,
      provider: step.provider,
      inputs,
    });
    if (answer.kind !== "done") throw refused(step, answer);
    inputs = withDefaults(definition, inputs, step.provider.config, { [field]: answer.value });
  }
  for (const violation of validateValue(definition.inputs, inputs)) {
    throw new StepFailed(problem(violation.code, violation.detail, place(violation.pointer)));
  }
  if (secretPlaces(inputs).length > 0) await checkSecrets(step, inputs, context);
  return inputs;
}

/** Secret values are held against the schema as well; what is said of them does not show them. */
async function checkSecrets(step: WriteStep, inputs: JsonObject, context: RunContext): Promise<void> {
  const opened = await openSecrets(inputs, context.input.secrets.open);
  for (const { code, pointer } of validateValue(context.definition(step.type).inputs, opened)) {
    throw new StepFailed(
      problem(code, "the secret value breaks the rules of its field", {
        address: step.address,
        pointer: `/resources/${step.address}/properties${pointer}`,
      }),
    );
  }
}

/** The object's identity and what stands there now; both were planned unless the identity was a hole. */
async function locate(step: WriteStep, inputs: JsonObject, context: RunContext): Promise<Filled> {
  const definition = context.definition(step.type);
  const identified = identify(definition, inputs, step.provider.config);
  if (step.identity !== null) {
    const isSame =
      identified.kind !== "known" || idKey(definition, identified.id) === idKey(definition, step.identity.id);
    if (isSame || step.action === "import")
      return { inputs, identity: step.identity, prior: step.prior, condition: step.condition };
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
  const seen = await context.input.driverOf(step.provider).read(targetOf(step, identity, inputs));
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
    return { inputs, identity, prior: null, condition: seen.version };
  }
  if (seen.kind !== "done") throw refused(step, seen);
  throw new StepFailed(
    problem("already-exists", `\`${identity.id}\` exists already, which the plan could not know; plan again`, {
      address: step.address,
    }),
  );
}

/** Brings a soft-deleted object back, as a write of its own. */
async function undelete(step: WriteStep, filled: Filled, context: RunContext): Promise<Observation | null> {
  const change: ClaimedChange = {
    operation: "undelete",
    claim: filled.identity.claim,
    target: targetOf(step, filled.identity, filled.inputs),
    inputs: {},
    fields: [],
    prior: priorObservation(filled.prior),
    condition: null,
  };
  const sent = await sendChange(step, change, context);
  const observation = sent.observation;
  // From here the object is ours, whatever becomes of an update that follows.
  const record =
    observation === null
      ? null
      : recordOf(
          step,
          { ...filled, inputs: declarableInputs(context.definition(step.type), observation.outputs) },
          observation,
          context,
        );
  await sent.close(record === null ? [] : effectsOf(step, record, context));
  return observation;
}

/** Top-level inputs to write: those planned, less the ones whose holes turned out to hold what is there already. */
function changedFields(step: WriteStep, filled: Filled, context: RunContext): readonly string[] {
  const definition = context.definition(step.type);
  const hadHoles = step.fields.some((field) => findUnknown(field.new) !== undefined);
  if (!hadHoles || filled.prior === null) return step.write;
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
  return [...new Set(differences.map(({ pointer }) => pointerSegments(pointer)[0] ?? ""))];
}

function recordOf(step: WriteStep, filled: Filled, observation: Observation, context: RunContext): ResourceRecord {
  const definition = context.definition(step.type);
  const outputs = echoIdentity(definition, observation.outputs, filled.inputs);
  return {
    format: stateFormat,
    uid: step.uid,
    address: step.address,
    generation: step.generation,
    status: "current",
    type: step.type,
    definitionVersion: definition.versions.default,
    apiVersion: step.apiVersion,
    provider: step.provider,
    identity: filled.identity,
    inputs: filled.inputs,
    outputs,
    observed: { version: observation.version, digest: digest(observation.outputs), at: context.now() },
    dependsOn: step.dependsOn,
    options: step.options,
    ...(step.beforeUs === undefined ? {} : { beforeUs: step.beforeUs }),
    imported: step.imported,
    lastRun: context.input.run,
  };
}

/** What becomes of the records: the new one, and the former one superseded or gone. */
function effectsOf(step: WriteStep, record: ResourceRecord, context: RunContext): readonly RecordEffect[] {
  const claim = (of: ResourceRecord) => context.claimKeyOf(of.type, of.provider.cloudId, of.identity.claim);
  const put: RecordEffect = { kind: "put", record, claimKey: claim(record) };
  const former = context.formerRecord(step);
  if (former === undefined) return [put];
  if (step.former === "superseded") {
    return [{ kind: "put", record: { ...former, status: "superseded" }, claimKey: claim(former) }, put];
  }
  if (step.former === "removed" || claim(former) !== claim(record)) {
    return [{ kind: "remove", uid: former.uid, generation: former.generation, claimKey: claim(former) }, put];
  }
  return [put];
}

function priorObservation(prior: Prior | null): Observation | null {
  return prior === null ? null : { outputs: prior.outputs, version: prior.version, deleted: false, displaces: [] };
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
  };
}
