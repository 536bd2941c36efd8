import { describe, expect, test } from "vitest";
import { readFilter } from "./list-filter.ts";

const message = {
  name: "projects/p1/locations/l1/endpointAttachments/ea1",
  endpointIp: "10.0.0.7",
  description: "The first",
  labels: { team: "a", "cost-centre": "7" },
  members: ["ann", "bob"],
  count: 12,
  createTime: "2026-01-01T00:00:00Z",
  done: true,
};

describe("a filter", () => {
  test.each([
    ["", true],
    ['endpointIp = "10.0.0.7"', true],
    ["endpoint_ip = 10.0.0.7", true],
    ["endpointIp != 10.0.0.7", false],
    ['name = "projects/p1/*"', true],
    ['name = "*ea1"', true],
    ['name = "*l1*"', true],
    ['name = "*l2*"', false],
    ["labels.team = a", true],
    ["labels.cost-centre = 7", true],
    ["labels:team", true],
    ["labels:colour", false],
    ["labels.colour:*", false],
    ["members:bob", true],
    ["description:FIRST", true],
    ["description: second", false],
    ["count > 7", true],
    ["count <= 7", false],
    ['createTime < "2026-06-01T00:00:00Z"', true],
    ['createTime >= "2026-06-01T00:00:00Z"', false],
    ["done = true", true],
    ["disabled = false", true],
    ["absent > 1", false],
    ["NOT done = true", false],
    ["count = 12 AND done = true", true],
    ["count = 12 done = false", false],
    // OR binds tighter than AND.
    ["done = false AND count = 1 OR count = 12", false],
    ["(done = false AND count = 1) OR count = 12", true],
    ["NOT (count = 1 OR count = 2)", true],
    [`description = 'The first'`, true],
    [`description = "The \\"first\\""`, false],
  ])("%s", (text, expected) => {
    const filter = readFilter(text);
    expect(filter.ok && filter.value(message)).toBe(expected);
  });

  test.each([
    "ea1",
    "name =",
    "= 3",
    "(name = a",
    "name = a)",
    "AND name = a",
    "name ~ a",
    "name = a OR",
    "a = b ".repeat(99),
  ])("that can't be read is told: %j", (text) => {
    expect(readFilter(text).ok).toBe(false);
  });
});
