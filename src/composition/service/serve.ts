import type { Problem } from "../../../packages/base/problems/problem.ts";
import { ok, type Result } from "../../../packages/base/result.ts";
import type { RunningService, ServeRequest } from "../../cli/connection/running-service.ts";
import { listen } from "../../http/listen.ts";
import { ServiceLog } from "../../telemetry/service-log.ts";
import type { DeploymentPartsOptions } from "../deployment-parts-options.ts";
import { tlsFiles } from "../machine/tls-files.ts";
import { EventLoopTurns } from "./event-loop-turns.ts";
import { driverNamed } from "./run-drivers.ts";
import { openService } from "./service.ts";

/** How long requests under way may take to end when the service is stopped. */
const graceMs = 10_000;

/** In a minute, for each caller: far above what people and their pipelines need, far below what harms the others. */
const rateLimit = { requests: 60_000, window: 60 };

/** Opens a service and listens. The log goes to stderr, an object a line. */
export async function serveService(
  request: ServeRequest,
  parts: DeploymentPartsOptions,
): Promise<Result<RunningService, readonly Problem[]>> {
  const { host, port, policies, access, newFirstAdmin, works, driver } = request;
  const tls = request.tls === null ? null : tlsFiles(request.tls);
  const log = new ServiceLog({ level: request.logLevel, version: parts.version, destination: process.stderr });
  const { environment, clock } = parts;
  const driverOf = await driverNamed(driver, { environment, clock, works, say: log.say });
  const opened = await openService({ ...parts, policies, access, newFirstAdmin, works, driverOf, log, rateLimit });
  if (!opened.ok) return opened;
  const { api, firstAdmin, close } = opened.value;
  try {
    const { url, stop } = await listen(api, { host, port, tls, pieces: new EventLoopTurns(parts.clock.elapsed) });
    log.say("serving", { url });
    return ok({
      url,
      firstAdmin,
      stop: async () => {
        log.say("stopping");
        await Promise.all([close(), stop(graceMs)]);
        log.say("stopped");
      },
    });
  } catch (cause) {
    await close();
    throw cause;
  }
}
