import { describe, expect, test } from "vitest";
import type { FaultMatch, InjectedFault } from "./fault-rule.ts";
import { type FaultedCall, hits, isAbout } from "./faults.ts";

const call = (more: Partial<FaultedCall> = {}): FaultedCall => ({
  vendor: "google",
  method: "GET",
  path: "v1/projects/p/locations/l/oauthClients/web",
  carriesVersion: () => false,
  ...more,
});

describe("what a rule is about", () => {
  const about = (match: FaultMatch | undefined, more: Partial<FaultedCall> = {}, kind = "reset-before") =>
    isAbout({ ...(match === undefined ? {} : { match }), fault: { kind } as InjectedFault }, call(more));

  test.each([
    ["v1/projects/p/locations/l/oauthClients/web", true],
    ["/v1/projects/p/locations/l/oauthClients/web", true],
    ["v1/projects/{project}/locations/{location}/oauthClients/{client}", true],
    ["V1/projects/p/locations/l/OAUTHCLIENTS/web", true],
    ["v1/projects/**", true],
    ["v1/{+rest}", true],
    ["**/oauthClients/w*", true],
    ["v1/projects/*", false],
    ["v1/projects/p/locations/l/oauthClients", false],
    ["v1.projects/**", false],
    ["projects/**", false],
  ])("the path %s: %s", (path, expected) => {
    expect(about({ path })).toBe(expected);
  });

  test("method, vendor and no match at all", () => {
    expect(about(undefined)).toBe(true);
    expect(about({ method: "get" })).toBe(true);
    expect(about({ method: ["PUT", "GET"] })).toBe(true);
    expect(about({ method: "POST" })).toBe(false);
    expect(about({ vendor: "google" })).toBe(true);
    expect(about({ vendor: "arm" })).toBe(false);
    expect(about({ vendor: "google" }, { vendor: null })).toBe(false);
    expect(about({ vendor: "google", method: "POST" })).toBe(false);
  });

  test("kinds that only reads, only writes or only conditional writes can meet", () => {
    const met = (kind: string) => [
      about({}, { method: "GET" }, kind),
      about({}, { method: "PUT" }, kind),
      about({}, { method: "PUT", carriesVersion: () => true }, kind),
    ];
    expect(met("read-lag")).toEqual([true, false, false]);
    expect(met("other-value")).toEqual([true, false, false]);
    expect(met("stuck-operation")).toEqual([false, true, true]);
    expect(met("vanished-operation")).toEqual([false, true, true]);
    expect(met("failed-operation")).toEqual([false, true, true]);
    expect(met("stale-etag")).toEqual([true, false, true]);
    expect(met("truncated-body")).toEqual([true, true, true]);
  });
});

describe("which of the matching calls are hit", () => {
  /** The numbers of the first calls that are hit. */
  const hitAmong = (calls: number, match: FaultMatch, id = "rule") => {
    const hit: number[] = [];
    for (let number = 1; number <= calls; number += 1) if (hits(id, match, number, hit.length)) hit.push(number);
    return hit;
  };

  test("all, the n-th, every so manieth, so many at most, and these together", () => {
    expect(hitAmong(4, {})).toEqual([1, 2, 3, 4]);
    expect(hitAmong(4, { nth: 3 })).toEqual([3]);
    expect(hitAmong(7, { every: 3 })).toEqual([3, 6]);
    expect(hitAmong(7, { times: 2 })).toEqual([1, 2]);
    expect(hitAmong(7, { every: 2, times: 2 })).toEqual([2, 4]);
    expect(hitAmong(7, { times: 0 })).toEqual([]);
  });

  test("a probability is met, by the same calls each time, by others under another seed or id", () => {
    const match = { probability: 0.1, seed: 7 };
    const hit = hitAmong(10_000, match);
    expect(hit.length).toBeGreaterThan(900);
    expect(hit.length).toBeLessThan(1100);
    expect(hitAmong(10_000, match)).toEqual(hit);
    expect(hitAmong(10_000, { ...match, seed: 8 })).not.toEqual(hit);
    expect(hitAmong(10_000, match, "other")).not.toEqual(hit);
    expect(hitAmong(100, { probability: 0 })).toEqual([]);
    expect(hitAmong(100, { probability: 1 })).toHaveLength(100);
  });

  test("hits are spread like independent throws: runs of two are as rare as they should be", () => {
    const hit = hitAmong(100_000, { probability: 0.1 });
    const pairs = hit.filter((number, index) => hit[index + 1] === number + 1).length;
    expect(pairs).toBeGreaterThan(850);
    expect(pairs).toBeLessThan(1150);
  });
});
