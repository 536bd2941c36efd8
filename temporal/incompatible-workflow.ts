import { proxyActivities, sleep } from "@temporalio/workflow";
import type { Activities, RunInput } from "./run-input.ts";

const { advance } = proxyActivities<Activities>({ startToCloseTimeout: "1 minute" });

/** The workflow with a change that no run under way survives: it waits before it does anything. */
export async function plumbRun(input: RunInput): Promise<string> {
  await sleep(1_000);
  const went = await advance(input);
  return went.kind;
}
