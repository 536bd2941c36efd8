import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { listen } from "../../src/http/listen.ts";
import { ApiWorld } from "../api/api-world.ts";
import { python, root, sdk, toolCache, toolPython } from "./tools.ts";

const flow = join(root, "test", "python", "client_flow.py");

test("the client speaks to the service", async () => {
  const world = await ApiWorld.served();
  const pieces = { next: () => new Promise<void>((resolve) => setImmediate(resolve)) };
  const { url, stop } = await listen(world.application, { host: "127.0.0.1", port: 0, tls: null, pieces });
  try {
    const token = await world.access?.tokenWith("admin");
    const { stdout } = await promisify(execFile)(python, [flow], {
      env: { ...process.env, PYTHONPATH: sdk, PLUMB_URL: url, PLUMB_TOKEN: token ?? "" },
    });
    expect(JSON.parse(stdout)).toEqual({
      tag: true,
      conflict: 412,
      problems: ["wrong-type"],
      create: 1,
      status: "done",
      output: true,
      names: ["a"],
      watched: "ADDED",
      types: "OAuth client",
    });
  } finally {
    await stop(0);
  }
});

test("what one does with it type-checks", () => {
  const run = spawnSync(toolPython, ["-m", "mypy", "--strict", "--cache-dir", toolCache, flow], {
    env: { ...process.env, MYPYPATH: sdk },
    encoding: "utf8",
  });
  expect(run.stdout).toMatch(/^Success/);
});
