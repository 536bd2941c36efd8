import type { Clock } from "../../base/clock.ts";
import type { Ids } from "../../base/ids.ts";
import { invariant } from "../../base/invariant.ts";
import { isJsonObject, type Json, type JsonObject, jsonEqual } from "../../base/json.ts";
import { pointer } from "../../base/pointer.ts";
import { type Problem, problem } from "../../base/problem.ts";
import { autoNames, platformQuestions } from "../../definitions/schema/defaults.ts";
import type { Catalog, ResourceDefinition } from "../../definitions/schema/definition.ts";
import { echoIdentity } from "../../definitions/schema/echo.ts";
import { idKey, parseId } from "../../definitions/schema/identity.ts";
import { qualifierMismatches } from "../../definitions/schema/qualifiers.ts";
import { secretPlaces } from "../../definitions/schema/secret-values.ts";
import { unknown, type Value } from "../../definitions/schema/value.ts";
import {
  type CheckedDeclaration,
  type CheckedProvider,
  formerNames,
  type GetNode,
  type LookupNode,
  type ResourceNode,
} from "../check/checked-declaration.ts";
import { desiredOf } from "../check/desired.ts";
import type { Bindings } from "../expressions/evaluate.ts";
import type { ExpressionLanguage } from "../expressions/expression-language.ts";
import type { Driver, ProviderInstance, Target } from "../ports/driver.ts";
import type { Intent } from "../state/journal.ts";
import { MovingState } from "../state/moves.ts";
import { claimKey, type ResourceRecord } from "../state/record.ts";
import { type Claim, type Found, type Observed, objectKey, type ReadResult, type Snapshot } from "../state/snapshot.ts";
import type { StackState } from "../state/stack-state.ts";
import { inParallel, type Question, readAll } from "./reader.ts";
import { recordTarget } from "./record-target.ts";
import { refusalProblem } from "./refusal-problem.ts";

export interface ObserveInput {
  readonly stack: string;
  /** Null when there is only the state to look after (destroy without a declaration). */
  readonly checked: CheckedDeclaration | null;
  readonly language: ExpressionLanguage;
  readonly state: StackState;
  readonly catalog: Catalog;
  readonly driverOf: (provider: ProviderInstance) => Driver;
  readonly claims: (claimKeys: readonly string[]) => Promise<readonly Claim[]>;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly parallel: number;
  /** False takes the records' last observations for managed objects instead of reading them. */
  readonly refresh: boolean;
}

/**
 * Looks at the world once: everything that the declaration and the state name. Reads only. What depends on values that
 * other reads give is read in a further wave, until nothing new can be asked.
 */
export async function observe(
  input: ObserveInput,
): Promise<{ readonly snapshot: Snapshot; readonly problems: readonly Problem[] }> {
  const observation = new ObservationRun(input);
  return observation.run();
}

class ObservationRun {
  readonly #input: ObserveInput;
  readonly #observations = new Map<string, Observed>();
  readonly #reads = new Map<string, ReadResult>();
  readonly #found = new Map<string, Found>();
  readonly #freshUids = new Map<string, string>();
  readonly #asked = new Set<string>();
  readonly #claimKeys = new Set<string>();
  readonly #outputs = new Map<string, Value>();
  readonly #problems: Problem[] = [];
  readonly #moving: MovingState;

  constructor(input: ObserveInput) {
    this.#input = input;
    this.#moving = new MovingState(input.state, formerNames(input.checked));
  }

  get #state(): StackState {
    return this.#moving.state;
  }

  async run(): Promise<{ readonly snapshot: Snapshot; readonly problems: readonly Problem[] }> {
    const { checked, clock } = this.#input;
    await this.#verifyProviders();
    let questions = this.#recordQuestions();
    for (;;) {
      const more: Question[] = [];
      const jobs: (() => Promise<void>)[] = [];
      for (const node of checked?.nodes ?? []) {
        if (node.kind === "resource") this.#askResource(node, more, jobs);
        else if (node.kind === "get") this.#askGet(node, jobs);
        else this.#askLookup(node, jobs);
      }
      questions = [...questions, ...more];
      if (questions.length === 0 && jobs.length === 0) break;
      await Promise.all([this.#readQuestions(questions), inParallel(jobs, this.#input.parallel, (job) => job())]);
      questions = [];
    }
    const claims = await this.#input.claims([...this.#claimKeys]);
    return {
      problems: this.#problems,
      snapshot: {
        format: 1,
        stack: this.#input.stack,
        state: this.#state,
        moves: this.#moving.moves,
        claims,
        observations: this.#observations,
        reads: this.#reads,
        found: this.#found,
        cloudIds: new Map(
          Object.values(checked?.providers ?? {}).map((each) => [each.ref, this.#input.driverOf(each).cloudId(each)]),
        ),
        freshUids: this.#freshUids,
        at: new Date(clock.now()).toISOString(),
      },
    };
  }

  /** Every provider in use is what it says it is, as far as the platform tells. */
  async #verifyProviders(): Promise<void> {
    const { checked, driverOf } = this.#input;
    const used = new Set(checked?.nodes.map((node) => node.provider));
    await inParallel([...used], this.#input.parallel, async (ref) => {
      const provider = this.#provider(ref);
      const complaint = await driverOf(provider).verify(provider);
      if (complaint !== null)
        this.#problems.push(
          problem("provider-level", `\`${ref}\`: ${complaint.detail}`, { pointer: `/providers/${ref}` }),
        );
    });
  }

  /** All managed objects, in and out of the declaration. */
  #recordQuestions(): readonly Question[] {
    const { catalog, refresh } = this.#input;
    return [...this.#state.records.values(), ...this.#state.superseded].flatMap((record) => {
      const definition = catalog.resources[record.type];
      if (definition === undefined) return [];
      const key = objectKey(record.provider.cloudId, idKey(definition, record.identity.id));
      if (this.#asked.has(key)) return [];
      this.#asked.add(key);
      this.#claimKeys.add(
        claimKey(record.provider.cloudId, record.identity.claim, definition.identity.ignoreCase === true),
      );
      if (!refresh) {
        this.#observations.set(key, {
          kind: "present",
          outputs: record.outputs,
          version: record.observed.version ?? record.observed.digest,
          deleted: false,
          displaces: [],
        });
        return [];
      }
      return [this.#question(key, definition, this.#recordTarget(record))];
    });
  }

  #askResource(node: ResourceNode, questions: Question[], jobs: (() => Promise<void>)[]): void {
    const { catalog, language, driverOf, ids } = this.#input;
    const definition = catalog.resources[node.type];
    invariant(definition !== undefined, `no definition of ${node.type}`);
    const provider = this.#provider(node.provider);
    const record = this.#state.records.get(node.address);
    const isNew = record === undefined || record.type !== node.type;
    if (isNew && !this.#freshUids.has(node.address))
      this.#freshUids.set(node.address, this.#openIntent(node)?.uid ?? ids.unique());
    this.#chooseNames(node, definition, record);
    const desired = desiredOf(
      node,
      definition,
      provider,
      language,
      this.#bindings(),
      this.#found.get(node.address)?.values ?? {},
    );
    const { identity } = desired;
    const cloudId = driverOf(provider).cloudId(provider);
    if (identity.kind === "known" && this.#moving.recognise(node.address, definition, cloudId, identity)) {
      this.#freshUids.delete(node.address);
      return this.#askResource(node, questions, jobs);
    }
    this.#outputs.set(node.address, this.#outputsOf(node, definition, record));
    this.#discover(node, definition, provider, desired.inputs, record, jobs);

    const secret = [
      ...secretPlaces(desired.inputs),
      ...(node.options.secretOutputs ?? []).map((name) => pointer("", name)),
    ];
    const ask = (id: string, variables: Readonly<Record<string, string>>, claim: string) => {
      const key = objectKey(cloudId, idKey(definition, id));
      this.#claimKeys.add(claimKey(cloudId, claim, definition.identity.ignoreCase === true));
      if (this.#asked.has(key)) return;
      this.#asked.add(key);
      questions.push(
        this.#question(key, definition, {
          type: node.type,
          apiVersion: node.apiVersion,
          provider,
          id,
          variables,
          ...(secret.length === 0 ? {} : { secret }),
        }),
      );
    };
    if (desired.identity.kind === "known") ask(desired.identity.id, desired.identity.variables, desired.identity.claim);
    if (node.options.import !== undefined && record === undefined) {
      const parsed = parseId(definition, node.options.import, provider.config);
      if (parsed.ok) ask(parsed.value.id, parsed.value.variables, parsed.value.claim);
    }
  }

  /** What an earlier run meant to make at an address and could not note the end of: its uid, name and claim are ours. */
  #openIntent(node: ResourceNode): Intent | undefined {
    return this.#state.openIntents.find(({ intent }) => intent.address === node.address && intent.type === node.type)
      ?.intent;
  }

  /** Auto-names: the recorded one where there is one, the one a call may have been made with, a fresh one otherwise. */
  #chooseNames(node: ResourceNode, definition: ResourceDefinition, record: ResourceRecord | undefined): void {
    if (this.#found.has(node.address)) return;
    const values = autoNames(definition, node.inputs).map(({ field, suffixLength }) => [
      field,
      record?.inputs[field] ??
        this.#openIntent(node)?.request.inputs[field] ??
        `${node.address}-${this.#input.ids.suffix(suffixLength)}`,
    ]);
    this.#found.set(node.address, { values: Object.fromEntries(values), by: {} });
  }

  /** Asks the platform for left-out inputs that only it knows. */
  #discover(
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
      const known = record?.inputs[field];
      if (known !== undefined && rule.by.every((name) => jsonEqual(record?.inputs[name], by[name]))) {
        this.#addFound(node.address, field, known, by);
        continue;
      }
      const key = `${node.address} ${field} ${JSON.stringify(by)}`;
      if (this.#asked.has(key)) continue;
      this.#asked.add(key);
      jobs.push(async () => {
        const answer = await this.#input
          .driverOf(provider)
          .discover({ type: node.type, apiVersion: node.apiVersion, field, provider, inputs });
        if (answer.kind === "done") this.#addFound(node.address, field, answer.value, by);
        else this.#problems.push(refusalProblem(answer, `\`${field}\` was left out and can't be found`, node.address));
      });
    }
  }

  #addFound(address: string, field: string, value: Json, by: JsonObject): void {
    const before = this.#found.get(address);
    this.#found.set(address, { values: { ...before?.values, [field]: value }, by: { ...before?.by, ...by } });
  }

  /** What others see of a resource now: the fresh outputs of what exists, unknown for the rest. */
  #outputsOf(node: ResourceNode, definition: ResourceDefinition, record: ResourceRecord | undefined): Value {
    if (record === undefined) return unknown(`known after ${node.address} is created`);
    const seen = this.#observations.get(objectKey(record.provider.cloudId, idKey(definition, record.identity.id)));
    return seen?.kind === "present" ? echoIdentity(definition, seen.outputs, record.inputs) : record.outputs;
  }

  #askGet(node: GetNode, jobs: (() => Promise<void>)[]): void {
    const { catalog, language, driverOf } = this.#input;
    const { value: id, waiting, errors } = language.resolve(node.id, this.#bindings());
    const qualifiers = language.resolve(node.qualifiers, this.#bindings());
    if (this.#reads.get(node.address)?.kind === "done" || this.#asked.has(node.address)) return;
    if (this.#isNotAskable(node, [...errors, ...qualifiers.errors], [...waiting, ...qualifiers.waiting])) return;
    const definition = catalog.resources[node.type];
    invariant(definition !== undefined, `no definition of ${node.type}`);
    const provider = this.#provider(node.provider);
    this.#asked.add(node.address);
    jobs.push(async () => {
      const parsed = parseId(definition, String(id), provider.config);
      if (!parsed.ok)
        return this.#fail(
          node.address,
          problem("invalid-id", parsed.error, { address: node.address, pointer: `/resources/${node.address}/get/id` }),
        );
      const target: Target = {
        type: node.type,
        apiVersion: node.apiVersion,
        provider,
        id: parsed.value.id,
        variables: parsed.value.variables,
        secret: secretPlaces(qualifiers.value),
      };
      const outcome = await driverOf(provider).read(target);
      if (outcome.kind !== "done")
        return this.#fail(node.address, refusalProblem(outcome, `\`${target.id}\` can't be read`, node.address));
      const wanted = isJsonObject(qualifiers.value) ? qualifiers.value : {};
      const mismatches = qualifierMismatches(definition, outcome.observation.outputs, wanted);
      for (const detail of mismatches)
        this.#problems.push(
          problem("state-mismatch", detail, { address: node.address, pointer: `/resources/${node.address}/get/state` }),
        );
      if (mismatches.length > 0) this.#reads.set(node.address, { kind: "failed" });
      else
        this.#settle(node.address, { asked: id }, outcome.observation.outputs, target.id, outcome.observation.version);
    });
  }

  #askLookup(node: LookupNode, jobs: (() => Promise<void>)[]): void {
    const { language, driverOf } = this.#input;
    const { value, waiting, errors } = language.resolve(node.arguments, this.#bindings());
    if (this.#reads.get(node.address)?.kind === "done" || this.#asked.has(node.address)) return;
    if (this.#isNotAskable(node, errors, waiting)) return;
    const provider = this.#provider(node.provider);
    const given = isJsonObject(value) ? value : {};
    this.#asked.add(node.address);
    jobs.push(async () => {
      const outcome = await driverOf(provider).lookup({
        function: node.type,
        apiVersion: node.apiVersion,
        provider,
        arguments: given,
      });
      if (outcome.kind === "done") {
        const id = outcome.result["id"];
        this.#settle(node.address, given, outcome.result, typeof id === "string" ? id : null, outcome.version);
      } else this.#fail(node.address, refusalProblem(outcome, "the look-up failed", node.address));
    });
  }

  /** True when a read can't be asked yet: something it needs is unknown, or an expression failed. */
  #isNotAskable(
    node: GetNode | LookupNode,
    errors: readonly { readonly detail: string }[],
    waiting: readonly { readonly why: string }[],
  ): boolean {
    const [error] = errors;
    if (error !== undefined) {
      if (this.#reads.get(node.address)?.kind !== "failed")
        this.#fail(node.address, problem("expression-failed", error.detail, { address: node.address }));
      return true;
    }
    const [wait] = waiting;
    if (wait === undefined) return false;
    this.#reads.set(node.address, { kind: "waiting", why: wait.why });
    return true;
  }

  #settle(address: string, asked: Json, outputs: JsonObject, id: string | null, version: string | null): void {
    this.#reads.set(address, { kind: "done", asked, outputs, id, version });
    this.#outputs.set(address, outputs);
  }

  #fail(address: string, failure: Problem): void {
    this.#problems.push(failure);
    this.#reads.set(address, { kind: "failed" });
  }

  /** A managed object's name on the platform, with what is secret of it: by its record, and by what is declared now. */
  #recordTarget(record: ResourceRecord): Target {
    const node = this.#input.checked?.nodes.find((each) => each.address === record.address);
    const named = node?.kind === "resource" ? (node.options.secretOutputs ?? []) : (record.options.secretOutputs ?? []);
    const declared = node?.kind === "resource" ? secretPlaces(node.inputs) : [];
    const secret = [...secretPlaces(record.inputs), ...declared, ...named.map((name) => pointer("", name))];
    return { ...recordTarget(record), ...(secret.length === 0 ? {} : { secret }) };
  }

  #question(key: string, definition: ResourceDefinition, target: Target): Question {
    return { key, target, idKey: (id) => idKey(definition, id) };
  }

  async #readQuestions(questions: readonly Question[]): Promise<void> {
    const seen = await readAll(questions, this.#input.driverOf, this.#input.parallel);
    for (const [key, observed] of seen) this.#observations.set(key, observed);
  }

  #bindings(): Bindings {
    return {
      node: (name) => this.#outputs.get(name) ?? unknown(`known after ${name} is read`),
      config: () => undefined,
    };
  }

  #provider(ref: string): CheckedProvider {
    const provider = this.#input.checked?.providers[ref];
    invariant(provider !== undefined, `no provider ${ref}`);
    return provider;
  }
}
