import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../packages/base/json/json.ts";
import {
  afterSecondCreation,
  beforeDeletion,
  beforeSecondCreation,
  type HistoryPlace,
  type HistoryStack,
} from "./place.ts";
import { plannedSteps, type Recorded } from "./recorded.ts";
import { recordBrokenService, recordService } from "./service-story.ts";

const google = "v1/projects/acme-prod/locations";

/** Does in a place all that a history holds, and gives what is to be seen in it from then on. */
export async function recordStory(place: HistoryPlace): Promise<Omit<Recorded, "version" | "at">> {
  await place.done("cloud seed seed.json");
  const service = await recordService(place);
  const outputs = await finishedStack(place);
  await supersededObject(place);
  const moved = await renamedStack(place);
  const waitingPlan = await savedPlan(place);
  const undoable = await undoableRun(place);
  await killedRuns(place);
  const broken = await recordBrokenService(place);
  const interrupted = await lastRun(place, { name: "interrupted" });
  const stacks = [{ name: "all" }, { name: "superseded" }, { name: "moved" }, { name: "undoable" }];
  const plans: Record<string, Recorded["plans"][string]> = {};
  for (const stack of stacks) plans[stack.name] = await plannedSteps(place, stack);
  return {
    ...{ plans, outputs, waitingPlan },
    runs: { interrupted, undoable, moved },
    service: { ...service, runs: { ...service.runs, broken } },
  };
}

/** All types, with config, secrets, an import, and drift by another hand. */
async function finishedStack(place: HistoryPlace): Promise<JsonObject> {
  const stack = { name: "all" };
  await place.done("stack new all", stack);
  await place.done("config set team edge", stack);
  await place.done("config set password open-sesame-1 --secret", stack);
  await place.done("up --yes", stack);
  await place.done(
    `import iam:OAuthClient legacy projects/acme-prod/locations/global/oauthClients/legacy --write`,
    stack,
  );
  await place.done("up --yes", stack);
  await place.withCloud(async (ask) => {
    await ask("PATCH", `${google}/global/oauthClients/portal?updateMask=displayName`, { displayName: "Another" });
    await ask("DELETE", `${google}/europe-west1/endpointAttachments/gone`);
  });
  return place.json("outputs --reveal", stack);
}

/** An object that another one has replaced and that stands until it can be deleted. */
async function supersededObject(place: HistoryPlace): Promise<void> {
  const stack = { name: "superseded" };
  await place.done("up --yes", stack);
  await place.done("config set id gate-two", stack);
  await place.withCloud(async (ask) => {
    const match = { vendor: "google", method: "DELETE" };
    await ask("POST", "_local/faults", { match, fault: { kind: "status", status: 403 } });
    const { exitCode } = await place.run("up --yes", stack);
    if (exitCode === 0) throw new Error("the former object was deleted");
    await ask("DELETE", "_local/faults");
  });
}

/** A stack that had another name, of a resource that had another name. Gives the run under the former names. */
async function renamedStack(place: HistoryPlace): Promise<string> {
  const run = await place.carriedOut("up --yes", { name: "before", file: "moved-before" });
  await place.done("stack mv before moved", { name: "before", file: "moved-before" });
  await place.done("state mv before after", { name: "moved", file: "moved-before" });
  return run;
}

/** A plan that creates, changes and deletes, in a file and in the store. Gives its digest. */
async function savedPlan(place: HistoryPlace): Promise<string> {
  await place.done("up --yes", { name: "waiting", file: "waiting-before" });
  const { digest } = await place.json<{ digest: string }>("plan --out waiting.plan", { name: "waiting" });
  return digest;
}

/** A run that creates, changes and deletes, and the state after it. */
async function undoableRun(place: HistoryPlace): Promise<string> {
  await place.done("up --yes", { name: "undoable", file: "undoable-before" });
  const run = await place.carriedOut("up --yes", { name: "undoable" });
  const exported = await place.done("state export", { name: "undoable" });
  writeFileSync(join(place.folder, "undoable.state.json"), exported);
  return run;
}

/** Runs that were killed between a call and its result: the call was carried out, or it was not. */
async function killedRuns(place: HistoryPlace): Promise<void> {
  await place.killAt(afterSecondCreation, () => place.start("up --yes --parallel 1", { name: "interrupted" }));
  await place.killAt(beforeSecondCreation, () => place.start("up --yes --parallel 1", { name: "unsent" }));
  await place.done("up --yes", { name: "leaving" });
  await place.killAt(beforeDeletion, () => place.start("destroy --yes", { name: "leaving" }));
}

async function lastRun(place: HistoryPlace, stack: HistoryStack): Promise<string> {
  const [last] = await place.json<readonly { readonly run: string }[]>("runs list", stack);
  return last?.run ?? "";
}
