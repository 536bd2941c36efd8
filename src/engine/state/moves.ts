import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { idKey } from "../../definitions/schema/identity/same-object.ts";
import type { Intent, RecordSketch } from "./journal.ts";
import type { PhysicalIdentity, ResourceRecord } from "./records/record.ts";
import type { OpenIntent, StackState } from "./stack-state.ts";

/** A record that goes by another logical name from now on; uid, generation and the object stay as they are. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

interface DeclaredName {
  readonly address: string;
  /** Its former logical names. */
  readonly aliases: readonly string[];
}

/**
 * A state under renames: which moves have been found so far, and the state after them. Lives for one look or one plan.
 */
export class MovingState {
  readonly #moves: Move[] = [];
  readonly #earlierNames = new Map<string, string>();
  readonly #orphans: Orphans;
  #state: StackState;
  /** Moves that the state is still to undergo, by the new name. */
  readonly #pending = new Map<string, Move>();

  /** `found`: moves that the state has undergone already. */
  constructor(state: StackState, declared: readonly DeclaredName[], found: readonly Move[] = []) {
    const moves = movesByAlias(declared, state);
    const names = new Set(declared.map(({ address }) => address));
    for (const move of [...found, ...moves]) this.#note(move);
    this.#state = withMoves(state, moves);
    this.#orphans = new Orphans([...this.#state.records.values()].filter((record) => !names.has(record.address)));
  }

  /** Many moves at once cost little more than one: ask for it when all that can be found have been. */
  get state(): StackState {
    this.#state = withMoves(this.#state, [...this.#pending.values()]);
    this.#pending.clear();
    return this.#state;
  }

  get moves(): readonly Move[] {
    return this.#moves;
  }

  /** Whether there are records that a rename could be recognised by. */
  get hasOrphans(): boolean {
    return this.#orphans.size > 0;
  }

  /** The name that a record had before it moved to the address. */
  earlierName(address: string): string | undefined {
    return this.#earlierNames.get(address);
  }

  /**
   * Recognises a rename: where an undeclared record stands for the very object that a declared name without a record
   * stands for, the record moves to that name. True when it did.
   */
  recognise(
    address: string,
    definition: ResourceDefinition,
    cloudId: string,
    identity: Pick<PhysicalIdentity, "id" | "claim">,
  ): boolean {
    if (this.#state.records.has(address) || this.#pending.has(address)) return false;
    const former = this.#orphans.take(definition, cloudId, identity);
    if (former === undefined) return false;
    const move = { from: former.address, to: address };
    this.#note(move);
    this.#pending.set(address, move);
    return true;
  }

  #note(move: Move): void {
    this.#moves.push(move);
    if (!this.#earlierNames.has(move.to)) this.#earlierNames.set(move.to, move.from);
  }
}

/** Current records that no declared name has, to be found by the object that they stand for. */
class Orphans {
  readonly #records: Set<ResourceRecord>;
  /** By type, then by cloud and id, and by cloud and claim. */
  readonly #places = new Map<string, { readonly ids: RecordsByKey; readonly claims: RecordsByKey }>();

  constructor(records: readonly ResourceRecord[]) {
    this.#records = new Set(records);
  }

  get size(): number {
    return this.#records.size;
  }

  /** Takes out the record of the object with the identity; an equal id comes before an equal claim. */
  take(
    definition: ResourceDefinition,
    cloudId: string,
    { id, claim }: Pick<PhysicalIdentity, "id" | "claim">,
  ): ResourceRecord | undefined {
    if (this.#records.size === 0) return undefined;
    const { ids, claims } = this.#placesOf(definition);
    const left = (records: readonly ResourceRecord[] = []) => records.find((record) => this.#records.has(record));
    const found =
      left(ids.get(`${cloudId} ${idKey(definition, id)}`)) ??
      left(claims.get(`${cloudId} ${idKey(definition, claim)}`));
    if (found !== undefined) this.#records.delete(found);
    return found;
  }

  #placesOf(definition: ResourceDefinition) {
    const known = this.#places.get(definition.type);
    if (known !== undefined) return known;
    const records = [...this.#records].filter(({ type }) => type === definition.type);
    const by = (name: "id" | "claim"): RecordsByKey =>
      Map.groupBy(records, ({ provider, identity }) => `${provider.cloudId} ${idKey(definition, identity[name])}`);
    const places = { ids: by("id"), claims: by("claim") };
    this.#places.set(definition.type, places);
    return places;
  }
}

type RecordsByKey = ReadonlyMap<string, readonly ResourceRecord[]>;

/** What former names come to: each declared name without a record takes over the first of its aliases that has one. */
function movesByAlias(declared: readonly DeclaredName[], { records, openIntents }: StackState): readonly Move[] {
  const renamed = declared.filter(({ address, aliases }) => aliases.length > 0 && !records.has(address));
  if (renamed.length === 0) return [];
  const taken = new Set(declared.map(({ address }) => address));
  const begun = new Set(openIntents.map(({ intent }) => intent.address));
  return renamed.flatMap(({ address, aliases }): readonly Move[] => {
    const from = aliases.find((alias) => !taken.has(alias) && (records.has(alias) || begun.has(alias)));
    if (from === undefined) return [];
    taken.add(from);
    return [{ from, to: address }];
  });
}

/** The state after the moves; records that name a moved one follow it. Untouched records stay the same objects. */
export function withMoves(state: StackState, moves: readonly Move[]): StackState {
  if (moves.length === 0) return state;
  const names = new Map(moves.map(({ from, to }) => [from, to]));
  const renamed = (name: string) => names.get(name) ?? name;
  const moved = (record: ResourceRecord): ResourceRecord =>
    [record.address, ...namesIn(record)].some((name) => names.has(name))
      ? { ...withNames(record, renamed), address: renamed(record.address) }
      : record;
  return {
    ...state,
    records: new Map([...state.records.values()].map(moved).map((record) => [record.address, record])),
    superseded: state.superseded.map(moved),
    openIntents: callsUnderMoves(state.openIntents, moves),
  };
}

/** What a record says of other resources, by their names. */
type Naming = Pick<ResourceRecord, "dependsOn" | "options">;

/** The names of other resources in a record, or in what a call is to record. */
export function namesIn({ dependsOn, options: { deletedWith, parent } }: Naming): readonly string[] {
  return [...dependsOn, deletedWith, parent].filter((name) => name !== undefined);
}

function withNames<T extends Naming>(naming: T, renamed: (name: string) => string): T {
  const { deletedWith, parent } = naming.options;
  return {
    ...naming,
    dependsOn: naming.dependsOn.map(renamed),
    options: {
      ...naming.options,
      ...(deletedWith === undefined ? {} : { deletedWith: renamed(deletedWith) }),
      ...(parent === undefined ? {} : { parent: renamed(parent) }),
    },
  };
}

/** Open calls after the moves: each follows its resource, and what it is to record names the new names. */
export function callsUnderMoves<Call extends OpenIntent>(
  calls: readonly Call[],
  moves: readonly Move[],
): readonly Call[] {
  if (calls.length === 0 || moves.length === 0) return calls;
  const names = new Map(moves.map(({ from, to }) => [from, to]));
  return calls.map((call) => underNames(call, names));
}

/** An open call under the names that its own resource, and those that its record names, go by now. */
function underNames<Call extends OpenIntent>(call: Call, names: ReadonlyMap<string, string>): Call {
  const { address, record } = call.intent;
  const mentioned = [address, ...(record === null ? [] : namesIn(record))];
  if (!mentioned.some((name) => names.has(name))) return call;
  const renamed = (name: string) => names.get(name) ?? name;
  return { ...call, intent: { ...call.intent, address: renamed(address), record: withSketch(record, renamed) } };
}

function withSketch(record: RecordSketch | null, renamed: (name: string) => string): RecordSketch | null {
  if (record === null) return null;
  const { named } = record;
  const uids = Object.entries(named ?? {}).map(([name, uid]) => [renamed(name), uid] as const);
  return { ...withNames(record, renamed), ...(named === undefined ? {} : { named: Object.fromEntries(uids) }) };
}

/** Open calls that may have made an object or changed one, as its record would tell, under present names. */
export function begunUnderPresentNames(
  state: Pick<StackState, "openIntents" | "records">,
): readonly (Intent & { readonly record: RecordSketch })[] {
  return underPresentNames(state).flatMap(({ intent }) => {
    const { record } = intent;
    return record === null ? [] : [{ ...intent, record }];
  });
}

/**
 * Open calls under present names: resources that they are about, or name, may have been renamed since they were noted.
 */
export function underPresentNames({
  openIntents,
  records,
}: Pick<StackState, "openIntents" | "records">): readonly OpenIntent[] {
  if (openIntents.length === 0) return openIntents;
  const present = new Map([...records.values()].map(({ uid, address }) => [uid, address]));
  return openIntents.map((open) => {
    const { uid, address, record } = open.intent;
    const known = [...Object.entries(record?.named ?? {}), [address, uid] as const];
    const names = known.flatMap(([name, of]) => {
      const now = present.get(of);
      return now === undefined || now === name ? [] : [[name, now] as const];
    });
    return underNames(open, new Map(names));
  });
}
