import { version } from "../../../packages/base/version.ts";
import type { Deployment } from "../../service/use-cases/deployment.ts";
import {
  type Advanced as AdvancedRun,
  advanceOnce as advanceRunOnce,
  type AdvanceRequest as RunRequest,
} from "../../service/use-cases/runs/advance-once.ts";
import { openDeploymentParts } from "../deployment-parts.ts";
import { ownNetwork } from "../machine/own-network.ts";
import { systemClock, systemIds } from "../machine/system.ts";

// The entry `plumbline-cli/runs` of the package: what drives runs from a program. Its types are in runs.d.mts.

/** See runs.d.mts. */
export interface AdvanceRequest
  extends Pick<RunRequest, "plan" | "run" | "parallel" | "emit" | "cancelled" | "leaving"> {
  readonly project: string;
  readonly stack: string;
  readonly patience: number;
}

export function openDeployment({ dir = ".plumb", environment = process.env } = {}) {
  const { deployment, close } = openDeploymentParts({
    ...{ version, dir, environment, clock: systemClock, ids: systemIds, network: ownNetwork },
  });
  return { deployment, close };
}

export function advanceOnce(deployment: Deployment, request: AdvanceRequest): Promise<AdvancedRun> {
  const { project, stack, patience, ...rest } = request;
  return advanceRunOnce(deployment, { ...rest, stack: `${project}/${stack}`, patienceMs: patience });
}
