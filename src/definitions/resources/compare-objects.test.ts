import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { isUnmoved } from "../schema/comparison/compare-objects.ts";
import { serverCollector } from "./server-collector.ts";

const seen = (properties: JsonObject): JsonObject => ({ serverCollectorName: "c", eTag: '"1"', properties });
const agent = (more: JsonObject = {}) => ({ agentProperties: { id: "a", lastHeartbeatUtc: "now", ...more } });

describe("whether an object has the same inputs at two looks", () => {
  test.each<[string, JsonObject, JsonObject, boolean]>([
    ["the same", seen(agent()), seen(agent()), true],
    [
      "another tag, another heartbeat",
      seen(agent()),
      { ...seen(agent({ lastHeartbeatUtc: "later" })), eTag: '"2"' },
      true,
    ],
    ["another value", seen({ discoverySiteId: "/a" }), seen({ discoverySiteId: "/b" }), false],
    ["a member that came", seen(agent()), seen({ ...agent(), discoverySiteId: "/a" }), false],
    ["a member that came deeper", seen(agent()), seen(agent({ spnDetails: { audience: "theirs" } })), false],
    ["a member that went", seen({ ...agent(), discoverySiteId: "/a" }), seen(agent()), false],
    ["another spelling", seen({ discoverySiteId: "/A" }), seen({ discoverySiteId: "/a" }), true],
  ])("%s", (_what, before, now, unmoved) => {
    expect(isUnmoved(serverCollector, before, now)).toBe(unmoved);
  });

  test("one that was not there is unmoved as long as it is not", () => {
    expect(isUnmoved(serverCollector, null, null)).toBe(true);
    expect(isUnmoved(serverCollector, null, seen({}))).toBe(false);
  });
});
