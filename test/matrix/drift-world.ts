import { isJsonObject, type Json, type JsonObject, jsonEqual } from "../../packages/base/json/json.ts";
import { pointerSegments } from "../../packages/base/json/pointer.ts";
import { withValueAt } from "../../packages/local-cloud/runtime/value-at.ts";
import type { DriftRow, DriftView } from "../../src/contract/documents/drift.ts";
import { InProcess } from "../scenarios/in-process.ts";
import { declarationOf } from "./base-declarations.ts";
import type { DriftSubject } from "./drift-subjects.ts";

/** How a place was made to move. */
export type ChangedBy = "the vendor's wire" | "the control surface";

/** One managed object, and hands that move it behind our back. */
export class DriftWorld {
  readonly world = new InProcess();
  readonly #subject: DriftSubject;

  constructor(subject: DriftSubject) {
    this.#subject = subject;
  }

  async begin(): Promise<void> {
    const { type, properties, seeds = [] } = this.#subject;
    await this.world.seed(seeds);
    const { summary } = await this.world.up(declarationOf({ it: { type, properties } }));
    if (summary.status !== "done") throw new Error(JSON.stringify(summary.problems));
    // Nothing lags behind any more.
    this.world.pass(600_000);
  }

  /** The outputs as they are recorded. */
  async outputs(): Promise<JsonObject> {
    const answer = await this.world.ask<{ readonly outputs: JsonObject }>(
      "GET",
      "/v1/projects/test/stacks/dev/resources/it",
    );
    if (!answer.ok) throw new Error(answer.value.detail);
    return answer.value.outputs;
  }

  async drift(): Promise<readonly DriftRow[]> {
    const answer = await this.world.ask<DriftView>("GET", "/v1/projects/test/stacks/dev/drift");
    if (!answer.ok) throw new Error(answer.value.detail);
    return answer.value.drift;
  }

  async refresh(): Promise<void> {
    const answer = await this.world.ask<DriftView>("POST", "/v1/projects/test/stacks/dev/state:refresh", {});
    if (!answer.ok) throw new Error(answer.value.detail);
  }

  /** Writes over the vendor's wire; false where it has no such write, or does not take the value. */
  async writes(output: string, value: Json): Promise<boolean> {
    const before = await this.#item();
    const place = this.#placeIn(before, output);
    const changed = withValueAt(before, place, value) as JsonObject;
    const call = this.#subject.writeCall(output, changed);
    if (call === undefined) return false;
    const answer = await this.world.wire(call.method, call.path, call.body);
    if (!answer.ok) return false;
    return jsonEqual(valueIn(await this.#item(), place) ?? null, value);
  }

  /** Shows another value to all who read; undefined: nothing is there. */
  async shows(output: string, value: Json | undefined): Promise<void> {
    const place = this.#placeIn(await this.#item(), output);
    const [path = ""] = this.#subject.item.split("?");
    const at = place.map((segment) => `/${segment}`).join("");
    const fault = { kind: "other-value", at, ...(value === undefined ? {} : { value }) };
    const answer = await this.world.wire("POST", "_local/faults", { match: { method: "GET", path }, fault });
    if (!answer.ok) throw new Error(await answer.text());
  }

  async showsTrue(): Promise<void> {
    await this.world.wire("DELETE", "_local/faults");
  }

  close(): Promise<void> {
    return this.world.close();
  }

  async #item(): Promise<JsonObject> {
    const answer = await this.world.wire("GET", this.#subject.item);
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as JsonObject;
  }

  /** The place in an answer, with the index of each item that the output names by its key. */
  #placeIn(item: JsonObject, output: string): readonly string[] {
    const place: string[] = [];
    let value: Json | undefined = item;
    for (const segment of pointerSegments(this.#subject.wirePlace(output) ?? "")) {
      const keyed = Array.isArray(value)
        ? (value as readonly Json[]).findIndex((each) => isJsonObject(each) && each["id"] === segment)
        : -1;
      const step: string = keyed < 0 ? segment : String(keyed);
      place.push(step);
      value = valueIn(value, [step]);
    }
    return place;
  }
}

function valueIn(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((current, segment) => {
    if (Array.isArray(current)) return (current as readonly Json[])[Number(segment)];
    return isJsonObject(current) ? current[segment] : undefined;
  }, value);
}
