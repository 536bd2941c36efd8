import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Started } from "./run-plumb.fixture.ts";
import { runPlumb, startPlumb } from "./run-plumb.fixture.ts";

/** Two objects, the second after the first, so that one call is in flight and one is not begun. */
export const declaration = `name: signals
providers:
  google: { kind: google, project: acme, region: here }
resources:
  first:
    type: connectors:EndpointAttachment
    properties: { endpointAttachmentId: first, serviceAttachment: projects/p/regions/r/serviceAttachments/s }
  second:
    type: connectors:EndpointAttachment
    properties: { endpointAttachmentId: second, serviceAttachment: "\${first.serviceAttachment}" }
    options: { dependsOn: [first] }
`;

/** Lets every call of a method (one that makes an object) arrive so much later in the local cloud of a folder. */
export async function slowDown(folder: string, ms: number, method = "POST"): Promise<void> {
  const cloud = startPlumb(["cloud", "--port", "0", "--json"], folder);
  await cloud.says('"url"');
  const { url } = JSON.parse(cloud.output()) as { url: string };
  const rule = { id: "slow", match: { method }, fault: { kind: "latency", ms } };
  const answer = await fetch(`${url}/_local/faults`, { method: "POST", body: JSON.stringify(rule) });
  cloud.signal("SIGTERM");
  await cloud.ended;
  if (!answer.ok) throw new Error(`the fault was not taken: ${answer.status}`);
}

/** Comes back when a call has met the slowness. */
export async function slowCall(folder: string): Promise<void> {
  const cloud = new DatabaseSync(join(folder, ".plumb", "cloud.db"), { readOnly: true });
  const counted = cloud.prepare('SELECT count(*) AS met FROM document WHERE body LIKE \'%"slow"%"matched":1%\'');
  try {
    while (counted.get()?.["met"] === 0) await nextTurn();
  } finally {
    cloud.close();
  }
}

/** A run as `runs show` tells of it. */
export interface ShownRun {
  readonly run: string;
  readonly status: string;
  readonly steps: readonly { readonly name: string; readonly outcome: string }[];
  readonly inFlight: readonly Readonly<Record<string, unknown>>[];
}

/** The last run of stack dev; undefined where there is none. */
export async function lastRun(folder: string): Promise<ShownRun | undefined> {
  const runs = JSON.parse((await runPlumb(["runs", "list", "--json"], folder)).stdout) as { run: string }[];
  // No stack, no list.
  const [latest] = Array.isArray(runs) ? runs : [];
  if (latest === undefined) return undefined;
  return JSON.parse((await runPlumb(["runs", "show", latest.run, "--json"], folder)).stdout) as ShownRun;
}

/** Begins an `up` and comes back when its first call is under way. */
export async function upWithCallInFlight(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const up = startPlumb(["up", "--yes", "--json"], folder, environment);
  await up.says('"phase":"started"');
  const store = new DatabaseSync(join(folder, ".plumb", "state.db"), { readOnly: true });
  try {
    while (store.prepare("SELECT count(*) AS open FROM intent").get()?.["open"] === 0) await nextTurn();
  } finally {
    store.close();
  }
  return up;
}
