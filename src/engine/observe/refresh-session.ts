import type { Clock } from "../../../packages/base/clock.ts";
import { type Ids, orderedId } from "../../../packages/base/ids.ts";
import { invariant } from "../../../packages/base/invariant.ts";
import { type Json, type JsonObject, jsonEqual, ownMember } from "../../../packages/base/json/json.ts";
import type { Problem } from "../../../packages/base/problems/problem.ts";
import type { Turns } from "../../../packages/base/turns.ts";
import type { Catalog, ResourceDefinition } from "../../definitions/schema/definition.ts";
import { escapedOutputs, unknown, type Value } from "../../definitions/schema/value.ts";
import {
  type CheckedDeclaration,
  type CheckedNode,
  earlierNames,
  type NameWithEarlier,
} from "../check/checked-declaration.ts";
import { hasOpenConfig } from "../check/provider-config.ts";
import type { NodeBindings } from "../expressions/evaluate.ts";
import type { ExpressionLanguage } from "../expressions/expression-language.ts";
import type { Driver, ProviderInstance } from "../ports/driver.ts";
import type { Intent } from "../state/journal.ts";
import { type Move, MovingState } from "../state/moves.ts";
import type { PhysicalIdentity } from "../state/records/record.ts";
import type { Claim, Found, Observed, ReadResult } from "../state/snapshot.ts";
import type { Indeterminate, StackState } from "../state/stack-state.ts";
import { wholeState } from "../state/whole-state.ts";
import { keptSecrets } from "./kept-secrets.ts";
import type { Question } from "./question.ts";

export interface ObserveInput {
  readonly stack: string;
  /** Null when there is only the state to look after (destroy without a declaration). */
  readonly checked: CheckedDeclaration | null;
  readonly language: ExpressionLanguage;
  readonly state: StackState;
  /** What broken-off runs began, and whose result is not known. */
  readonly indeterminate: readonly Indeterminate[];
  readonly catalog: Catalog;
  readonly driverOf: (provider: ProviderInstance) => Driver;
  readonly claims: (claimKeys: readonly string[]) => Promise<readonly Claim[]>;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly parallel: number;
  /** False takes the records' last observations for managed objects instead of reading them. */
  readonly refresh: boolean;
  /**
   * What a record keeps secret stays so, also where the declaration says otherwise now. Left out: the declaration
   * decides.
   */
  readonly keepsSecrets?: boolean;
  /** With `keepsSecrets`: the places of objects that the stack has managed before, by the key of the object. */
  readonly pastSecrets?: ReadonlyMap<string, { readonly places: readonly string[] }>;
  /** Addresses that are not looked at: their records are believed, and what has none counts as not readable. */
  readonly unread?: ReadonlySet<string>;
  /** An undo looks at its own objects only. */
  readonly only?: ObservedOnly;
  /** Aborted: nothing is asked any more, and what was not asked counts as not readable. */
  readonly signal?: AbortSignal;
  /** Left out: no other work waits for a turn. */
  readonly turns?: Turns | undefined;
}

/** Objects to look at beside what is declared, and what is known of others. */
export interface ObservedOnly {
  /** uids of records whose objects are read. */
  readonly uids: ReadonlySet<string>;
  /** Names of all other records: no rename is recognised by them. */
  readonly besides: readonly NameWithEarlier[];
  /** uids of what is made anew, by address. */
  readonly known: ReadonlyMap<string, string>;
}

/** What a read or a look-up tells besides its outputs. */
interface AnsweredRead {
  readonly id: string | null;
  readonly version: string | null;
  readonly displaces?: readonly string[];
}

/** The session of one observation: what is given, and what has been asked and seen so far. Lives for one call. */
export class RefreshSession {
  readonly input: ObserveInput;
  readonly observations = new Map<string, Observed>();
  readonly reads = new Map<string, ReadResult>();
  readonly found = new Map<string, Found>();
  readonly freshUids = new Map<string, string>();
  /** Keys of the questions that have been put: none is put twice. */
  readonly asked = new Set<string>();
  /** Addresses of objects that were gone and of which the platform has been asked again. */
  readonly askedAgain = new Set<string>();
  /** What is declared and not recorded yet, by address, with the question for what it lies in. */
  readonly parents = new Map<string, Question>();
  /** Keys of the claims that the declaration makes, each with the keys of the objects that it is about. */
  readonly claimed = new Map<string, Set<string>>();
  /** Keys of the claims to what is to be taken over as it stands, and has not been looked at yet. */
  readonly #takeovers = new Set<string>();
  readonly outputs = new Map<string, Value>();
  readonly problems: Problem[] = [];
  readonly #moving: MovingState;
  #state: StackState;
  /** Providers whose configuration is known, by name. */
  readonly providers = new Map<string, ProviderInstance>();
  readonly #cloudIds = new Map<string, string>();
  /** What is declared, by address. */
  readonly nodes: ReadonlyMap<string, CheckedNode>;
  /** Addresses of nodes that are to be asked about whatever else is new: at first all. */
  readonly #due: Set<string>;
  /** Addresses of nodes of which others see something else since they were asked about. */
  readonly #changed = new Set<string>();
  /** Places that stay secret whatever is declared, by the key of the object. */
  readonly keptSecrets: ReadonlyMap<string, readonly string[]>;
  readonly #openIntents = new Map<string, Intent>();
  #openIntentsOf: StackState | undefined;

  constructor(input: ObserveInput) {
    this.input = input;
    this.nodes = new Map(input.checked?.nodes.map((node) => [node.address, node]));
    this.#due = new Set(this.nodes.keys());
    this.keptSecrets = input.keepsSecrets === true ? allKept(input) : new Map();
    this.#moving = new MovingState(
      wholeState(input.state, input.catalog),
      earlierNames(input.checked, input.only?.besides),
    );
    this.#state = this.#moving.state;
    for (const [address, uid] of input.only?.known ?? []) this.freshUids.set(address, uid);
  }

  /** After the renames that have been recognised, but for those of the present round. */
  get state(): StackState {
    return this.#state;
  }

  get moves(): readonly Move[] {
    return this.#moving.moves;
  }

  /**
   * Whether the declared name turns out to be a new name of a record; it is to be asked about again once that has
   * moved.
   */
  isRename(
    { address }: CheckedNode,
    definition: ResourceDefinition,
    cloudId: string,
    identity: Pick<PhysicalIdentity, "id" | "claim">,
  ): boolean {
    if (!this.#moving.recognise(address, definition, cloudId, identity)) return false;
    this.freshUids.delete(address);
    this.#due.add(address);
    return true;
  }

  /** Moves the records whose renames were recognised, all at once; false where none was. */
  moveRenamed(): boolean {
    const before = this.#state;
    this.#state = this.#moving.state;
    return this.#state !== before;
  }

  /** What an earlier run began at an address and could not note the end of: its uid, name and claim are ours. */
  openIntentAt(address: string, type: string): Intent | undefined {
    if (this.#openIntentsOf !== this.state) {
      this.#openIntentsOf = this.state;
      this.#openIntents.clear();
      for (const { intent } of this.state.openIntents.toReversed())
        this.#openIntents.set(`${intent.address} ${intent.type}`, intent);
    }
    return this.#openIntents.get(`${address} ${type}`);
  }

  readonly bindings: NodeBindings = {
    node: (name) => this.outputs.get(name) ?? unknown(`known after ${name} is read`),
  };

  /** Whether what is at an address is looked at. */
  isLookedAt(address: string): boolean {
    return this.input.unread?.has(address) !== true;
  }

  definition(type: string): ResourceDefinition {
    const definition = this.input.catalog.resources[type];
    invariant(definition !== undefined, `no definition of ${type}`);
    return definition;
  }

  /** A declared provider whose configuration no other resource decides. */
  declaredProvider(ref: string): ProviderInstance | undefined {
    const providers = this.input.checked?.providers ?? {};
    const declared = ownMember(providers, ref);
    return declared === undefined || hasOpenConfig(declared) ? undefined : declared;
  }

  /** The cloud behind a provider whose configuration is known. */
  cloudId(provider: ProviderInstance): string {
    const known = this.#cloudIds.get(provider.ref) ?? this.input.driverOf(provider).cloudId(provider);
    this.#cloudIds.set(provider.ref, known);
    return known;
  }

  /** Whether something is new that a node's questions depend on, so that it is to be asked about (again). */
  takeDue(node: CheckedNode): boolean {
    return this.#due.delete(node.address) || node.edges.some((edge) => this.#changed.has(edge));
  }

  /** A uid for what has none yet: the records of a stack lie in the store in the order of its nodes. */
  freshUid(): string {
    const { ids, clock } = this.input;
    return orderedId(ids, clock.now(), this.freshUids.size);
  }

  /** All nodes have been asked about as far as what is known by now lets them be. */
  endWave(): void {
    this.#changed.clear();
  }

  /** What others see of a node from now on. */
  show(address: string, value: Value): void {
    if (!jsonEqual(this.outputs.get(address), value)) this.#changed.add(address);
    this.outputs.set(address, value);
  }

  /** A provider's configuration is known: what it serves can be asked about. */
  settleProvider(provider: ProviderInstance): void {
    this.providers.set(provider.ref, provider);
    for (const node of this.nodes.values()) if (node.provider === provider.ref) this.#due.add(node.address);
  }

  /** The declaration claims an object; `isTakeover`: as it stands, if it does. */
  noteClaim(claimKey: string, objectKey: string, isTakeover: boolean): void {
    const objects = this.claimed.get(claimKey);
    if (isTakeover && objects?.has(objectKey) !== true) this.#takeovers.add(claimKey);
    if (objects === undefined) this.claimed.set(claimKey, new Set([objectKey]));
    else objects.add(objectKey);
  }

  /** The claims to what is to be taken over and looked at next. */
  takeNewTakeovers(): readonly string[] {
    const keys = [...this.#takeovers];
    this.#takeovers.clear();
    return keys;
  }

  addFound(address: string, field: string, value: Json, by: JsonObject): void {
    const before = this.found.get(address);
    this.found.set(address, { values: { ...before?.values, [field]: value }, by: { ...before?.by, ...by } });
    this.#due.add(address);
  }

  /** What was found does not hold any more; the node is asked about again. */
  forgetFound(address: string, field: string): void {
    const before = this.found.get(address);
    if (before === undefined) return;
    const { [field]: _, ...values } = before.values;
    this.found.set(address, { values, by: before.by });
    this.#due.add(address);
  }

  settle(address: string, asked: Json, outputs: JsonObject, { id, version, displaces = [] }: AnsweredRead): void {
    const besides = displaces.length === 0 ? {} : { displaces };
    this.reads.set(address, { kind: "done", asked, outputs, id, version, ...besides });
    this.show(address, escapedOutputs(outputs));
  }

  fail(address: string, ...problems: readonly Problem[]): void {
    this.problems.push(...problems);
    this.reads.set(address, { kind: "failed", problems });
  }

  /** The same of a question that the platform has answered so. */
  failAsked(address: string, asked: Json, why: Problem): void {
    this.problems.push(why);
    this.reads.set(address, { kind: "failed", problems: [why], asked });
  }
}

/** What is managed, and what was forgotten. */
function allKept({ state, catalog, pastSecrets = new Map() }: ObserveInput): ReadonlyMap<string, readonly string[]> {
  const kept = new Map(keptSecrets(state, catalog));
  for (const [key, { places }] of pastSecrets) kept.set(key, [...new Set([...(kept.get(key) ?? []), ...places])]);
  return kept;
}
