import { expect } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import type { LocalMode } from "../../packages/local-cloud/runtime/local-vendor.ts";
import { catalog } from "../../src/definitions/resources/catalog.ts";
import { compareValues } from "../../src/definitions/schema/comparison/compare-values.ts";
import { echoIdentity } from "../../src/definitions/schema/comparison/echo.ts";
import type { ResourceDefinition } from "../../src/definitions/schema/definition.ts";
import { outputSchema } from "../../src/definitions/schema/field-schema.ts";
import { identify, parseId } from "../../src/definitions/schema/identity/identity.ts";
import type { Change, Driver, Observation, Target, WriteOutcome } from "../../src/engine/ports/driver.ts";
import { admin, ContractCloud } from "./contract-cloud.ts";
import type { DriverSubject } from "./driver-subjects.ts";
import { inProcess } from "./transport.ts";

/** One subject on a fresh cloud, with the checks that hold for everything a driver says. */
export class DriverTrial {
  readonly subject: DriverSubject;
  readonly definition: ResourceDefinition;
  readonly cloud: ContractCloud;
  readonly driver: Driver;
  readonly operationMs: number;

  constructor(subject: DriverSubject, operationMs: number, transport = inProcess, mode: LocalMode = "documented") {
    const definition = catalog.resources[subject.type];
    if (definition === undefined) throw new Error(`no definition of ${subject.type}`);
    this.subject = { ...subject, config: { ...subject.config, baseUrl: transport.origin } };
    this.definition = definition;
    this.operationMs = operationMs;
    this.cloud = new ContractCloud(subject.vendor, operationMs, transport, mode);
    this.driver = this.as(admin);
  }

  /** The driver as another caller, or as nobody. */
  as(principal: string | null): Driver {
    return this.subject.driver(this.cloud.exchangeAs(principal));
  }

  target(inputs: JsonObject): Target {
    const identified = identify(this.definition, inputs, this.subject.config);
    if (identified.kind !== "known")
      throw new Error(`${this.subject.type} is not identified by ${JSON.stringify(inputs)}`);
    return this.#targetOf(identified.id, identified.variables);
  }

  /** The target that an importable id leads to. */
  parsed(id: string): Target {
    const parsed = parseId(this.definition, id, this.subject.config);
    if (!parsed.ok) throw new Error(parsed.error);
    return this.#targetOf(parsed.value.id, parsed.value.variables);
  }

  #targetOf(id: string, variables: Readonly<Record<string, string>>): Target {
    const { type, config } = this.subject;
    const provider = { ref: this.definition.provider, kind: this.definition.provider, config };
    return { type, apiVersion: this.definition.versions.default, provider, id, variables };
  }

  change(operation: Change["operation"], inputs: JsonObject, rest: Partial<Change> = {}): Change {
    const writes = operation === "create" || operation === "update";
    return {
      operation,
      target: this.target(inputs),
      inputs: writes ? inputs : {},
      fields: writes ? Object.keys(inputs) : [],
      prior: null,
      condition: null,
      ...rest,
    };
  }

  /** One write, followed to the end of its operation; exactly one call of it may change anything. */
  async write(change: Change, driver = this.driver): Promise<WriteOutcome> {
    const sentBefore = this.cloud.mutatingCalls;
    let outcome = await driver.write(change);
    const sent = this.cloud.mutatingCalls - sentBefore;
    if (outcome.kind === "done" || outcome.kind === "pending") expect(sent).toBe(1);
    else expect(sent).toBeLessThanOrEqual(1);
    if (outcome.kind === "pending") {
      const { operationName } = outcome;
      expect(operationName).not.toBe("");
      expect(outcome.pollAfterMs).toBeGreaterThan(0);
      expect(await driver.poll(change, operationName)).toMatchObject({ kind: "pending", operationName });
      await this.cloud.advance(this.operationMs);
      outcome = await driver.poll(change, operationName);
      expect(this.cloud.mutatingCalls - sentBefore).toBe(sent);
    }
    return outcome;
  }

  /** A write that takes effect: what was observed is whole, and is what a read then shows. */
  async writeDone(change: Change): Promise<Observation | null> {
    const outcome = await this.write(change);
    expect(outcome).toMatchObject({ kind: "done" });
    const observation = outcome.kind === "done" ? outcome.observation : null;
    if (observation !== null) {
      this.expectWhole(observation, change.target);
      expect(observation).toEqual(await this.observe(change.target));
    }
    return observation;
  }

  create(inputs = this.subject.inputs): Promise<Observation | null> {
    return this.standing().then((standing) =>
      this.writeDone(this.change("create", inputs, { condition: this.subject.conditional ? standing : null })),
    );
  }

  /** The version that stands before us, where something always does. */
  async standing(inputs = this.subject.inputs): Promise<string | null> {
    const seen = await this.driver.read(this.target(inputs));
    if (seen.kind === "absent") return seen.version;
    return seen.kind === "done" ? seen.observation.version : null;
  }

  async observe(target: Target): Promise<Observation> {
    const sentBefore = this.cloud.mutatingCalls;
    const seen = await this.driver.read(target);
    expect(this.cloud.mutatingCalls).toBe(sentBefore);
    if (seen.kind !== "done") throw new Error(`${target.id} reads as ${JSON.stringify(seen)}`);
    this.expectWhole(seen.observation, target);
    return seen.observation;
  }

  /** Every key of the response is there and no other; the id is the target's. */
  expectWhole({ outputs }: Observation, target: Target): void {
    const schema = outputSchema(this.definition);
    expect(Object.keys(outputs).sort()).toEqual(Object.keys(schema.properties).sort());
    expect(Object.values(outputs)).not.toContain(undefined);
    expect(outputs["id"]).toBe(target.id);
  }

  /** What is observed is what the inputs ask for. */
  expectAsDeclared(observation: Observation, inputs: JsonObject): void {
    const seen = echoIdentity(this.definition, observation.outputs, inputs);
    expect(compareValues(this.definition.inputs, seen, inputs)).toEqual([]);
  }

  /** Gone, or shown as deleted. */
  async expectGone(target: Target): Promise<void> {
    const seen = await this.driver.read(target);
    if (seen.kind === "done") expect(seen.observation.deleted).toBe(this.definition.softDelete !== undefined);
    else expect(seen).toMatchObject({ kind: "absent" });
  }
}
