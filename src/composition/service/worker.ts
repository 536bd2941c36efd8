import type { Problem } from "../../../packages/base/problems/problem.ts";
import { ok, type Result } from "../../../packages/base/result.ts";
import type { RunningWorker, WorkRequest } from "../../cli/connection/running-service.ts";
import { ServiceLog } from "../../telemetry/service-log.ts";
import type { DeploymentPartsOptions } from "../deployment-parts-options.ts";
import { openShared, runsOf } from "./open-shared.ts";
import { driverNamed } from "./run-drivers.ts";

/** Opens what carries out runs that services have accepted. The log goes to stderr, an object a line. */
export async function runWorker(
  { policies, access, logLevel, driver }: WorkRequest,
  parts: DeploymentPartsOptions,
): Promise<Result<RunningWorker, readonly Problem[]>> {
  const log = new ServiceLog({ level: logLevel, version: parts.version, destination: process.stderr });
  const { environment, clock } = parts;
  const driverOf = await driverNamed(driver, { environment, clock, works: true, say: log.say });
  const options = { ...parts, policies, access, driverOf, log };
  const shared = await openShared(options);
  if (!shared.ok) return shared;
  const dispatcher = runsOf(shared.value, options, true);
  dispatcher.serve();
  log.say("working");
  return ok({
    stop: async () => {
      log.say("stopping");
      await dispatcher.drain();
      await shared.value.audit.signOff();
      await shared.value.close();
      log.say("stopped");
    },
  });
}
