import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleWorkflowCode, DefaultLogger, Runtime } from "@temporalio/worker";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isJsonObject, type Json } from "../packages/base/json/json.ts";
import { partOf } from "../test/properties/part-of-cases.ts";
import { InProcess, type WorldOptions } from "../test/scenarios/in-process.ts";
import { Normaliser } from "../test/scenarios/normalised.ts";
import { StepPerformer } from "../test/scenarios/perform-step.ts";
import type { Scenario } from "../test/scenarios/scenario.ts";
import { temporalWorlds } from "./driven-world.fixture.ts";
import { startTemporal, type TemporalServer } from "./temporal-server.ts";

const folder = fileURLToPath(new URL("../test/scenarios/", import.meta.url));
const names = globSync("*/scenario.json", { cwd: folder })
  .map((path) => basename(dirname(path)))
  .sort();

let temporal: TemporalServer;
let worlds: Awaited<ReturnType<typeof temporalWorlds>>;
beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger("ERROR") });
  temporal = await startTemporal();
  const workflowsPath = fileURLToPath(new URL("workflow.ts", import.meta.url));
  worlds = await temporalWorlds(
    temporal,
    await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger("WARN") }),
  );
});
afterAll(async () => {
  await worlds?.close();
  await temporal?.stop();
});

/** What each step of a scenario comes to, without ids and order. */
async function played(name: string, more: Pick<WorldOptions, "open">): Promise<readonly Json[]> {
  const scenario = JSON.parse(readFileSync(join(folder, name, "scenario.json"), "utf8")) as Scenario;
  const { environment, time = "stands", project = "test" } = scenario;
  const world = new InProcess(environment, { time, project, ...more });
  const performer = new StepPerformer(join(folder, name), world);
  const normaliser = new Normaliser();
  const told: Json[] = [];
  try {
    for (const step of scenario.steps) told.push(unordered(normaliser.of((await performer.perform(step)).document)));
  } finally {
    await world.close();
  }
  return told;
}

/** Ids, version tags and names of operations of platforms, and moments: drawn anew each time. */
const drawn =
  /operation-\d{13}-[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|\d{4}-\d\d-\d\dT[\d:.]+Z|\d{21}|AAAAAAAAAA[\w+/%-]+(?:=|%3D)*/g;

/** Steps end, and calls come, in any order that the plan allows. */
function unordered(document: Json): Json {
  const whole = JSON.parse(JSON.stringify(document).replaceAll(drawn, "drawn")) as Json;
  if (!isJsonObject(whole)) return whole;
  const sorted = (value: Json | undefined): Json =>
    Array.isArray(value) ? value.map((each) => JSON.stringify(each)).toSorted() : (value ?? null);
  return { ...whole, steps: sorted(whole["steps"]), writes: sorted(whole["writes"]) };
}

test.each(partOf(names, 6))(
  "scenario %s comes to the same state and the same calls under both drivers",
  async (name) => {
    expect(await played(name, { open: worlds.open })).toEqual(await played(name, {}));
  },
);
