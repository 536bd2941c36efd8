import type { Clock } from "../../base/clock.ts";
import type { Ids } from "../../base/ids.ts";
import { invariant } from "../../base/invariant.ts";
import type { Json, JsonObject } from "../../base/json.ts";
import type { Problem } from "../../base/problem.ts";
import type { Catalog, ResourceDefinition } from "../../definitions/schema/definition.ts";
import { unknown, type Value } from "../../definitions/schema/value.ts";
import { type CheckedDeclaration, formerNames } from "../check/checked-declaration.ts";
import type { Bindings } from "../expressions/evaluate.ts";
import type { ExpressionLanguage } from "../expressions/expression-language.ts";
import type { Driver, ProviderInstance } from "../ports/driver.ts";
import { MovingState } from "../state/moves.ts";
import type { Claim, Found, Observed, ReadResult } from "../state/snapshot.ts";
import type { StackState } from "../state/stack-state.ts";

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

/** The desk of one observation: what is given, and what has been asked and seen so far. Lives for one call. */
export class ObservationDesk {
  readonly input: ObserveInput;
  readonly observations = new Map<string, Observed>();
  readonly reads = new Map<string, ReadResult>();
  readonly found = new Map<string, Found>();
  readonly freshUids = new Map<string, string>();
  /** Keys of the questions that have been put: none is put twice. */
  readonly asked = new Set<string>();
  readonly claimKeys = new Set<string>();
  readonly outputs = new Map<string, Value>();
  readonly problems: Problem[] = [];
  readonly moving: MovingState;
  /** Providers whose configuration is known, by name. */
  readonly providers = new Map<string, ProviderInstance>();

  constructor(input: ObserveInput) {
    this.input = input;
    this.moving = new MovingState(input.state, formerNames(input.checked));
  }

  get state(): StackState {
    return this.moving.state;
  }

  readonly bindings: Bindings = {
    node: (name) => this.outputs.get(name) ?? unknown(`known after ${name} is read`),
    config: () => undefined,
  };

  definition(type: string): ResourceDefinition {
    const definition = this.input.catalog.resources[type];
    invariant(definition !== undefined, `no definition of ${type}`);
    return definition;
  }

  addFound(address: string, field: string, value: Json, by: JsonObject): void {
    const before = this.found.get(address);
    this.found.set(address, { values: { ...before?.values, [field]: value }, by: { ...before?.by, ...by } });
  }

  settle(address: string, asked: Json, outputs: JsonObject, id: string | null, version: string | null): void {
    this.reads.set(address, { kind: "done", asked, outputs, id, version });
    this.outputs.set(address, outputs);
  }

  fail(address: string, failure: Problem): void {
    this.problems.push(failure);
    this.reads.set(address, { kind: "failed" });
  }
}
