import { type Json, type JsonObject, jsonEqual } from "../../../packages/base/json/json.ts";
import { pointer } from "../../../packages/base/json/pointer.ts";
import { autoNames, platformQuestions } from "../../definitions/schema/comparison/defaults.ts";
import { echoIdentity } from "../../definitions/schema/comparison/echo.ts";
import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { inputsBehind, type ParsedId, parseId } from "../../definitions/schema/identity/identity.ts";
import { idKey } from "../../definitions/schema/identity/same-object.ts";
import { holderOf } from "../../definitions/schema/lies-in.ts";
import { secretPlaces } from "../../definitions/schema/secret-values.ts";
import { escapedOutputs, unknown, type Value } from "../../definitions/schema/value.ts";
import type { ResourceNode } from "../check/checked-declaration.ts";
import { desiredOf } from "../check/desired.ts";
import type { ProviderInstance } from "../ports/driver.ts";
import { presentIdentity } from "../state/records/present-name.ts";
import { claimKey, type ResourceRecord } from "../state/records/record.ts";
import { type Observed, objectKey } from "../state/snapshot.ts";
import type { Question } from "./question.ts";
import type { RefreshSession } from "./refresh-session.ts";
import { refusalProblem } from "./refusal-problem.ts";

/** Puts the questions that are left about a declared resource, as far as what is known by now lets them be asked. */
export function askResource(
  session: RefreshSession,
  node: ResourceNode,
  questions: Question[],
  jobs: (() => Promise<void>)[],
): void {
  const { language } = session.input;
  const definition = session.definition(node.type);
  const record = session.state.records.get(node.address);
  const provider = session.providers.get(node.provider);
  if (provider === undefined) {
    session.show(node.address, outputsOf(session, node, definition, record));
    return;
  }
  const isNew = record === undefined || record.type !== node.type;
  if (isNew && !session.freshUids.has(node.address))
    session.freshUids.set(node.address, session.openIntentAt(node.address, node.type)?.uid ?? session.freshUid());
  chooseNames(session, node, definition, provider, record);
  const desired = desiredOf(
    node,
    definition,
    provider,
    language,
    session.bindings,
    session.found.get(node.address)?.values ?? {},
  );
  const { identity } = desired;
  const cloudId = session.cloudId(provider);
  if (identity.kind === "known" && session.isRename(node, definition, cloudId, identity)) return;
  session.show(node.address, outputsOf(session, node, definition, record));
  const isLookedAt = session.isLookedAt(node.address);
  if (isLookedAt) discover(session, node, definition, provider, desired.inputs, record, jobs);

  const ask = (id: string, variables: Readonly<Record<string, string>>, claim: string) => {
    const key = objectKey(cloudId, idKey(definition, id));
    const isTakeover = node.options.import !== undefined || node.options.adopts === true;
    session.noteClaim(claimKey(cloudId, claim, definition.identity.ignoreCase === true), key, isTakeover);
    if (session.asked.has(key)) return;
    session.asked.add(key);
    if (!isLookedAt) return void session.observations.set(key, notLookedAt);
    const secret = [
      ...secretPlaces(desired.inputs),
      ...(node.options.secretOutputs ?? []).map((name) => pointer("", name)),
      ...(session.keptSecrets.get(key) ?? []),
    ];
    const { type, apiVersion } = node;
    const target = { type, apiVersion, provider, id, variables, ...(secret.length === 0 ? {} : { secret }) };
    questions.push({ key, cloudId, definition, target });
  };
  const isToBeMade = identity.kind === "known" && (isNew || !isRecorded(identity, cloudId, record));
  if (identity.kind === "known" && isToBeMade) ask(identity.id, identity.variables, identity.claim);
  // A call of unknown end may have put another share on the same physical object: a look at it tells it from others'.
  if (identity.kind === "known" && definition.existence === "part")
    for (const { intent } of session.input.indeterminate)
      if (intent.type === node.type && intent.provider.cloudId === cloudId && intent.identity.claim === identity.claim)
        ask(intent.identity.id, intent.identity.variables, intent.identity.claim);
  if (identity.kind === "known" && isToBeMade && isLookedAt && session.input.refresh)
    noteParent(session, node, definition, provider, identity.variables);
  if (node.options.import !== undefined && record === undefined) {
    const parsed = parseId(definition, node.options.import, provider.config);
    if (parsed.ok) ask(parsed.value.id, parsed.value.variables, parsed.value.claim);
  }
}

/** What a new object lies in has to be there by then. */
function noteParent(
  session: RefreshSession,
  { address }: ResourceNode,
  definition: ResourceDefinition,
  provider: ProviderInstance,
  variables: Readonly<Record<string, string>>,
): void {
  const parent = holderOf(definition, variables, session.input.catalog);
  const parsed = parent === undefined ? undefined : parseId(parent.definition, parent.id, provider.config);
  if (parent === undefined || parsed?.ok !== true) return;
  const { type, versions } = parent.definition;
  const { id } = parsed.value;
  const cloudId = session.cloudId(provider);
  session.parents.set(address, {
    ...{ key: objectKey(cloudId, idKey(parent.definition, id)), cloudId, definition: parent.definition },
    target: { type, apiVersion: versions.default, provider, id, variables: parsed.value.variables, isForeign: true },
  });
}

const notLookedAt: Observed = { kind: "unreadable", reason: "unavailable", detail: "this plan does not look at it" };

/** The record's own object has been asked about already, and the claim is its own. */
function isRecorded({ id, claim }: Pick<ParsedId, "id" | "claim">, cloudId: string, record: ResourceRecord): boolean {
  return record.identity.id === id && record.identity.claim === claim && record.provider.cloudId === cloudId;
}

/**
 * Auto-names: the recorded one where there is one, that of the object to be imported, the one a call may have been made
 * with, a fresh one otherwise.
 */
function chooseNames(
  session: RefreshSession,
  node: ResourceNode,
  definition: ResourceDefinition,
  provider: ProviderInstance,
  record: ResourceRecord | undefined,
): void {
  if (session.found.has(node.address)) return;
  const names = autoNames(definition, node.inputs);
  if (names.length === 0) return;
  const imported = importedInputs(node, definition, provider);
  const values = names.map(({ field, suffixLength }) => [
    field,
    record?.inputs[field] ??
      imported[field] ??
      session.openIntentAt(node.address, node.type)?.request.inputs[field] ??
      `${node.address}-${session.input.ids.suffix(suffixLength)}`,
  ]);
  session.found.set(node.address, { values: Object.fromEntries(values), by: {} });
}

/** The inputs that the id says which the declaration imports; none where it imports nothing. */
function importedInputs(
  { options }: ResourceNode,
  definition: ResourceDefinition,
  provider: ProviderInstance,
): JsonObject {
  const parsed = options.import === undefined ? undefined : parseId(definition, options.import, provider.config);
  return parsed?.ok === true ? inputsBehind(definition, parsed.value.variables) : {};
}

/** Asks the platform for left-out inputs that only it knows. */
function discover(
  session: RefreshSession,
  node: ResourceNode,
  definition: ResourceDefinition,
  provider: ProviderInstance,
  inputs: JsonObject,
  record: ResourceRecord | undefined,
  jobs: (() => Promise<void>)[],
): void {
  for (const field of platformQuestions(definition, inputs)) {
    const rule = definition.inputs.properties[field]?.default;
    if (rule?.from !== "platform") continue;
    const by = Object.fromEntries(rule.by.map((name) => [name, inputs[name] ?? null]));
    if (Object.values(by).some((value) => typeof value !== "string")) continue;
    // A new name takes the value along: of one that is gone it is asked for again.
    const known = knownValue(session, definition, record, field);
    if (known !== undefined && rule.by.every((name) => jsonEqual(record?.inputs[name], by[name]))) {
      session.addFound(node.address, field, known, by);
      continue;
    }
    const key = questionKey(node.address, field, by);
    if (session.asked.has(key)) continue;
    session.asked.add(key);
    jobs.push(async () => {
      const { driverOf, signal } = session.input;
      const question = { type: node.type, apiVersion: node.apiVersion, field, provider, inputs };
      const answer = await driverOf(provider).discover(question, signal);
      if (answer.kind === "done") session.addFound(node.address, field, answer.value, by);
      else session.problems.push(refusalProblem(answer, `\`${field}\` was left out and can't be found`, node.address));
    });
  }
}

/** What is known of a left-out input: the recorded value, or, of a name that the platform changes, the present one. */
function knownValue(
  session: RefreshSession,
  definition: ResourceDefinition,
  record: ResourceRecord | undefined,
  field: string,
): Json | undefined {
  const seen = record === undefined ? undefined : seenOf(session, definition, record);
  if (seen?.kind === "absent") return undefined;
  const isRenamed = definition.identity.renamed?.includes(field) === true;
  const present = isRenamed && seen?.kind === "present" ? seen.outputs[field] : undefined;
  return typeof present === "string" ? present : record?.inputs[field];
}

function seenOf(session: RefreshSession, definition: ResourceDefinition, record: ResourceRecord): Observed | undefined {
  return session.observations.get(objectKey(record.provider.cloudId, idKey(definition, record.identity.id)));
}

function questionKey(address: string, field: string, by: JsonObject): string {
  return `${address} ${field} ${JSON.stringify(by)}`;
}

/**
 * Puts the questions for platform values again of declared objects that are not there, or are called otherwise than
 * recorded, once each. What the platform has been asked for stands.
 */
export function askAgainOfMoved(session: RefreshSession): void {
  for (const node of session.nodes.values()) {
    if (node.kind !== "resource" || session.askedAgain.has(node.address)) continue;
    const record = session.state.records.get(node.address);
    const definition = session.definition(node.type);
    if (record?.type !== node.type) continue;
    const seen = seenOf(session, definition, record);
    const isRenamed = seen?.kind === "present" && presentIdentity(definition, record, seen.outputs) !== record.identity;
    if (seen?.kind !== "absent" && !isRenamed) continue;
    session.askedAgain.add(node.address);
    const by = session.found.get(node.address)?.by ?? {};
    for (const field of platformQuestions(definition, node.inputs)) {
      const rule = definition.inputs.properties[field]?.default;
      const names = rule?.from === "platform" ? rule.by : [];
      const question = Object.fromEntries(names.map((name) => [name, by[name] ?? null]));
      if (!session.asked.has(questionKey(node.address, field, question))) session.forgetFound(node.address, field);
    }
  }
}

/** Brings up to date what others see of a declared resource. */
export function noteOutputs(session: RefreshSession, node: ResourceNode): void {
  const record = session.state.records.get(node.address);
  // What is not there yet gives nothing that a look could have changed.
  if (record === undefined && session.outputs.has(node.address)) return;
  session.show(node.address, outputsOf(session, node, session.definition(node.type), record));
}

/** What others see of a resource now: the fresh outputs of what exists, unknown for the rest. */
function outputsOf(
  session: RefreshSession,
  node: ResourceNode,
  definition: ResourceDefinition,
  record: ResourceRecord | undefined,
): Value {
  if (record === undefined) return unknown(`known after ${node.address} is created`);
  const seen = seenOf(session, definition, record);
  return escapedOutputs(
    seen?.kind === "present" ? echoIdentity(definition, seen.outputs, record.inputs) : record.outputs,
  );
}
