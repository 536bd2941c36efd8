import type { Deployment } from "./deployment.ts";
import { appendOrReject, holdStack } from "./hold-stack.ts";
import { Rejection } from "./rejection.ts";

/** Writes to a stack for the first time; false where somebody has done so before. A Rejection while another holds it. */
export function beginStack(name: string, deployment: Deployment): Promise<boolean> {
  return holdStack(name, deployment, async (held) => {
    if (held.state.serial > 0) return false;
    await appendOrReject(held, []);
    return true;
  });
}

/** Sees to it that there is the stack. One that somebody holds is about to be there without our doing. */
export async function ensureStack(name: string, deployment: Deployment): Promise<void> {
  if ((await deployment.store.readStack(name)).serial > 0) return;
  try {
    await beginStack(name, deployment);
  } catch (cause) {
    if (!(cause instanceof Rejection) || cause.reason !== "conflict") throw cause;
  }
}
