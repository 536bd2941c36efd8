import { invariant } from "../../../base/invariant.ts";
import type { Json } from "../../../base/json/json.ts";
import { documentCodec } from "../../../base/json/plain.ts";
import { err, ok, type Result } from "../../../base/result.ts";
import type { LocalStorage } from "../local-storage.ts";
import type { Documents, LocalReply } from "../local-vendor.ts";
import type { FaultCount, FaultRule, InjectedFault } from "./fault-rule.ts";
import { type FaultedCall, hits, isAbout } from "./faults.ts";
import { readFaultRules } from "./read-fault-rules.ts";

/** What a fault made of an operation that its sender asks after: answered with `pending` for ever, or not found. */
export type OperationMark = { readonly kind: "stuck"; readonly pending: LocalReply } | { readonly kind: "vanished" };

/** The faults of the local cloud, for whoever has it in this process. The same rules as `/_local/faults`. */
export interface Faults {
  /** Adds rules behind those that are there; gives their ids. A rule that makes no sense is a Bug. */
  add(...rules: readonly FaultRule[]): readonly string[];
  /** All rules in order, with their counts. */
  list(): readonly FaultCount[];
  /** Removes the rules and what they left behind: marks on operations and the documents' past. */
  clear(): void;
}

/** A rule whose turn it is. */
export interface DueFault {
  readonly id: string;
  readonly fault: Exclude<InjectedFault, { kind: "latency" }>;
}

type StoredRule = FaultCount & { readonly key: string };

const ruleCollection = "fault-rule";
const counts = documentCodec<FaultCount>();
const operationCollection = "faulted-operation";
const marks = documentCodec<OperationMark>();

/**
 * Rules and their counts, in the local cloud's database, with a copy in memory that stands for as long as no other
 * process has written there. All methods run in a transaction of the storage.
 */
export class FaultKnobs {
  readonly #storage: LocalStorage;
  readonly #documents: Documents;
  readonly #vendors: readonly string[];
  #dataVersion: number | undefined;
  #rules: readonly StoredRule[] = [];
  #operations: ReadonlyMap<string, OperationMark> = new Map();
  /** Whether any rule reads from the documents' past, so that it has to be kept. */
  remembers = false;
  /** Whether requests need to be looked at at all. */
  active = false;

  constructor(storage: LocalStorage, vendors: readonly string[]) {
    this.#storage = storage;
    this.#documents = storage.documents("_local");
    this.#vendors = vendors;
  }

  /** Takes notice of what other processes did; to be called at the start of each transaction. */
  refresh(): void {
    const dataVersion = this.#storage.dataVersion();
    if (dataVersion === this.#dataVersion) return;
    this.#load();
    this.#dataVersion = dataVersion;
  }

  /** After a transaction that failed: the copy may hold counts that were never written. */
  doubt(): void {
    this.#dataVersion = undefined;
  }

  #load(): void {
    this.#rules = this.#documents.list(ruleCollection).map(({ key, document }) => ({ ...counts.read(document), key }));
    this.#operations = new Map(
      this.#documents.list(operationCollection).map(({ key, document }) => [key, marks.read(document)]),
    );
    this.remembers = this.#rules.some(({ rule }) => ["read-lag", "stale-etag"].includes(rule.fault.kind));
    this.active = this.#rules.length > 0 || this.#operations.size > 0;
  }

  /** Adds one rule or a list of them, all or none; gives their ids, or every complaint. */
  add(body: Json | undefined): Result<readonly string[], readonly string[]> {
    const read = readFaultRules(body, this.#vendors);
    if (!read.ok) return read;
    const taken = new Set(this.#rules.map(({ id }) => id));
    const complaints = read.value.flatMap(({ id }, index) => {
      if (id === undefined) return [];
      const repeated = taken.has(id);
      taken.add(id);
      return repeated ? [`rules[${index}].id ${JSON.stringify(id)} is taken`] : [];
    });
    if (complaints.length > 0) return err(complaints);
    const ids = read.value.map((rule) => this.#store(rule, taken));
    this.#load();
    return ok(ids);
  }

  #store(rule: FaultRule, taken: Set<string>): string {
    let number: number;
    let id: string;
    do {
      number = this.#storage.count("fault-rule", 1);
      id = rule.id ?? `fault-${number}`;
    } while (rule.id === undefined && taken.has(id));
    taken.add(id);
    this.#put({ key: String(number).padStart(12, "0"), id, matched: 0, fired: 0, rule });
    return id;
  }

  #put({ key, ...count }: StoredRule): void {
    this.#documents.put(ruleCollection, key, counts.write(count));
  }

  list(): readonly FaultCount[] {
    return this.#rules.map(({ key: _, ...count }) => count);
  }

  /** Paths of the operations that a fault has marked. */
  markedOperations(): readonly { readonly path: string; readonly fate: OperationMark["kind"] }[] {
    return [...this.#operations].map(([path, mark]) => ({ path, fate: mark.kind }));
  }

  /** Removes all; gives how many rules there were. */
  clear(): number {
    const removed = this.#rules.length;
    for (const { key } of this.#rules) this.#documents.delete(ruleCollection, key);
    for (const path of this.#operations.keys()) this.#documents.delete(operationCollection, path);
    this.#storage.history.forget();
    this.#load();
    return removed;
  }

  /** How much later this call arrives, in milliseconds; counts it with the rules of that kind. */
  delayOf(call: FaultedCall): number {
    const due = this.#due(call, (fault) => fault.kind === "latency");
    return due.reduce((sum, { rule, id }) => {
      this.fired(id);
      return sum + (rule.fault.kind === "latency" ? rule.fault.ms : 0);
    }, 0);
  }

  /** The fault that this call meets: the first rule's whose turn it is. Counts the call with all rules it is about. */
  choose(call: FaultedCall): DueFault | undefined {
    const [first] = this.#due(call, (fault) => fault.kind !== "latency");
    if (first === undefined) return undefined;
    const { fault } = first.rule;
    invariant(fault.kind !== "latency", "latency is no fault of an exchange");
    return { id: first.id, fault };
  }

  #due(call: FaultedCall, kind: (fault: InjectedFault) => boolean): readonly StoredRule[] {
    const due: StoredRule[] = [];
    this.#rules = this.#rules.map((stored) => {
      const { id, rule, matched, fired } = stored;
      if (!kind(rule.fault) || !isAbout(rule, call)) return stored;
      const counted = { ...stored, matched: matched + 1 };
      this.#put(counted);
      if (hits(id, rule.match ?? {}, counted.matched, fired)) due.push(counted);
      return counted;
    });
    return due;
  }

  /** Notes that a rule's fault has hit. */
  fired(id: string): void {
    this.#rules = this.#rules.map((stored) => {
      if (stored.id !== id) return stored;
      const counted = { ...stored, fired: stored.fired + 1 };
      this.#put(counted);
      return counted;
    });
  }

  /** The mark on the operation at this path. */
  markOf(path: string): OperationMark | undefined {
    return this.#operations.get(addressOf(path));
  }

  mark(path: string, mark: OperationMark): void {
    const address = addressOf(path);
    this.#documents.put(operationCollection, address, marks.write(mark));
    this.#operations = new Map([...this.#operations, [address, mark]]);
    this.active = true;
  }
}

/** An operation's address as marks have it: without query, decoded where it can be, letters in one case. */
function addressOf(path: string): string {
  const address = path.replace(/\?.*$/s, "").replace(/^\/+/, "").toLowerCase();
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
