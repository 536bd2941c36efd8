import { digest } from "../../base/digest.ts";
import { invariant } from "../../base/invariant.ts";
import type { JsonObject } from "../../base/json.ts";
import { type Problem, type ProblemPlace, problem } from "../../base/problem.ts";
import type { ProblemCode } from "../../base/problem-codes.ts";
import type { Catalog, ResourceDefinition } from "../../definitions/schema/definition.ts";
import { type Identified, idKey } from "../../definitions/schema/identity.ts";
import { unknown, type Value } from "../../definitions/schema/value.ts";
import { type CheckedDeclaration, type CheckedProvider, formerNames } from "../check/checked-declaration.ts";
import type { Bindings } from "../expressions/evaluate.ts";
import type { ExpressionLanguage } from "../expressions/expression-language.ts";
import { type Move, MovingState } from "../state/moves.ts";
import type { RecordedProvider, ResourceRecord } from "../state/record.ts";
import { type Observed, objectKey, type Snapshot } from "../state/snapshot.ts";
import type { StackState } from "../state/stack-state.ts";
import type { Plan, Step } from "./plan.ts";

/** The desk on which one plan is made: what is given, and what has been decided so far. Lives for one call. */
export class Planning {
  readonly catalog: Catalog;
  readonly snapshot: Snapshot;
  readonly language: ExpressionLanguage;
  readonly checked: CheckedDeclaration | null;
  readonly steps: Step[] = [];
  readonly unchanged: Plan["unchanged"][number][] = [];
  readonly recordUpdates: Plan["recordUpdates"][number][] = [];
  readonly deferred: Plan["deferred"][number][] = [];
  readonly problems: Problem[] = [];
  /** Addresses that this plan leaves as they are because what is to happen to them can't be told yet. */
  readonly postponed = new Set<string>();
  readonly #outputs = new Map<string, Value>();
  readonly #moving: MovingState;

  constructor(catalog: Catalog, snapshot: Snapshot, language: ExpressionLanguage, checked: CheckedDeclaration | null) {
    this.catalog = catalog;
    this.snapshot = snapshot;
    this.language = language;
    this.checked = checked;
    this.#moving = new MovingState(snapshot.state, formerNames(checked), snapshot.moves);
  }

  /** What is believed, after the moves found so far. */
  get state(): StackState {
    return this.#moving.state;
  }

  get moves(): readonly Move[] {
    return this.#moving.moves;
  }

  /** The record of an address; one that a rename has left under another name moves here. */
  recordFor(address: string, definition: ResourceDefinition, cloudId: string, identity: () => Identified) {
    const known = this.state.records.get(address);
    if (known !== undefined) return known;
    const identified = identity();
    if (identified.kind === "known") this.#moving.recognise(address, definition, cloudId, identified);
    return this.state.records.get(address);
  }

  /** The name that a record had before it moved to the address. */
  movedFrom(address: string): string | undefined {
    return this.moves.find(({ to }) => to === address)?.from;
  }

  complain(code: ProblemCode, detail: string, place: ProblemPlace): void {
    this.problems.push(problem(code, detail, place));
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

  provider(ref: string): { readonly checked: CheckedProvider; readonly recorded: RecordedProvider } {
    const checked = this.checked?.providers[ref];
    const cloudId = this.snapshot.cloudIds.get(ref);
    invariant(checked !== undefined && cloudId !== undefined, `no provider ${ref}`);
    return {
      checked,
      recorded: { ref, kind: checked.kind, cloudId, configDigest: digest(checked.config), config: checked.config },
    };
  }

  /** What the snapshot saw under an id; absent where nobody looked. */
  observed(cloudId: string, definition: ResourceDefinition, id: string): Observed {
    return (
      this.snapshot.observations.get(objectKey(cloudId, idKey(definition, id))) ?? {
        kind: "absent",
        version: null,
        displaces: [],
      }
    );
  }

  /** What others may read of a node once its step is done. */
  setOutputs(address: string, outputs: Value): void {
    this.#outputs.set(address, outputs);
  }

  readonly bindings: Bindings = {
    node: (name) => this.#outputs.get(name) ?? unknown(`known after ${name}`),
    config: () => undefined,
  };

  /** Steps that those at the addresses come to, as ids; unchanged ones come to none. */
  stepsAt(addresses: readonly string[]): readonly string[] {
    const wanted = new Set(addresses);
    return this.steps.filter((step) => wanted.has(step.address) && step.kind !== "removal").map((step) => step.id);
  }
}

/** The last observation of a record, in the shape of a step's prior. */
export function priorOf(
  record: ResourceRecord,
  seen: { readonly outputs: JsonObject; readonly version: string } | null,
) {
  return {
    identity: record.identity,
    generation: record.generation,
    outputs: seen?.outputs ?? record.outputs,
    version: seen?.version ?? record.observed.version,
  };
}
