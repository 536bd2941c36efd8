import { invariant } from "../../../packages/base/invariant.ts";
import type { Catalog, ResourceDefinition } from "../../definitions/schema/definition.ts";
import { idKey } from "../../definitions/schema/identity/same-object.ts";
import { claimKey, type ResourceRecord, recordKey } from "../state/records/record.ts";
import { objectKey } from "../state/snapshot.ts";
import type { StackState } from "../state/stack-state.ts";

/** The records of one state by what they are asked for by. Each map is made when it is first asked. */
export class RecordsIndex {
  readonly state: StackState;
  readonly #catalog: Catalog;
  #holders: ReadonlyMap<string, ResourceRecord> | undefined;
  #claimants: ReadonlyMap<string, readonly ResourceRecord[]> | undefined;
  #current: ReadonlyMap<string, ResourceRecord> | undefined;
  #former: ReadonlyMap<string, ResourceRecord> | undefined;

  constructor(state: StackState, catalog: Catalog) {
    this.state = state;
    this.#catalog = catalog;
  }

  /** The record, current or waiting for its deletion, that stands for the object with an id. */
  holderOf(definition: ResourceDefinition, cloudId: string, id: string): ResourceRecord | undefined {
    this.#holders ??= firstBy([...this.state.records.values(), ...this.state.superseded], (record) =>
      this.#holderKey(record.type, record.provider.cloudId, record.identity.id),
    );
    return this.#holders.get(this.#holderKey(definition.type, cloudId, id));
  }

  /**
   * The records, current or waiting for their deletion, that have a claim; several generations of one uid may share it.
   */
  claimantsOf(key: string): readonly ResourceRecord[] {
    this.#claimants ??= Map.groupBy([...this.state.records.values(), ...this.state.superseded], (record) =>
      claimKey(
        record.provider.cloudId,
        record.identity.claim,
        this.#definition(record.type).identity.ignoreCase === true,
      ),
    );
    return this.#claimants.get(key) ?? [];
  }

  /** The current record of a uid. */
  currentOf(uid: string): ResourceRecord | undefined {
    this.#current ??= firstBy(this.state.records.values(), (record) => record.uid);
    return this.#current.get(uid);
  }

  /** The record of one object of a uid. */
  of({ uid, generation }: Pick<ResourceRecord, "uid" | "generation">): ResourceRecord | undefined {
    const current = this.currentOf(uid);
    return current?.generation === generation ? current : this.#formerOf({ uid, generation });
  }

  #formerOf(object: Pick<ResourceRecord, "uid" | "generation">): ResourceRecord | undefined {
    this.#former ??= firstBy(this.state.superseded, recordKey);
    return this.#former.get(recordKey(object));
  }

  #holderKey(type: string, cloudId: string, id: string): string {
    return `${type} ${objectKey(cloudId, idKey(this.#definition(type), id))}`;
  }

  #definition(type: string): ResourceDefinition {
    const definition = this.#catalog.resources[type];
    invariant(definition !== undefined, `no definition of ${type}`);
    return definition;
  }
}

function firstBy(
  records: Iterable<ResourceRecord>,
  keyOf: (record: ResourceRecord) => string,
): ReadonlyMap<string, ResourceRecord> {
  const first = new Map<string, ResourceRecord>();
  for (const record of records) {
    const key = keyOf(record);
    if (!first.has(key)) first.set(key, record);
  }
  return first;
}
