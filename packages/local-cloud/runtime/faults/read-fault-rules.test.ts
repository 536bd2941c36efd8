import { describe, expect, test } from "vitest";
import type { Json } from "../../../base/json/json.ts";
import type { FaultRule } from "./fault-rule.ts";
import { readFaultRules } from "./read-fault-rules.ts";

const read = (body: Json | undefined) => readFaultRules(body, ["google", "arm"]);
const complaints = (body: Json | undefined): readonly string[] => {
  const result = read(body);
  return result.ok ? [] : result.error;
};

const everyKind: readonly FaultRule[] = [
  { fault: { kind: "status", status: 503 } },
  { fault: { kind: "status", status: 429, retryAfterSeconds: 3, retryAfterForm: "date", when: "after" } },
  { fault: { kind: "latency", ms: 0 } },
  { fault: { kind: "reset-before" } },
  { fault: { kind: "reset-after" } },
  { fault: { kind: "lost-response" } },
  { fault: { kind: "lost-response", afterMs: 1 } },
  { fault: { kind: "duplicate", answer: "first" } },
  { fault: { kind: "read-lag", ms: 5 } },
  { fault: { kind: "read-lag", writes: 1 } },
  { fault: { kind: "stuck-operation", effect: "lost" } },
  { fault: { kind: "vanished-operation" } },
  { fault: { kind: "failed-operation", code: 8, message: "no quota", effect: "lost" } },
  { fault: { kind: "truncated-body", bytes: 0, ending: "clean" } },
  { fault: { kind: "stale-etag" } },
  { fault: { kind: "other-value", at: "/a/b", value: null } },
  { fault: { kind: "other-value", at: "/a" } },
];

describe("fault rules", () => {
  test("every kind is read, one alone or in a list", () => {
    expect(read(everyKind as unknown as Json)).toEqual({ ok: true, value: everyKind });
    for (const rule of everyKind) expect(read(rule as unknown as Json)).toEqual({ ok: true, value: [rule] });
    expect(read([])).toEqual({ ok: true, value: [] });
  });

  test("a whole match", () => {
    const match = {
      method: ["PUT"],
      path: "v1/**",
      vendor: "arm",
      nth: 1,
      every: 2,
      times: 0,
      probability: 0.5,
      seed: -1,
    };
    expect(complaints({ id: "a", match, fault: { kind: "reset-before" } })).toEqual([]);
  });

  test.each<[Json | undefined, string]>([
    [undefined, "rules[0] must be an object with a `fault`"],
    ["x", "rules[0] must be an object with a `fault`"],
    [{}, "rules[0].fault must be an object with a `kind`"],
    [{ fault: { kind: "gremlin" } }, "rules[0].fault.kind must be one of status, answer, latency"],
    [{ fault: { kind: "toString" } }, "rules[0].fault.kind must be one of"],
    [{ fault: { kind: "latency" } }, "rules[0].fault.ms is missing"],
    [{ fault: { kind: "latency", ms: -1 } }, "rules[0].fault.ms must be a whole number, 0 or more"],
    [{ fault: { kind: "latency", ms: 1, s: 1 } }, "rules[0].fault.s is unknown (ms can be said here)"],
    [{ fault: { kind: "reset-before", ms: 1 } }, "rules[0].fault.ms is unknown (nothing can be said here)"],
    [{ fault: { kind: "other-value", at: "a" } }, "rules[0].fault.at must be a JSON pointer"],
    [{ fault: { kind: "status", status: 200 } }, "rules[0].fault.status must be a whole number from 400 to 599"],
    [{ fault: { kind: "status", status: 503, retryAfterForm: "date" } }, "retryAfterForm needs retryAfterSeconds"],
    [{ fault: { kind: "read-lag" } }, "rules[0].fault needs either ms or writes"],
    [{ fault: { kind: "read-lag", ms: 1, writes: 1 } }, "rules[0].fault needs either ms or writes"],
    [{ fault: { kind: "stale-etag" }, when: "now" }, "rules[0].when is no member of a rule"],
    [{ id: "", fault: { kind: "stale-etag" } }, "rules[0].id must be a text"],
    [{ match: [], fault: { kind: "stale-etag" } }, "rules[0].match must be an object"],
    [{ match: { vendor: "aws" }, fault: { kind: "stale-etag" } }, "rules[0].match.vendor must be one of google, arm"],
    [
      { match: { probability: 2 }, fault: { kind: "stale-etag" } },
      "rules[0].match.probability must be a number from 0 to 1",
    ],
    [{ match: { method: [] }, fault: { kind: "stale-etag" } }, "rules[0].match.method must be a text or texts"],
    [{ match: { nth: 0 }, fault: { kind: "stale-etag" } }, "rules[0].match.nth must be a whole number, 1 or more"],
    [{ match: { toString: 1 }, fault: { kind: "stale-etag" } }, "rules[0].match.toString is unknown"],
  ])("%j is refused", (body, complaint) => {
    expect(complaints(body)).toEqual([expect.stringContaining(complaint)]);
  });

  test("all complaints come at once, each with its place", () => {
    const bad = [
      { fault: { kind: "reset-before" } },
      { match: { nth: "1", every: 0 }, fault: { kind: "latency", ms: "1" } },
      { fault: null },
    ];
    expect(complaints(bad).map((complaint) => complaint.split(" ")[0])).toEqual([
      "rules[1].match.nth",
      "rules[1].match.every",
      "rules[1].fault.ms",
      "rules[2].fault",
    ]);
  });
});
