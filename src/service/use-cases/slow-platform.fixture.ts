import type { Driver, WriteOutcome } from "../../engine/ports/driver.ts";
import type { Deployment } from "./deployment.ts";

/** The same with platforms that work on each write for so long, in milliseconds. */
export function slowPlatform(deployment: Deployment, workMs: number): Deployment {
  const { clock } = deployment;
  const ends = new Map<string, { readonly outcome: WriteOutcome; readonly at: number }>();
  const driverOf: Deployment["driverOf"] = (provider, at) => {
    const driver = deployment.driverOf(provider, at);
    const write: Driver["write"] = async (change, signal) => {
      ends.set(change.target.id, { outcome: await driver.write(change, signal), at: clock.now() + workMs });
      return { kind: "pending", operationName: change.target.id, pollAfterMs: workMs };
    };
    const poll: Driver["poll"] = async (_, operationName) => {
      const end = ends.get(operationName);
      if (end === undefined) throw new Error(`no operation ${operationName}`);
      const left = end.at - clock.now();
      return left > 0 ? { kind: "pending", operationName, pollAfterMs: left } : end.outcome;
    };
    return { ...driver, write, poll };
  };
  return { ...deployment, driverOf };
}
