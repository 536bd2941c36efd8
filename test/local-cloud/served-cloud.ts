import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import type { Json } from "../../packages/base/json/json.ts";
import { armLocal } from "../../packages/local-cloud/azure/arm-local.ts";
import { databricksLocal } from "../../packages/local-cloud/databricks/databricks-local.ts";
import { googleLocal } from "../../packages/local-cloud/google/google-local.ts";
import { LocalStorage } from "../../packages/local-cloud/runtime/local-storage.ts";
import type { LocalMode } from "../../packages/local-cloud/runtime/local-vendor.ts";

/** Without the witness of the tests: what is asked here is mostly nothing that a vendor describes. */
const { LocalCloud } = await vi.importActual<typeof import("../../packages/local-cloud/runtime/local-cloud.ts")>(
  "../../packages/local-cloud/runtime/local-cloud.ts",
);

export const vendors = [googleLocal, armLocal, databricksLocal];

/** The path of a cloud's file in a folder of the test's own. */
export function cloudFile(): string {
  const directory = mkdtempSync(join(tmpdir(), "plumb-cloud-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, "cloud.db");
}

/** One process at a cloud's file. */
export interface CloudProcess {
  /** At the workspace's host of Databricks, unless another origin is given. */
  call(
    method: string,
    path: string,
    body?: string,
    headers?: Readonly<Record<string, string>>,
    origin?: string,
  ): Promise<Response>;
  seed(...seeds: readonly Json[]): Promise<Response>;
  close(): void;
}

/** Opens the whole cloud over a file, as a process of its own would. */
export function openCloud(file: string, mode: LocalMode): CloudProcess {
  const storage = new LocalStorage(file);
  let uniques = 0;
  const cloud = new LocalCloud({
    storage,
    vendors,
    clock: { now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 678), sleep: () => Promise.resolve() },
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
  const call: CloudProcess["call"] = (method, path, body, headers = {}, origin = "http://local.example") =>
    cloud.fetch(
      new Request(`${origin}/${path}`, {
        method,
        headers: { authorization: "Bearer any", "content-type": "application/json", ...headers },
        ...(body === undefined || method === "GET" || method === "HEAD" ? {} : { body }),
      }),
    );
  return {
    call,
    seed: (...seeds) => call("POST", "_local/seed", JSON.stringify(seeds)),
    close: () => storage.close(),
  };
}
