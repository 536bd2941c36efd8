import { digest } from "../../../../packages/base/digest.ts";
import { invariant } from "../../../../packages/base/invariant.ts";
import type { Json, JsonObject } from "../../../../packages/base/json/json.ts";
import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { ImportView } from "../../../contract/documents/imports.ts";
import { contentDigest } from "../../../definitions/schema/content-digest.ts";
import { declarableInputs } from "../../../definitions/schema/declarable.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { fieldOf } from "../../../definitions/schema/field-schema.ts";
import { parseId } from "../../../definitions/schema/identity/identity.ts";
import { sealKnownLeaves, sealPlaces } from "../../../definitions/schema/secret-values.ts";
import { ofRun } from "../../../engine/apply/steps/perform-record.ts";
import { logicalNameFault } from "../../../engine/declare/logical-name.ts";
import { inParallel } from "../../../engine/observe/reader.ts";
import type { FieldChange, RecordStep } from "../../../engine/plan/plan.ts";
import type { JournalEntry } from "../../../engine/state/journal.ts";
import { besideOf, claimKey, type ResourceRecord, stateFormat } from "../../../engine/state/records/record.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import { Rejection } from "../../rejection.ts";
import { besideDeclaration } from "../declarations/beside-declaration.ts";
import { chooseProvider } from "../declarations/choose-provider.ts";
import { keptDeclaration } from "../declarations/declarations.ts";
import { refuseSealedText } from "../declarations/read-and-check.ts";
import type { Deployment } from "../deployment.ts";
import { appendOrReject, holdStack } from "../lease/hold-stack.ts";
import { deniedStep } from "../runs/denied-step.ts";
import { recoverHeld } from "../runs/recover-stack.ts";
import { type PastSecrets, pastSecrets, secretsOfObject } from "../secrets/past-secrets.ts";
import { type AtStack, atStack } from "../stacks/at-stack.ts";
import { checkProject, projectOf } from "../stacks/declared-context.ts";
import { refuseOtherCloud } from "../stacks/known-clouds.ts";
import { isReplay } from "../state/idempotent-replay.ts";
import { conflicts, type Failure, heldByOthers, rejectionOf, takenBefore } from "./import-conflicts.ts";
import type { Found, ImportEntry, ImportRequest } from "./import-request.ts";
import { type CheckedQuestion, checkObject, readChecked } from "./read-objects.ts";
import { readParallelism } from "./read-parallelism.ts";

/**
 * Takes existing objects into management: reads them, records them, and gives the declaration that plans empty for
 * each. All or none; a Rejection holds every reason at once. Writes to the state only, in one transaction: a crash
 * leaves all of the records or none. What was imported under the same name and is not declared yet is imported anew.
 * With an `effect` a second time does nothing.
 */
export async function importObjects(
  request: ImportRequest,
  service: Deployment,
  effect: string | null = null,
): Promise<readonly ImportView[]> {
  const deployment = atStack(request.stack, service);
  return holdStack(request.stack, deployment, async (held) => {
    // What a broken-off run did is known first: its object may have the name, or be the one to import.
    const { state } = await recoverHeld(held, deployment);
    await refuseOtherCloud(request.stack, state, deployment);
    if (request.declaration !== null) checkProject(request.stack, await projectOf(request.declaration, deployment));
    const run = effect ?? deployment.ids.unique();
    if (effect !== null && (await isReplay(effect, request.stack, deployment)))
      return (await readEach(request, state, deployment)).map(importView);
    const found = await findAll(request, state, deployment);
    await besideDeclaration(
      request.declaration ?? (await keptDeclaration(request.stack, deployment)),
      found.map(({ record }) => record),
      state,
      deployment,
    );
    const denied = found.flatMap((each) => deniedStep(importStep(each), request.stack, deployment) ?? []);
    if (denied.length > 0) throw new Rejection("conflict", denied);
    const at = new Date(deployment.clock.now()).toISOString();
    await appendOrReject(
      held,
      found.flatMap((each) => taken(each, run, at, state)),
    );
    return found.map(importView);
  });
}

/** The objects of a request that was carried out before. */
async function readEach({ stack, entries, declaration }: ImportRequest, state: StackState, deployment: AtStack) {
  const past = await pastSecrets(stack, deployment);
  return Promise.all(
    entries.map(async (entry) =>
      find(await locate(entry, declaration, deployment), state, declaration, past, deployment),
    ),
  );
}

/** Every object of the request, read, in the order of its entries; or a Rejection with all reasons. Writes nothing. */
export async function findAll(
  request: ImportRequest,
  state: StackState,
  deployment: AtStack,
): Promise<readonly Found[]> {
  if (request.declaration !== null) await refuseSealedText(request.declaration, deployment);
  const past = await pastSecrets(request.stack, deployment);
  const failures: Failure[] = [];
  const located: Located[] = [];
  const found: Found[] = [];
  const attempt = async (entry: ImportEntry, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (cause) {
      if (!(cause instanceof Rejection)) throw cause;
      failures.push({ entry, reason: cause.reason, problems: cause.problems });
    }
  };
  const { declaration } = request;
  await inParallel(request.entries, readParallelism, (entry) =>
    attempt(entry, async () => located.push(await locate(entry, declaration, deployment))),
  );
  const heldBefore = await heldByOthers(
    request.stack,
    located.flatMap(({ claim }) => claim ?? []),
    deployment,
  );
  await inParallel(located, readParallelism, (each) =>
    attempt(each.entry, async () => found.push(await find(each, state, declaration, past, deployment))),
  );
  failures.push(...(await conflicts(request, found, heldBefore, state, deployment)));
  if (failures.length > 0) throw rejectionOf(failures, request.entries);
  return request.entries.flatMap((entry) => found.find((each) => each.entry === entry) ?? []);
}

/**
 * What the next plan does to others, though the object is declared as it stands: a write sets all that the physical
 * object holds.
 */
export function importAdvice({ entry, read }: Found): readonly Problem[] {
  return read.displaces.map((binding) => {
    const detail =
      `it also holds ${binding}: a run takes that away, since one resource sets the whole; with ` +
      "`onDrift: warn` in its options that stays until a run changes the resource";
    return problem("bindings-lost", detail, { address: entry.name });
  });
}

/** An import in the API's words. */
export function importView(found: Found): ImportView {
  const { entry, read, record, options } = found;
  return {
    name: entry.name,
    type: read.type,
    id: read.id,
    outputs: read.outputs,
    declaration: {
      // A version that was chosen stays chosen.
      type: record.apiVersion === record.definitionVersion ? read.type : entry.type,
      properties: escaped(record.inputs),
      ...(Object.keys(options).length === 0 ? {} : { options }),
    },
    problems: importAdvice(found),
  };
}

/** The step of a plan that takes the object over as it stands. */
export function importStep({ record, claim }: Found, fields: readonly FieldChange[] = []): RecordStep {
  const { address, type, apiVersion, uid, provider, identity, outputs, observed } = record;
  return {
    kind: "record",
    id: address,
    address,
    type,
    apiVersion,
    action: "import",
    needs: [],
    fields,
    uid,
    provider,
    identity,
    prior: { identity, generation: 0, outputs, version: observed.version },
    effect: { kind: "put", record, claimKey: claim },
  };
}

/** The record of an imported object; what a broken-off run began about it is over, whatever became of it. */
function taken(
  { record, claim }: Found,
  run: string,
  at: string,
  { openIntents }: StackState,
): readonly JournalEntry[] {
  const open = openIntents.flatMap(({ intent }) => (intent.claimKey === claim ? [intent] : []));
  return [
    ...open.map(
      (intent): JournalEntry => ({
        kind: "result",
        run: intent.run,
        step: intent.step,
        intentSeq: intent.seq,
        outcome: "failed",
        detail: `imported by run ${run}`,
        effects: [],
        ...(intent.operation === "delete" ? { mayHaveDeleted: true as const } : {}),
      }),
    ),
    {
      kind: "result",
      run,
      step: record.address,
      intentSeq: null,
      outcome: "done",
      detail: "imported",
      effects: [ofRun({ kind: "put", record, claimKey: claim }, run)],
      at,
    },
  ];
}

/** An entry whose object can be asked about. */
interface Located {
  readonly entry: ImportEntry;
  readonly question: CheckedQuestion;
  /** Null where its id names no object: the look tells so. */
  readonly claim: string | null;
}

/** What is to be read for an entry, and the claim that it makes. Reads nothing. */
async function locate(entry: ImportEntry, declaration: DeclarationText | null, deployment: AtStack): Promise<Located> {
  const fault = logicalNameFault(entry.name);
  if (fault !== undefined) throw new Rejection("unprocessable", [problem("invalid-name", fault)]);
  const question = await checkObject({ ...entry, declaration, state: {} }, deployment);
  const { node, provider } = question;
  const definition = deployment.catalog.resources[node.type];
  invariant(definition !== undefined, `no definition of ${node.type}`);
  const parsed = parseId(definition, entry.id, provider.config);
  if (!parsed.ok) return { entry, question, claim: null };
  const isFolded = definition.identity.ignoreCase === true;
  return { entry, question, claim: claimKey(deployment.cloudIdOf(provider), parsed.value.claim, isFolded) };
}

async function find(
  { entry, question, claim }: Located,
  state: StackState,
  declaration: DeclarationText | null,
  past: PastSecrets,
  deployment: AtStack,
): Promise<Found> {
  const { clock, ids, catalog, cloudIdOf } = deployment;
  const seen = await readChecked(entry.id, question, deployment);
  const cloudId = cloudIdOf(seen.provider);
  const kept = secretsOfObject(seen.type, { cloudId }, seen.id, past, deployment);
  // What the stack keeps sealed stays so: at its places in an object that was forgotten, and where it comes back in
  // another one.
  const sealed = await sealPlaces(seen.outputs, kept?.places ?? [], deployment.secrets);
  const read = { ...seen, outputs: await sealKnownLeaves(sealed, deployment.secrets.known) };
  const definition = catalog.resources[read.type];
  invariant(definition !== undefined, `no definition of ${read.type}`);
  const { softDelete } = definition;
  if (softDelete !== undefined && read.outputs[softDelete.stateField] === softDelete.deletedValue) {
    throw new Rejection("conflict", [
      problem("soft-deleted", `\`${read.id}\` is soft-deleted; undelete it on the platform, then import it`),
    ]);
  }
  const parsed = parseId(definition, entry.id, read.provider.config);
  invariant(parsed.ok && claim !== null, "the id was read");
  const { ref, kind, config } = read.provider;
  // An import that is done anew goes on with its record; what a broken-off run began about the object it began as this
  // one.
  const before = takenBefore(entry, claim, state, deployment);
  const begun = state.openIntents.find(({ intent }) => intent.claimKey === claim);
  const record: ResourceRecord = {
    format: stateFormat,
    uid: before?.uid ?? begun?.intent.uid ?? ids.unique(),
    address: entry.name,
    generation: before?.generation ?? 1,
    status: "current",
    type: read.type,
    definitionVersion: definition.versions.default,
    apiVersion: read.apiVersion,
    provider: { ref, kind, cloudId, configDigest: digest(config), config },
    identity: parsed.value,
    inputs: writableInputs(definition, read.outputs),
    outputs: read.outputs,
    observed: {
      version: read.version,
      digest: contentDigest(read.outputs),
      at: new Date(clock.now()).toISOString(),
      ...besideOf(read.displaces),
    },
    dependsOn: [],
    options: {
      protect: false,
      onDestroy: definition.existence === "standing" ? "retain" : definition.onDestroy,
      ...(kept === undefined || kept.named.length === 0 ? {} : { secretOutputs: kept.named }),
    },
    imported: true,
    lastRun: "",
  };
  const named =
    record.options.secretOutputs === undefined ? {} : { additionalSecretOutputs: record.options.secretOutputs };
  const options = { ...(await optionsFor(entry, ref, declaration, deployment)), ...named };
  return { entry, read, record, claim, options };
}

/** The provider is named where another one, or none, would be taken otherwise. */
async function optionsFor(
  { type, provider }: ImportEntry,
  reachedThrough: string,
  declaration: DeclarationText | null,
  deployment: Deployment,
): Promise<JsonObject> {
  if (provider === null) return {};
  try {
    const usual = await chooseProvider({ type, declaration, provider: null }, deployment);
    if (usual.provider.ref === reachedThrough) return {};
  } catch (cause) {
    if (!(cause instanceof Rejection)) throw cause;
  }
  return { provider };
}

/** The inputs that a declaration would give: nothing that the platform means by silence, no concurrency tag. */
function writableInputs(definition: ResourceDefinition, outputs: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(declarableInputs(definition, outputs)).filter(([name, value]) => {
      const meant = fieldOf(definition.inputs, name)?.absentMeans;
      return meant === undefined || meant !== value;
    }),
  );
}

/** Platform texts as a declaration writes them: `${` stands for itself. */
function escaped(value: JsonObject): JsonObject {
  const walk = (each: Json): Json => {
    if (typeof each === "string") return each.replaceAll("${", () => "$${");
    if (Array.isArray(each)) return each.map((item: Json) => walk(item));
    if (each === null || typeof each !== "object") return each;
    return Object.fromEntries(Object.entries(each).map(([key, member]) => [key, walk(member)]));
  };
  return walk(value) as JsonObject;
}
