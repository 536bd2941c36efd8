import { exchangeOver } from "../../../packages/base/exchange/exchange-over.fixture.ts";
import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import { databricksLocal } from "../../../packages/local-cloud/databricks/databricks-local.ts";
import { LocalCloud } from "../../../packages/local-cloud/runtime/local-cloud.ts";
import { LocalStorage } from "../../../packages/local-cloud/runtime/local-storage.ts";
import type { LocalMode } from "../../../packages/local-cloud/runtime/local-vendor.ts";
import { serveCloud } from "../../../packages/local-cloud/runtime/serve-cloud.ts";
import { ShapeWitness } from "../../vendor-interfaces/shape-witness.ts";
import { noting } from "../client-ledger.ts";

/** The account of the local cloud's workspace, as its host metadata tells. */
export const accountId = "00000000-0000-4000-8000-0000000000ac";
export const workspaceId = 1_000_000_000_000_001;

/**
 * The local cloud as `plumb cloud` serves it, on a free port of this machine. Every answer is held against the vendor's
 * interface.
 */
export class DatabricksCloud {
  readonly host: string;
  readonly #cloud: LocalCloud;
  readonly #storage: LocalStorage;
  readonly #ending: AbortController;
  readonly #witness: ShapeWitness;

  private constructor(
    host: string,
    cloud: LocalCloud,
    storage: LocalStorage,
    ending: AbortController,
    witness: ShapeWitness,
  ) {
    this.host = host;
    this.#cloud = cloud;
    this.#storage = storage;
    this.#ending = ending;
    this.#witness = witness;
  }

  static async start(mode: LocalMode = "documented"): Promise<DatabricksCloud> {
    const storage = new LocalStorage(":memory:");
    let uniques = 0;
    const cloud = new LocalCloud({
      storage,
      vendors: [databricksLocal],
      clock: { now: () => Date.now(), sleep: () => Promise.resolve() },
      ids: {
        unique: () => {
          uniques += 1;
          return uniques.toString(16).padStart(32, "0");
        },
        suffix: (length) => "a".repeat(length),
      },
      mode,
      operationMs: 0,
    });
    const ending = new AbortController();
    const witness = new ShapeWitness({ mode });
    const { url } = await serveCloud(exchangeOver(noting(witness.around(cloud.fetch))), 0, ending.signal);
    return new DatabricksCloud(url, cloud, storage, ending, witness);
  }

  async seed(...seeds: readonly JsonObject[]): Promise<void> {
    const request = new Request(`${this.host}/_local/seed`, { method: "POST", body: JSON.stringify(seeds) });
    const response = await this.#cloud.fetch(request);
    if (!response.ok) throw new Error(await response.text());
  }

  /** Makes every further call fail with this status, in the platform's own shape. */
  fail(status: number): void {
    this.#cloud.faults.add({ match: { vendor: "databricks", path: "api/**" }, fault: { kind: "status", status } });
  }

  /** What the wire holds, without any client. */
  async read(path: string, principal: string): Promise<Json> {
    const headers = { authorization: `Bearer local:${principal}` };
    return (await (await fetch(`${this.host}/${path}`, { headers })).json()) as Json;
  }

  /** What the cloud itself says was written, `action caller`. */
  async log(): Promise<readonly string[]> {
    const response = await this.#cloud.fetch(new Request(`${this.host}/_local/log`));
    const { writes } = (await response.json()) as { readonly writes: readonly JsonObject[] };
    return writes.map((write) => `${write["action"]} ${write["caller"]}`);
  }

  /** Ends it; throws when it has answered anything that is not as the vendor's interface describes it. */
  close(): void {
    this.#ending.abort();
    this.#storage.close();
    this.#witness.testify();
  }
}
