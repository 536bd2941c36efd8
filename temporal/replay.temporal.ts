import { fileURLToPath } from "node:url";
import {
  bundleWorkflowCode,
  DefaultLogger,
  Runtime,
  Worker,
  type WorkflowBundleWithSourceMap,
} from "@temporalio/worker";
import { beforeAll, describe, expect, test } from "vitest";
import { keptHistories } from "./kept-history.ts";

const histories = keptHistories();

const bundled = (file: string): Promise<WorkflowBundleWithSourceMap> =>
  bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL(file, import.meta.url)),
    logger: new DefaultLogger("WARN"),
  });

beforeAll(() => {
  Runtime.install({ logger: new DefaultLogger("ERROR", () => {}) });
});

test("there are histories of runs that end at once, wait, are approved, cancelled and taken over", () => {
  expect(histories.map(([name]) => name)).toEqual(
    ["approved", "cancelled", "put-off", "plain", "taken-over"].map((name) => `${name}.json`).toSorted(),
  );
});

describe("a run under way goes on under the workflow of today", () => {
  let workflowBundle: WorkflowBundleWithSourceMap;
  beforeAll(async () => {
    workflowBundle = await bundled("workflow.ts");
  });

  test.each(histories)("%s", async (_, history) => {
    await expect(Worker.runReplayHistory({ workflowBundle }, history)).resolves.toBeUndefined();
  });
});

describe("a change that breaks runs under way is seen", () => {
  let workflowBundle: WorkflowBundleWithSourceMap;
  beforeAll(async () => {
    workflowBundle = await bundled("incompatible-workflow.ts");
  });

  test.each(histories)("%s", async (_, history) => {
    await expect(Worker.runReplayHistory({ workflowBundle }, history)).rejects.toMatchObject({
      name: "DeterminismViolationError",
    });
  });
});
