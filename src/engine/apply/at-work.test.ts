import { expect, test } from "vitest";
import { catalog } from "../../definitions/resources/catalog.ts";
import type { Step } from "../plan/plan.ts";
import { workText } from "./at-work.ts";

test.each([
  [undefined, "waiting for Google, with no time limit (`customTimeouts` sets one)"],
  [300_000, "waiting for Google, until 5 min after the step began (`customTimeouts`)"],
])("a wait with a limit of %s ms says for whom, and how long at most", (timeoutMs, text) => {
  const step = { provider: { kind: "google" }, ...(timeoutMs === undefined ? {} : { timeoutMs }) } as Step;
  expect(workText(step, catalog)).toBe(text);
});
