import { expect, test } from "vitest";
import { ApiWorld } from "./api-world.ts";

test("a run that an earlier version of the doctor named after its time can be asked for", async () => {
  const world = await ApiWorld.served();
  const token = (await world.access?.tokenWith("admin")) ?? "";
  await world.call("POST", "/v1/projects/test/stacks", { token, body: { name: "dev" } });
  const id = encodeURIComponent("doctor-2026-11-23T21:04:49.923Z");
  const { status, body } = await world.call("GET", `/v1/projects/test/stacks/dev/runs/${id}`, { token });
  expect([status, body]).toMatchObject([404, { code: "run-unknown" }]);
  const cancelled = await world.call("POST", `/v1/projects/test/stacks/dev/runs/${id}:cancel`, { token, body: {} });
  expect([cancelled.status, cancelled.body]).toMatchObject([404, { code: "run-unknown" }]);
});
