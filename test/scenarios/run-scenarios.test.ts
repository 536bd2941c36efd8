import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../../packages/base/json/json.ts";
import { InProcess } from "./in-process.ts";
import { Normaliser } from "./normalised.ts";
import { StepPerformer } from "./perform-step.ts";
import type { Scenario } from "./scenario.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const isUpdate = process.env["UPDATE_GOLDEN"] === "1";
const scenarios = globSync("*/scenario.json", { cwd: here }).sort();

describe.each(scenarios.map((path) => basename(dirname(path))))("%s", (name) => {
  const folder = join(here, name);
  const scenario = JSON.parse(readFileSync(join(folder, "scenario.json"), "utf8")) as Scenario;
  const normaliser = new Normaliser();
  let world: InProcess;
  let performer: StepPerformer;
  beforeAll(() => {
    world = new InProcess(scenario.environment, {
      time: scenario.time ?? "stands",
      ...(scenario.project === undefined ? {} : { project: scenario.project }),
    });
    performer = new StepPerformer(folder, world);
  });
  afterAll(() => world.close());

  // The steps build on one another, so they run in order and in one world.
  test.each(scenario.steps.map((step, index) => ({ ...step, file: goldenName(index, step.do) })))(
    "$file $say",
    async ({ file, ...step }) => {
      const done = await performer.perform(step);
      const { expect: wanted } = step;
      const golden = join(folder, file);
      const text = `${JSON.stringify(normaliser.of(done.document))}\n`;
      if (isUpdate) writeFileSync(golden, text);
      if (wanted.status !== undefined) expect(done.status).toBe(wanted.status);
      if (wanted.codes !== undefined) expect(done.codes).toEqual(wanted.codes);
      if (wanted.changes !== undefined) expect(done.changes).toEqual(wanted.changes);
      if (wanted.fields !== undefined) expect(done.fields).toMatchObject(wanted.fields);
      if (wanted.writes !== undefined) expect(done.writes).toEqual(wanted.writes);
      if (wanted.outputs !== undefined) expect(done.outputs).toMatchObject(wanted.outputs);
      if (wanted.settled === true) expect(done.left).toEqual({});
      expect(existsSync(golden), `${file} is missing; see README.md for how to make it`).toBe(true);
      expect(JSON.parse(text) as Json).toEqual(JSON.parse(readFileSync(golden, "utf8")) as Json);
    },
  );

  test("has no golden file without a step", () => {
    const files = globSync("[0-9]*.json", { cwd: folder }).sort();
    expect(files).toEqual(scenario.steps.map((step, index) => goldenName(index, step.do)));
  });
});

function goldenName(index: number, act: string): string {
  return `${String(index + 1).padStart(2, "0")}-${act}.json`;
}
