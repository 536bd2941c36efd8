/**
 * Stands around every local cloud that any test of the project opens in its own process, however it does it: vitest
 * runs this before each test file, and an answer that is not as the vendor's published interface has it fails the test
 * that got it. Clouds with no vendor of ours, as the ground's own tests make them, are left alone.
 */
import { afterEach, vi } from "vitest";
import type { LocalCloudOptions } from "../../packages/local-cloud/runtime/local-cloud.ts";
import type { Vendor } from "./reply.ts";
import { standingWitness, testify } from "./standing-witness.ts";

afterEach(testify);

/** Whose interface the local vendors speak, by their names. */
const speaks: Readonly<Record<string, Vendor>> = { google: "google", arm: "azure", databricks: "databricks" };

vi.mock("../../packages/local-cloud/runtime/local-cloud.ts", async (original) => {
  const { LocalCloud } = await original<typeof import("../../packages/local-cloud/runtime/local-cloud.ts")>();
  const witness = await standingWitness();
  class WitnessedCloud extends LocalCloud {
    constructor(options: LocalCloudOptions) {
      super(options);
      const here = options.vendors.flatMap(({ name }) => speaks[name] ?? []);
      const has = (kind: string) => () => this.faults.list().some(({ rule }) => rule.fault.kind === kind);
      const faults = { mayCut: has("truncated-body"), areGiven: has("answer") };
      const value = witness.around(this.fetch, { mode: options.mode, vendors: here, ...faults });
      Object.defineProperty(this, "fetch", { value });
    }
  }
  return { LocalCloud: WitnessedCloud };
});
