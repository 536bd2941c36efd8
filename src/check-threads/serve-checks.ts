import type { MessagePort } from "node:worker_threads";
import type { Catalog } from "../definitions/schema/definition.ts";
import type { Seal } from "../definitions/schema/secret-values.ts";
import type { SecretMarker } from "../definitions/schema/value.ts";
import { doCheckJob } from "./check-job.ts";
import type { FromThread, ToThread } from "./check-messages.ts";

/**
 * Values of a declaration that one thread hands to another without keeping it from anything: some tens of milliseconds.
 */
const mostValues = 200_000;

/** Does inside a thread what comes through the port, one job after another. */
export function serveChecks(port: MessagePort, catalog: Catalog): void {
  const sealing = new Map<number, { resolve(marker: SecretMarker): void; reject(cause: Error): void }>();
  let count = 0;
  const tell = (message: FromThread) => port.postMessage(message);
  const seal: Seal = (value, parts = []) =>
    new Promise<SecretMarker>((resolve, reject) => {
      count += 1;
      sealing.set(count, { resolve, reject });
      tell({ kind: "seal", number: count, value, parts });
    });
  port.on("message", (message: ToThread) => {
    if (message.kind === "sealed") {
      const { number, marker } = message;
      const waiting = sealing.get(number);
      sealing.delete(number);
      if (marker === null) waiting?.reject(new Error("a value could not be sealed"));
      else waiting?.resolve(marker);
      return;
    }
    doCheckJob(message.job, message.asked, { catalog, seal, mostValues }).then(
      (found) => tell({ kind: "found", found }),
      (cause: unknown) => tell({ kind: "failed", why: cause instanceof Error ? (cause.stack ?? cause.message) : "" }),
    );
  });
}
