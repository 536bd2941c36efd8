import { digest } from "../../../packages/base/digest.ts";
import { invariant } from "../../../packages/base/invariant.ts";
import { type JsonObject, jsonEqual } from "../../../packages/base/json/json.ts";
import { type Problem, type ProblemPlace, problem } from "../../../packages/base/problems/problem.ts";
import type { ProblemCode } from "../../../packages/base/problems/problem-codes.ts";
import type { Catalog, ResourceDefinition } from "../../definitions/schema/definition.ts";
import type { Identified } from "../../definitions/schema/identity/identity.ts";
import { idKey } from "../../definitions/schema/identity/same-object.ts";
import { unknown, type Value } from "../../definitions/schema/value.ts";
import {
  type CheckedDeclaration,
  type CheckedProvider,
  earlierNames,
  type ResourceNode,
} from "../check/checked-declaration.ts";
import type { KeptOptions } from "../check/kept-options.ts";
import { resolveProviderConfig } from "../check/provider-config.ts";
import type { NodeBindings } from "../expressions/evaluate.ts";
import type { ExpressionLanguage } from "../expressions/expression-language.ts";
import { type Move, MovingState } from "../state/moves.ts";
import { claimKey, type RecordedProvider, type ResourceRecord } from "../state/records/record.ts";
import { type Observed, objectKey, type Snapshot } from "../state/snapshot.ts";
import type { StackState } from "../state/stack-state.ts";
import type { UndoScope } from "../undo/journal/undo-scope.ts";
import { AffectedNodes } from "./drift/affected-nodes.ts";
import type { MovedField, Plan, Step } from "./plan.ts";
import { RecordsIndex } from "./records-index.ts";
import { type ManagedBelow, managedBelow } from "./removals/managed-below.ts";
import { seenOutputs } from "./values/outputs-so-far.ts";

/** A provider as a plan sees it, or why what it serves is left to the next round. */
export type PlannedProvider =
  | { readonly kind: "known"; readonly checked: CheckedProvider; readonly recorded: RecordedProvider }
  | { readonly kind: "waiting"; readonly why: string };

/** Whatever stands for a physical object, or a share of one. */
export interface Claiming {
  readonly type: string;
  readonly provider: { readonly cloudId: string };
  readonly identity: { readonly claim: string };
}

/** The object that a declaration names: on which cloud, and which one there. */
export interface DeclaredIdentity {
  readonly type: string;
  readonly cloudId: string;
  readonly identity: Identified;
}

/** What is particular about a plan. */
interface PlanningMode {
  /** Of an undo: what it is about. */
  readonly undo?: UndoScope | undefined;
  /** What a declaration keeps that is no more than a word in a plan which removes everything. */
  readonly keeps?: ReadonlyMap<string, KeptOptions> | undefined;
  /** Names of resources that are replaced whether anything differs or not. */
  readonly replaced?: ReadonlySet<string> | undefined;
}

/** The session in which one plan is made: what is given, and what has been decided so far. Lives for one call. */
export class Planning {
  readonly catalog: Catalog;
  readonly snapshot: Snapshot;
  readonly language: ExpressionLanguage;
  readonly checked: CheckedDeclaration | null;
  readonly steps: Step[] = [];
  readonly unchanged: Plan["unchanged"][number][] = [];
  readonly recordUpdates: Plan["recordUpdates"][number][] = [];
  readonly moved: MovedField[] = [];
  readonly deferred: Plan["deferred"][number][] = [];
  readonly problems: Problem[] = [];
  /** Addresses that this plan leaves as they are because what is to happen to them can't be told yet. */
  readonly postponed = new Set<string>();
  /** What each declared resource names, as far as it has been looked at. */
  readonly identities = new Map<string, DeclaredIdentity>();
  readonly affected = new AffectedNodes();
  /** Problems of looks that came too early: the run looks again. */
  readonly excused = new Set<Problem>();
  /** Steps that something postponed waits for. */
  readonly awaited = new Set<string>();
  /** Of what waits for a former object to go: the address of the resource whose step takes that away. */
  readonly awaitedOf = new Map<string, string>();
  /** Claims that wait for another resource to leave them. */
  readonly awaitedClaims: { readonly address: string; readonly uid: string; readonly key: string }[] = [];
  /** The resources that addresses come to. */
  readonly managedBelow: ManagedBelow;
  readonly #outputs = new Map<string, Value | (() => Value)>();
  /** Where among the steps the one stands that makes, reads or moves what is at an address. */
  readonly #places = new Map<string, number>();
  #index: RecordsIndex | undefined;
  readonly #providers = new Map<string, PlannedProvider>();
  readonly #moving: MovingState;
  readonly #keeps: ReadonlyMap<string, KeptOptions>;
  #declared: ReadonlyMap<string, ResourceNode> | undefined;
  #isMoved: (move: Move) => boolean = () => true;

  /** What an undo is about; null for any other plan. */
  readonly undo: UndoScope | null;
  /** Names of resources that are replaced whether anything differs or not. */
  readonly replaced: ReadonlySet<string>;
  /** Keys of the records of former objects that are their resource's again. */
  readonly takenBack = new Set<string>();

  constructor(
    catalog: Catalog,
    snapshot: Snapshot,
    language: ExpressionLanguage,
    checked: CheckedDeclaration | null,
    { undo, keeps, replaced }: PlanningMode = {},
  ) {
    this.undo = undo ?? null;
    this.replaced = replaced ?? new Set();
    this.catalog = catalog;
    this.snapshot = snapshot;
    this.language = language;
    this.checked = checked;
    this.#keeps = keeps ?? new Map();
    this.managedBelow = managedBelow(checked);
    this.#moving = new MovingState(snapshot.state, earlierNames(checked, undo?.besides), snapshot.moves);
  }

  /** What is believed, after the moves found so far. */
  get state(): StackState {
    return this.#moving.state;
  }

  get moves(): readonly Move[] {
    return this.#moving.moves.filter(this.#isMoved);
  }

  /** The record of an address; one that a rename has left under another name moves here. */
  recordFor(address: string, definition: ResourceDefinition, cloudId: string, identity: () => Identified) {
    const known = this.state.records.get(address);
    if (known !== undefined || !this.#moving.hasOrphans) return known;
    const identified = identity();
    if (identified.kind === "known") this.#moving.recognise(address, definition, cloudId, identified);
    return this.state.records.get(address);
  }

  /** The name that a record had before it moved to the address. */
  movedFrom(address: string): string | undefined {
    return this.#moving.earlierName(address);
  }

  /** What a declaration has to say of keeping the object at an address. */
  keptAs(address: string): KeptOptions | undefined {
    const node = this.resourceAt(address);
    return this.#keeps.get(address) ?? (node === undefined ? undefined : { type: node.type, ...node.options });
  }

  /** What is declared under an address as a resource. */
  resourceAt(address: string): ResourceNode | undefined {
    this.#declared ??= new Map(
      this.checked?.nodes.flatMap((node) => (node.kind === "resource" ? [[node.address, node]] : [])),
    );
    return this.#declared.get(address);
  }

  complain(code: ProblemCode, detail: string, place: ProblemPlace): void {
    this.problems.push(problem(code, detail, place));
  }

  /** Adds a step after all that were decided before. */
  push(step: Step): void {
    if (step.kind !== "removal") this.#places.set(step.address, this.steps.length);
    this.steps.push(step);
  }

  /** Takes back the steps from the `begun`-th on. */
  takeBack(begun: number): readonly Step[] {
    const taken = this.steps.splice(begun);
    for (const { kind, address } of taken) if (kind !== "removal") this.#places.delete(address);
    return taken;
  }

  /** Takes some steps out from among the others. */
  leaveOut(waiting: ReadonlySet<Step>): void {
    const kept = this.takeBack(0).filter((step) => !waiting.has(step));
    for (const step of kept) this.push(step);
  }

  /** Forgets what has been decided, but for steps, about whatever is at other addresses. */
  restrictTo(isIn: (address: string) => boolean, concerns: (problem: Problem) => boolean): void {
    const restrict = (decided: { readonly address: string }[]) =>
      decided.splice(0, decided.length, ...decided.filter(({ address }) => isIn(address)));
    for (const decided of [this.unchanged, this.recordUpdates, this.moved, this.deferred]) restrict(decided);
    this.problems.splice(0, this.problems.length, ...this.problems.filter(concerns));
    this.#isMoved = ({ to }) => isIn(to);
  }

  /** Leaves a node to the next round, with all that would follow from it. */
  postpone(address: string, why: string, allowedActions: Plan["deferred"][number]["allowedActions"]): void {
    this.postponed.add(address);
    this.deferred.push({ address, why, allowedActions });
  }

  definition(type: string): ResourceDefinition {
    const definition = this.catalog.resources[type];
    invariant(definition !== undefined, `no definition of ${type}`);
    return definition;
  }

  /** The claim of what a step or a record stands for: equal keys mean one physical object. */
  claimKeyOf({ type, provider, identity }: Claiming): string {
    return claimKey(provider.cloudId, identity.claim, this.definition(type).identity.ignoreCase === true);
  }

  /**
   * The provider of a node, with its configuration as it is once the resources that it reads are as planned. It waits
   * while that is not what was looked through: nothing is known then of what stands there. A configuration that breaks
   * a rule is a problem, told once.
   */
  provider(ref: string): PlannedProvider {
    const known = this.#providers.get(ref);
    if (known !== undefined) return known;
    const planned = this.#planProvider(ref);
    this.#providers.set(ref, planned);
    return planned;
  }

  #planProvider(ref: string): PlannedProvider {
    const declared = this.checked?.providers[ref];
    invariant(declared !== undefined, `no provider ${ref}`);
    const { kind } = declared;
    const resolved = resolveProviderConfig(declared, this.catalog.providers[kind], this.language, this.bindings);
    if (resolved.kind === "unfit") this.problems.push(...resolved.problems);
    if (resolved.kind === "waiting") return resolved;
    const seen = this.snapshot.providers.get(ref);
    if (resolved.kind === "unfit" || seen === undefined || !jsonEqual(seen.config, resolved.config))
      return { kind: "waiting", why: `provider \`${ref}\` is configured by what this plan changes` };
    const { config } = resolved;
    const recorded = { ref, kind, cloudId: seen.cloudId, configDigest: digest(config), config };
    return { kind: "known", checked: { ref, kind, config }, recorded };
  }

  /**
   * How an object is reached by now: through what is declared, where that leads to the same cloud; else as recorded.
   */
  reachOf(record: ResourceRecord): { readonly provider: RecordedProvider; readonly apiVersion: string } {
    const node = this.resourceAt(record.address);
    const declared = node?.type === record.type ? node : undefined;
    const ref = declared?.provider ?? record.provider.ref;
    const known =
      this.checked !== null && Object.hasOwn(this.checked.providers, ref) && this.snapshot.providers.has(ref)
        ? this.provider(ref)
        : undefined;
    const { cloudId, kind } = record.provider;
    const isSame = known?.kind === "known" && known.recorded.kind === kind && known.recorded.cloudId === cloudId;
    return {
      provider: isSame ? known.recorded : record.provider,
      apiVersion: declared?.apiVersion ?? record.apiVersion,
    };
  }

  /** What the snapshot saw under an id; absent where it was not read. */
  observed(cloudId: string, definition: ResourceDefinition, id: string): Observed {
    return (
      this.snapshot.observations.get(objectKey(cloudId, idKey(definition, id))) ?? {
        kind: "absent",
        version: null,
        displaces: [],
      }
    );
  }

  /** Whether a run at work has claimed an object for this stack since the state was read: it is the stack's own. */
  isMadeBeside(claimKey: string): boolean {
    const { claims, stack, indeterminate } = this.snapshot;
    const known = ({ uid }: { readonly uid: string }) => {
      const { records, superseded, openIntents } = this.state;
      const isIt = (each: { readonly uid: string }) => each.uid === uid;
      return (
        records.values().some(isIt) ||
        superseded.some(isIt) ||
        openIntents.some(({ intent }) => isIt(intent)) ||
        indeterminate.some(({ intent }) => isIt(intent))
      );
    };
    return claims.some((claim) => claim.claimKey === claimKey && claim.stack === stack && !known(claim));
  }

  /** What others may read of a node once its step is done; worked out only where somebody does. */
  setOutputs(address: string, outputs: Value | (() => Value)): void {
    this.#outputs.set(address, outputs);
  }

  /**
   * The same of what an object answered: its keys are no markers, and expressions find them as they are. What a
   * half-made object does not have is not known yet.
   */
  setSeen(address: string, outputs: JsonObject): void {
    const record = this.state.records.get(address);
    this.setOutputs(address, () => seenOutputs(address, record, outputs));
  }

  /** Whether it is planned what others may read of a node. */
  hasOutputs(address: string): boolean {
    return this.#outputs.has(address);
  }

  #outputsOf(address: string): Value | undefined {
    const outputs = this.#outputs.get(address);
    if (typeof outputs !== "function") return outputs;
    const made = outputs();
    this.#outputs.set(address, made);
    return made;
  }

  readonly bindings: NodeBindings = {
    node: (name) => this.#outputsOf(name) ?? unknown(`known after ${name} is made`),
  };

  /** The step that makes, reads or moves what is at an address. */
  stepAt(address: string): Step | undefined {
    const place = this.#places.get(address);
    return place === undefined ? undefined : this.steps[place];
  }

  /** Steps that those at the addresses come to, as ids; unchanged ones come to none. */
  stepsAt(addresses: readonly string[]): readonly string[] {
    const places = addresses.flatMap((address) => this.#places.get(address) ?? []);
    return places.sort((a, b) => a - b).flatMap((place) => this.steps[place]?.id ?? []);
  }

  /** What is believed, by what it is asked for by. */
  get recorded(): RecordsIndex {
    const { state } = this;
    if (this.#index?.state !== state) this.#index = new RecordsIndex(state, this.catalog);
    return this.#index;
  }
}

/** Equal for what stands for one physical object under one uid. */
export function sharerOf(standing: Claiming & { readonly uid: string }, planning: Planning): string {
  return `${standing.uid} ${planning.claimKeyOf(standing)}`;
}
