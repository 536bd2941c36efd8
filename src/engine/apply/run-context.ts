import { type SteadyClock, Stopwatch } from "../../../packages/base/clock.ts";
import { Fault } from "../../../packages/base/fault.ts";
import type { Ids } from "../../../packages/base/ids.ts";
import { invariant } from "../../../packages/base/invariant.ts";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { type Problem, problem } from "../../../packages/base/problems/problem.ts";
import type { Turns } from "../../../packages/base/turns.ts";
import type { Catalog, ResourceDefinition } from "../../definitions/schema/definition.ts";
import { withValues } from "../../definitions/schema/place-values.ts";
import { escapedOutputs, isUnknown, unknown, type Value } from "../../definitions/schema/value.ts";
import { wholeOutputs } from "../../definitions/schema/whole-value.ts";
import type { NodeBindings } from "../expressions/evaluate.ts";
import type { ExpressionLanguage } from "../expressions/expression-language.ts";
import type { Place } from "../graph/places.ts";
import type { Plan, RemovalStep, Step, WriteStep } from "../plan/plan.ts";
import { keptFormerObjects } from "../plan/selection/kept-former-objects.ts";
import { seenOutputs } from "../plan/values/outputs-so-far.ts";
import { isLongWait, type MadeCall, type Wait, waitText, withCallListener } from "../ports/call-listener.ts";
import type { Driver, ProviderInstance } from "../ports/driver.ts";
import type { Refusal } from "../ports/outcome.ts";
import { PutOffKinds } from "../ports/put-off-kinds.ts";
import { RetryBudget } from "../ports/retry-budget.ts";
import type { Secrets } from "../ports/secrets.ts";
import type { AppendOutcome } from "../ports/store.ts";
import { effectsIn } from "../state/effects.ts";
import type { Intent, JournalEntry, RecordEffect } from "../state/journal.ts";
import { claimKey, type ResourceRecord } from "../state/records/record.ts";
import { claimantOf } from "../state/snapshot.ts";
import type { StackState } from "../state/stack-state.ts";
import type { ApplyEvent, StepEvent, WaitReason } from "./apply-events.ts";
import { earlierWorkText, platformOf, workText } from "./at-work.ts";
import { Deadline } from "./calls/deadline.ts";
import { HeldClaims } from "./held-claims.ts";
import { type BegunIntent, OpenIntents } from "./open-intents.ts";
import type { Progress } from "./progress.ts";
import { RecordsNow } from "./records-now.ts";
import { StepFailed } from "./step-failed.ts";
import type { StepHistory } from "./step-history.ts";

/** Moments (milliseconds since the epoch) before which steps can't go on, by step id. */
export type Waits = ReadonlyMap<string, number>;

export interface ApplyInput {
  readonly plan: Plan;
  readonly run: string;
  readonly epoch: number;
  /** What is believed of the stack now: at the start of the run the state that the plan is bound to. */
  readonly state: StackState;
  /** How far the run has come with the plan. */
  readonly progress: Progress;
  readonly catalog: Catalog;
  readonly language: ExpressionLanguage;
  readonly driverOf: (provider: ProviderInstance) => Driver;
  /** Opens the secret values of inputs, to check them. */
  readonly secrets: Pick<Secrets, "open">;
  /** Makes entries durable; resolves only then. */
  readonly append: (entries: readonly JournalEntry[]) => Promise<AppendOutcome>;
  readonly clock: SteadyClock;
  readonly ids: Ids;
  /** Steps in flight at once. */
  readonly parallel: number;
  /** How long a platform may put off the calls of one step, in milliseconds. Left out: as long as is usual. */
  readonly retryForMs?: number | undefined;
  /** When steps that wait may go on, as an earlier advance of the same process left them. */
  readonly waits: Waits;
  /** When the steps of the round began, and how often each was tried. */
  readonly history: StepHistory;
  /** How long it may stand by for the platform, in milliseconds, before it gives the run back. */
  readonly patienceMs: number;
  /** Aborted: calls in flight are finished, no new one is begun. */
  readonly signal: AbortSignal;
  /** Aborted: the same, but the run does not end by it; it waits for whoever carries it on. */
  readonly leaving: AbortSignal;
  /** Left out: what is long is done in one go. */
  readonly turns?: Turns | undefined;
  /** Why a step must not be carried out now; asked before it makes its first call. */
  readonly mayStep: (step: Step) => Promise<Problem | null>;
  readonly emit: (event: ApplyEvent) => void;
}

/** One of this run, which goes on with it. */
interface WaitingIntent extends BegunIntent {
  /** Since it was noted. */
  readonly noted: Stopwatch;
}

/** A connection without an answer for so long has none to give. */
const longestCallMs = 60_000;

/** What the steps of one run share. Lives as long as one advance of the run. */
export class RunContext {
  readonly input: ApplyInput;
  readonly records: RecordsNow;
  readonly claims = new HeldClaims();
  readonly #outputs = new Map<string, Value>();
  readonly #deadlines = new Map<string, Deadline>();
  /** Under which each step makes its calls. */
  readonly #signals = new Map<string, AbortSignal>();
  readonly #ends = new Map<string, AbortController>();
  readonly #putOff = new PutOffKinds();
  /** Calls that no step waits for any more, and that may still take effect. */
  readonly #givenUp: Promise<unknown>[] = [];
  /** Intents that have no result yet, of this run and of earlier ones. */
  readonly open: OpenIntents;
  /** Intents of this run whose operations go on, by step. */
  readonly #waiting = new Map<string, WaitingIntent>();
  readonly #begun: Set<string>;
  /** Writes after which the former record of their uid is gone. */
  readonly #overwriting: ReadonlyMap<string, readonly WriteStep[]>;
  /** The type that the plan writes at each address. */
  readonly #writtenTypes: ReadonlyMap<string, string>;
  #lastSeq: number;

  /** Whether a step is a replacement whose old object stays. */
  readonly keepsOld: (step: Step) => boolean;

  constructor(input: ApplyInput) {
    this.input = input;
    this.keepsOld = keptFormerObjects(input.plan);
    this.records = new RecordsNow(input.state);
    this.#lastSeq = input.progress.lastSeq;
    this.#begun = new Set(input.progress.begun);
    this.open = new OpenIntents(input.run, input.state.openIntents);
    const writes = input.plan.steps.filter((step) => step.kind === "write");
    this.#writtenTypes = new Map(writes.map(({ address, type }) => [address, type]));
    this.#overwriting = Map.groupBy(
      writes.filter(({ former }) => former === "removed"),
      ({ uid }) => uid,
    );
    for (const { intent, operationName } of input.state.openIntents)
      if (intent.run === input.run && operationName !== null) this.noteWaiting(intent.step, intent, operationName);
    for (const record of input.state.records.values())
      this.setSeen(record.address, wholeOutputs(this.definition(record.type), record.outputs));
    for (const record of [...input.state.records.values(), ...input.state.superseded])
      this.claims.hold(this.claimKeyOf(record.type, record.provider.cloudId, record.identity.claim), record);
    for (const update of input.plan.recordUpdates) this.setSeen(update.address, update.outputs);
    const moves = input.plan.steps.filter((step) => step.kind === "move");
    for (const { address, seen } of [...input.plan.unchanged, ...moves])
      if (seen !== undefined) this.setSeen(address, seen);
    for (const step of input.plan.steps) {
      if (input.progress.results.get(step.id)?.outcome === "done") {
        this.#showLeft(step);
        continue;
      }
      if (step.kind === "write") this.#outputs.set(step.address, unknown(`${step.address} is not done`));
      if (step.kind !== "read") continue;
      if (step.result !== null) this.setOutputs(step.address, step.result.outputs);
      else this.#outputs.set(step.address, unknown(`${step.address} is not read`));
    }
    // A later round gives these; until then there is at most the former value.
    for (const { address, why } of input.plan.deferred)
      if (!this.#outputs.has(address)) this.#outputs.set(address, unknown(why));
  }

  /** Of the steps that are under way, by their ids. */
  readonly places = new Map<string, Place>();

  /** Finished steps' outputs, and those of everything unchanged. */
  readonly bindings: NodeBindings = {
    node: (name) => this.#outputs.get(name),
  };

  /** The same, but of what was not done the object as it stands now, where it is of the declared type. */
  readonly bindingsNow: NodeBindings = {
    node: (name) => {
      const outputs = this.#outputs.get(name);
      const record = isUnknown(outputs) ? this.records.at(name) : undefined;
      if (record === undefined || record.type !== this.#writtenTypes.get(name)) return outputs;
      return escapedOutputs(wholeOutputs(this.definition(record.type), record.outputs));
    },
  };

  /** What others read of a node from now on, as its object answered it. */
  setOutputs(address: string, outputs: JsonObject): void {
    this.#outputs.set(address, escapedOutputs(outputs));
  }

  /** The same of an object that no step has written: what a half-made one does not have is not known yet. */
  setSeen(address: string, outputs: JsonObject): void {
    this.#outputs.set(address, seenOutputs(address, this.records.at(address), outputs));
  }

  /** Of what an earlier advance has written, and whose drift the record keeps, others read what stands. */
  #showLeft(step: Step): void {
    const { plan, state } = this.input;
    if (step.kind !== "write" || step.left === undefined) return;
    const record = state.records.get(step.address);
    const keepsDrift = plan.kind === "undo" || step.options.onDrift === "warn";
    if (!keepsDrift || record?.uid !== step.uid) return;
    this.setOutputs(step.address, wholeOutputs(this.definition(record.type), withValues(record.outputs, step.left)));
  }

  definition(type: string): ResourceDefinition {
    const definition = this.input.catalog.resources[type];
    invariant(definition !== undefined, `no definition of ${type}`);
    return definition;
  }

  /** How long a step may wait, counted from when it is first asked for. */
  deadline(step: Step): Deadline {
    const since = this.#waiting.get(step.id)?.intent.at;
    const giveUp = (call: Promise<unknown>) => {
      this.#givenUp.push(call);
      this.#endOf(step).abort();
    };
    const known =
      this.#deadlines.get(step.id) ??
      new Deadline(step, this.input.clock, since === undefined ? undefined : Date.parse(since), giveUp);
    this.#deadlines.set(step.id, known);
    return known;
  }

  /** Ends the waits of a step that is given up: what its platform has put off is not sent any more. */
  #endOf({ id }: Step): AbortController {
    const known = this.#ends.get(id) ?? new AbortController();
    this.#ends.set(id, known);
    return known;
  }

  /** The run's signal for the calls of a step, which are told as the step's. */
  signalOf(step: Step): AbortSignal {
    const known = this.#signals.get(step.id);
    if (known !== undefined) return known;
    const { catalog } = this.input;
    const signal = AbortSignal.any([this.input.signal, this.#endOf(step).signal]);
    /** Of the last answer. */
    let status: number | null = null;
    const waits = (wait: Wait) => {
      this.input.history.pushedBack(step.id, wait.afterMs);
      this.tellRetry(step, wait, status);
      const title = catalog.providers[wait.kind]?.title ?? wait.kind;
      if (isLongWait(wait)) this.tellWait(step, wait.why, waitText(wait, title));
    };
    const made = (call: MadeCall) => {
      status = call.status;
      this.tell(step, { kind: "call", ...call });
    };
    const aside = <T>(wait: () => Promise<T>) => this.places.get(step.id)?.aside(wait) ?? wait();
    const { leaving, retryForMs } = this.input;
    const listener = {
      waits,
      made,
      budget: RetryBudget.of(step.provider, retryForMs),
      putOff: this.#putOff,
      aside,
      leaving,
    };
    const own = withCallListener(signal, listener);
    this.#signals.set(step.id, own);
    return own;
  }

  /** Tells of a step, as of now. */
  tell(step: Step, event: StepEvent): void {
    const attempt = this.input.history.attempt(step.id);
    this.input.emit({ ...event, step, at: this.now(), attempt });
  }

  /** Tells that a call of a step is to be made again. `status`: of the answer that says so, where one does. */
  tellRetry(
    step: Step,
    { why, afterMs }: { readonly why: Refusal["kind"]; readonly afterMs: number },
    status: number | null = null,
  ): void {
    this.input.history.triesAgain(step.id);
    this.tell(step, { kind: "retrying", why, status, afterMs });
  }

  /**
   * Tells that the platform is at work on what a call of the step has begun; once, in each process that goes on with
   * it.
   */
  tellWork(step: Step): void {
    const waiting = this.#waiting.get(step.id);
    if (waiting === undefined || !this.input.history.tellsWork(`${step.id} ${waiting.intent.seq}`)) return;
    this.tellWait(step, "operation", workText(step, this.input.catalog), waiting.intent.at);
  }

  /** The same for what an earlier run has begun, which the step waits for. */
  tellEarlierWork(step: Step, intent: Intent, operationName: string | null): void {
    if (!this.input.history.tellsWork(`${step.id} ${intent.run} ${intent.seq}`)) return;
    const detail = earlierWorkText(step, intent, operationName, this.input.catalog);
    this.tellWait(step, "earlier-run", detail, intent.at);
  }

  /** Tells that a step waits for its platform, since now or the given time. */
  tellWait(step: Step, why: WaitReason, detail: string, since = this.now()): void {
    this.tell(step, { kind: "waiting", why, ...platformOf(step, this.input.catalog), detail, since });
  }

  /**
   * When a step first began, in milliseconds since the epoch: in whichever process that was, as far as anything tells.
   */
  begunAt({ id }: Step): number {
    const { history, progress, clock } = this.input;
    return history.begunAt(id) ?? progress.sentAt.get(id) ?? clock.now();
  }

  /** Resolves when no call of the run is under way any more, or has been for longer than any takes. */
  async whenQuiet(): Promise<void> {
    if (this.#givenUp.length === 0) return;
    const alarm = new AbortController();
    const patience = this.input.clock.sleep(longestCallMs, alarm.signal).catch(() => {});
    await Promise.race([Promise.allSettled(this.#givenUp), patience]);
    alarm.abort();
  }

  /** The intent of a step whose operation goes on. */
  waitingIntent(step: string): WaitingIntent | undefined {
    return this.#waiting.get(step);
  }

  /** Notes that the call of an intent has begun an operation. */
  noteWaiting(step: string, intent: Intent, operationName: string): void {
    this.#waiting.set(step, { intent, operationName, noted: new Stopwatch(this.input.clock, Date.parse(intent.at)) });
  }

  forgetWaiting(step: string): void {
    this.#waiting.delete(step);
  }

  /** True when a step of several calls has made the first. */
  isBegun(step: string): boolean {
    return this.#begun.has(step);
  }

  noteBegun(step: string): void {
    this.#begun.add(step);
  }

  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** Number of the next intent of this run. */
  nextSeq(): number {
    this.#lastSeq += 1;
    return this.#lastSeq;
  }

  now(): string {
    return new Date(this.input.clock.now()).toISOString();
  }

  claimKeyOf(type: string, cloudId: string, claim: string): string {
    return claimKey(cloudId, claim, this.definition(type).identity.ignoreCase === true);
  }

  /** The record of a step's object as it was when the run began. */
  formerRecord(step: { readonly address: string; readonly uid: string }): ResourceRecord | undefined {
    const record = this.input.state.records.get(step.address);
    return record?.uid === step.uid ? record : undefined;
  }

  /**
   * Makes entries durable, or ends the run (fenced) or the step that they are about (another resource has taken the
   * claim).
   */
  async journal(given: readonly JournalEntry[], step: { readonly address?: string } = {}): Promise<void> {
    const entries = this.#dated(given);
    const effects = effectsIn(entries);
    // Before the append: of two records that leave a claim at the same time, one takes it along.
    for (const effect of effects) if (effect.kind === "remove") this.claims.leave(effect);
    const outcome = await this.input.append(entries);
    if (outcome.kind === "fenced")
      throw new Fault("store-busy", "another run has taken this stack over; this one writes no more");
    if (outcome.kind === "claimed") {
      const { address } = step;
      const place = address === undefined ? {} : { address };
      throw new StepFailed(problem("claimed-twice", `it already belongs to ${claimantOf(outcome.claim)}`, place));
    }
    for (const entry of entries) this.open.note(entry);
    for (const effect of effects) if (effect.kind === "put") this.claims.hold(effect.claimKey, effect.record);
    this.records.note(effects);
  }

  /** Results of the run with their time; the last of a step tells how often its call was made. */
  #dated(entries: readonly JournalEntry[]): readonly JournalEntry[] {
    const { run, history } = this.input;
    const at = this.now();
    const last = new Map(
      entries.flatMap((entry) =>
        entry.kind === "result" && entry.isNotedAgain !== true ? [[entry.step, entry] as const] : [],
      ),
    );
    return entries.map((entry) => {
      if (entry.kind !== "result" || entry.run !== run) return entry;
      return { at, ...entry, ...(last.get(entry.step) === entry ? history.takeRetries(entry.step) : undefined) };
    });
  }

  /** Whether a write that waits for this removal puts another record of the same object in the place of its own. */
  isWrittenOver(step: RemovalStep): boolean {
    const others = this.#overwriting.get(step.uid) ?? [];
    return others.some((other) => other.needs.includes(step.id) && other.identity?.claim === step.identity.claim);
  }

  /** Gives a claim free that only the failed intent `seq` has reserved; a record's own claim stays. */
  releaseOf(
    step: { readonly uid: string; readonly generation: number },
    key: string,
    seq: number,
  ): readonly RecordEffect[] {
    if (this.claims.isHeld(key) || this.open.isOpenBeside(step.uid, key, seq)) return [];
    return [{ kind: "remove", uid: step.uid, generation: step.generation, claimKey: key }];
  }
}
