import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import { LocalCloud } from "../../../packages/local-cloud/runtime/local-cloud.ts";
import { LocalStorage } from "../../../packages/local-cloud/runtime/local-storage.ts";
import { keepDatabasePrivate, makePrivate } from "../../stores/sqlite/connection/private-file.ts";
import type { DeploymentPartsOptions } from "../deployment-parts-options.ts";
import { fileIn } from "../machine/state-directory.ts";
import { shippedProduct } from "../vendors.ts";

/** The local cloud in this process. The first request opens it. */
export interface EmbeddedCloud {
  readonly exchange: Exchange;
  /** What it calls itself, null where it keeps nothing; opens it. */
  readonly id: () => string | null;
  /** Closes its storage if that was opened. */
  readonly close: () => void;
}

export function embeddedCloud(options: DeploymentPartsOptions): EmbeddedCloud {
  const { product = shippedProduct, dir, environment, clock, ids, cloudFailed } = options;
  const { aroundCloud = (exchange) => exchange } = options;
  let storage: LocalStorage | undefined;
  let cloud: LocalCloud | undefined;
  const opened = () => {
    storage ??= openStorage(dir);
    cloud ??= new LocalCloud({
      storage,
      vendors: product.vendors.map(({ local }) => local),
      clock,
      elapsed: () => clock.elapsed(),
      ids,
      mode: environment["PLUMB_LOCAL_MODE"] === "faithful" ? "faithful" : "documented",
      operationMs: Number(environment["PLUMB_LOCAL_OPERATION_MS"] ?? 0),
      failed: cloudFailed,
    });
    return cloud;
  };
  return {
    exchange: aroundCloud(async (request) => opened().exchange(request)),
    id: () => opened().id,
    close: () => storage?.close(),
  };
}

function openStorage(dir: string): LocalStorage {
  const file = fileIn(dir, "cloud.db");
  if (dir !== ":memory:") {
    makePrivate(file);
    keepDatabasePrivate(file);
  }
  return new LocalStorage(file);
}
