import { isJsonObject, type Json, type JsonObject } from "../../../../packages/base/json/json.ts";
import { problem } from "../../../../packages/base/problems/problem.ts";
import { parseId } from "../../../definitions/schema/identity/identity.ts";
import { qualifierMismatches } from "../../../definitions/schema/identity/qualifiers.ts";
import { idKey } from "../../../definitions/schema/identity/same-object.ts";
import { secretPlaces } from "../../../definitions/schema/secret-values.ts";
import { wholeOutputs } from "../../../definitions/schema/whole-value.ts";
import type { ReadStep } from "../../plan/plan.ts";
import type { ReadOutcome } from "../../ports/driver.ts";
import { mayLag } from "../../state/records/lagging-reads.ts";
import type { ResourceRecord } from "../../state/records/record.ts";
import { mayShowBefore } from "../../state/records/shows-before.ts";
import { refused } from "../refused.ts";
import type { RunContext } from "../run-context.ts";
import { StepFailed } from "../step-failed.ts";

/**
 * Reads what could not be read while planning, because its arguments were not known then. Gives the id, if it has one
 * (decision 0036).
 */
export async function performRead(step: ReadStep, context: RunContext): Promise<string | null> {
  if (step.result !== null) return step.result.id;
  const driver = context.input.driverOf(step.provider);
  const { ref, kind, config } = step.provider;
  const provider = { ref, kind, config };
  if (step.ask.kind === "lookup") {
    const given = resolve(step, step.ask.arguments, context);
    const outcome = await driver.lookup(
      { function: step.type, apiVersion: step.apiVersion, provider, arguments: isJsonObject(given) ? given : {} },
      context.signalOf(step),
    );
    if (outcome.kind !== "done") throw refused(step, outcome);
    context.setOutputs(step.address, outcome.result);
    const id = outcome.result["id"];
    return typeof id === "string" ? id : null;
  }
  const definition = context.definition(step.type);
  const parsed = parseId(definition, String(resolve(step, step.ask.id, context)), config);
  if (!parsed.ok) throw new StepFailed(problem("invalid-id", parsed.error, { address: step.address }));
  const qualifiers = resolve(step, step.ask.qualifiers, context);
  const outcome = await driver.read(
    {
      type: step.type,
      apiVersion: step.apiVersion,
      provider,
      id: parsed.value.id,
      variables: parsed.value.variables,
      secret: secretPlaces(qualifiers),
      isForeign: true,
    },
    context.signalOf(step),
  );
  const lagging = shownBefore(step, parsed.value.id, outcome, context);
  if (lagging === undefined && outcome.kind !== "done") throw refused(step, outcome);
  const outputs = lagging ?? (outcome.kind === "done" ? outcome.observation.outputs : {});
  const [mismatch] = qualifierMismatches(definition, outputs, isJsonObject(qualifiers) ? qualifiers : {});
  if (mismatch !== undefined) throw new StepFailed(problem("state-mismatch", mismatch, { address: step.address }));
  context.setOutputs(step.address, outputs);
  return parsed.value.id;
}

/**
 * What an object says that this run has written, where a read that lags behind shows what was there before; undefined
 * where the read tells how it is.
 */
function shownBefore(step: ReadStep, id: string, outcome: ReadOutcome, context: RunContext): JsonObject | undefined {
  if (outcome.kind !== "absent" && outcome.kind !== "done") return undefined;
  const definition = context.definition(step.type);
  const isIt = ({ type, provider, identity, lastRun }: ResourceRecord) =>
    lastRun === context.input.run &&
    type === step.type &&
    provider.cloudId === step.provider.cloudId &&
    idKey(definition, identity.id) === idKey(definition, id);
  const record = context.records.find(isIt);
  if (record === undefined) return undefined;
  const isLagging =
    outcome.kind === "absent"
      ? mayLag(record, context.now())
      : mayShowBefore(record, outcome.observation.outputs, context.now());
  return isLagging ? wholeOutputs(definition, record.outputs) : undefined;
}

function resolve(step: ReadStep, value: Json, context: RunContext): Json {
  const { value: resolved, waiting, errors } = context.input.language.resolve(value, context.bindings);
  const [reason] = [
    ...errors.map((each) => each.detail),
    ...waiting.map((each) => `its value is still not known: ${each.why}`),
  ];
  if (reason !== undefined) throw new StepFailed(problem("expression-failed", reason, { address: step.address }));
  return resolved;
}
