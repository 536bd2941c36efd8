import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { UsageMistake } from "../arguments.ts";
import { type Command, type Invocation, optionValue } from "../command.ts";
import { driverNames, logLevels, type WorkRequest } from "../connection/running-service.ts";

// What the commands have in common whose process many share.

export const sharedOptions: Command["options"] = [
  { name: "access", value: "FILE", summary: "who is trusted: token issuers and admins (PLUMB_ACCESS)" },
  { name: "policies", value: "DIR", summary: "Cedar policies of your own beside the shipped ones (PLUMB_POLICIES)" },
  {
    name: "driver",
    value: "NAME",
    names: driverNames,
    summary: "who drives runs: own (default) or temporal; the same one in each process over a store",
  },
  {
    name: "log-level",
    value: "LEVEL",
    names: logLevels,
    summary: `${logLevels.join(", ")} (default info); the log goes to stderr`,
  },
];

export function workRequest(invocation: Invocation): Result<WorkRequest, UsageMistake> {
  const { environment } = invocation.context;
  const level = optionValue(invocation, "log-level") ?? "info";
  const logLevel = logLevels.find((each) => each === level);
  if (logLevel === undefined) return err({ detail: `--log-level is one of ${logLevels.join(", ")}` });
  const named = optionValue(invocation, "driver") ?? "own";
  const driver = driverNames.find((each) => each === named);
  if (driver === undefined) return err({ detail: `--driver is one of ${driverNames.join(", ")}` });
  return ok({
    policies: optionValue(invocation, "policies") ?? environment["PLUMB_POLICIES"],
    access: optionValue(invocation, "access") ?? environment["PLUMB_ACCESS"],
    logLevel,
    driver,
  });
}

/** Settles when the user asks the process to stop. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
