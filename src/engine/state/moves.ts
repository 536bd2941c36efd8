import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { idKey } from "../../definitions/schema/identity.ts";
import type { PhysicalIdentity, ResourceRecord } from "./record.ts";
import type { StackState } from "./stack-state.ts";

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

/** A state under renames: which moves have been found so far, and the state after them. Lives for one look or one plan. */
export class MovingState {
  readonly #moves: Move[];
  /** Current records that no declared name has. */
  readonly #orphans: Set<ResourceRecord>;
  #state: StackState;

  /** `found`: moves that the state has undergone already. */
  constructor(state: StackState, declared: readonly DeclaredName[], found: readonly Move[] = []) {
    const moves = movesByAlias(declared, state);
    const names = new Set(declared.map(({ address }) => address));
    this.#moves = [...found, ...moves];
    this.#state = withMoves(state, moves);
    this.#orphans = new Set([...this.#state.records.values()].filter((record) => !names.has(record.address)));
  }

  get state(): StackState {
    return this.#state;
  }

  get moves(): readonly Move[] {
    return this.#moves;
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
    if (this.#state.records.has(address)) return false;
    const former = recordOfSameObject(this.#orphans, definition, cloudId, identity);
    if (former === undefined) return false;
    this.#orphans.delete(former);
    const move = { from: former.address, to: address };
    this.#moves.push(move);
    this.#state = withMoves(this.#state, [move]);
    return true;
  }
}

/** What former names come to: each declared name without a record takes over the first of its aliases that has one. */
function movesByAlias(declared: readonly DeclaredName[], state: StackState): readonly Move[] {
  const taken = new Set(declared.map(({ address }) => address));
  return declared.flatMap(({ address, aliases }): readonly Move[] => {
    if (state.records.has(address)) return [];
    const from = aliases.find((alias) => !taken.has(alias) && isKnown(state, alias));
    if (from === undefined) return [];
    taken.add(from);
    return [{ from, to: address }];
  });
}

function isKnown({ records, openIntents }: StackState, address: string): boolean {
  return records.has(address) || openIntents.some(({ intent }) => intent.address === address);
}

/** The record of the object with the identity; an equal id comes before an equal claim. */
function recordOfSameObject(
  records: Iterable<ResourceRecord>,
  definition: ResourceDefinition,
  cloudId: string,
  { id, claim }: Pick<PhysicalIdentity, "id" | "claim">,
): ResourceRecord | undefined {
  const isSame = (one: string, other: string) => idKey(definition, one) === idKey(definition, other);
  let sameClaim: ResourceRecord | undefined;
  for (const record of records) {
    if (record.type !== definition.type || record.provider.cloudId !== cloudId) continue;
    if (isSame(record.identity.id, id)) return record;
    if (isSame(record.identity.claim, claim)) sameClaim ??= record;
  }
  return sameClaim;
}

/** The state after the moves; records that name a moved one follow it. Untouched records stay the same objects. */
export function withMoves(state: StackState, moves: readonly Move[]): StackState {
  if (moves.length === 0) return state;
  const names = new Map(moves.map(({ from, to }) => [from, to]));
  const renamed = (name: string) => names.get(name) ?? name;
  const moved = (record: ResourceRecord): ResourceRecord => {
    const { deletedWith, parent } = record.options;
    const mentioned = [record.address, ...record.dependsOn, deletedWith, parent];
    if (!mentioned.some((name) => name !== undefined && names.has(name))) return record;
    return {
      ...record,
      address: renamed(record.address),
      dependsOn: record.dependsOn.map(renamed),
      options: {
        ...record.options,
        ...(deletedWith === undefined ? {} : { deletedWith: renamed(deletedWith) }),
        ...(parent === undefined ? {} : { parent: renamed(parent) }),
      },
    };
  };
  return {
    ...state,
    records: new Map([...state.records.values()].map(moved).map((record) => [record.address, record])),
    superseded: state.superseded.map(moved),
    openIntents: state.openIntents.map((open) =>
      names.has(open.intent.address)
        ? { ...open, intent: { ...open.intent, address: renamed(open.intent.address) } }
        : open,
    ),
  };
}
