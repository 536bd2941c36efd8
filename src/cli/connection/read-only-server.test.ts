import { expect, test } from "vitest";
import { runFake, samplePlan } from "../cli-context.fixture.ts";

const files = { "plumb.yaml": "name: p\n" };
const plan = { "POST /v1/projects/p/stacks/dev/plans": { body: samplePlan() } };
const line = "plan --server https://plumb.example";
const environment = { PLUMB_READ_ONLY: "1" };

test("in the read-only mode a server that is not in it is asked for nothing", async () => {
  const version = { "GET /v1/version": { body: { version: "1", readOnly: false } } };
  const { code, stderr, requests } = await runFake(line, { ...plan, ...version }, { files, environment });
  expect(code).toBe(4);
  expect(stderr).toContain("read-only");
  expect(requests.map((each) => each.line)).not.toContain("POST /v1/projects/p/stacks/dev/plans");
});

test("nor is one of an earlier version, which knows no such mode", async () => {
  const version = { "GET /v1/version": { body: { version: "1" } } };
  expect((await runFake(line, { ...plan, ...version }, { files, environment })).code).toBe(4);
});

test("a server in the mode is asked", async () => {
  const version = { "GET /v1/version": { body: { version: "1", readOnly: true } } };
  const { code, requests } = await runFake(line, { ...plan, ...version }, { files, environment });
  expect(code).toBe(0);
  expect(requests.map((each) => each.line)).toContain("POST /v1/projects/p/stacks/dev/plans");
});
