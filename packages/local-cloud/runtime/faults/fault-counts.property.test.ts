import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LocalCloud } from "../local-cloud.ts";
import { LocalStorage } from "../local-storage.ts";
import type { FaultMatch, FaultRule } from "./fault-rule.ts";
import { hits } from "./faults.ts";

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "plumb-faults-"));
});
afterAll(() => rmSync(directory, { recursive: true }));

function open(path: string): { readonly cloud: LocalCloud; close(): void } {
  const storage = new LocalStorage(path);
  const cloud = new LocalCloud({
    storage,
    vendors: [],
    clock: { now: () => 0, sleep: async () => {} },
    ids: { unique: () => "", suffix: () => "" },
    mode: "documented",
    operationMs: 0,
  });
  return { cloud, close: () => storage.close() };
}

const number = fc.integer({ min: 1, max: 4 });
const match = fc.record(
  {
    path: fc.constantFrom("a", "b", "**"),
    nth: number,
    every: number,
    times: number,
    probability: fc.constantFrom(0.3, 0.7),
    seed: fc.nat(5),
  },
  { requiredKeys: [] },
);
const fault = fc.constantFrom<FaultRule["fault"]>({ kind: "reset-before" }, { kind: "status", status: 500 });
/** Calls that are sent together by one of two processes. */
const batch = fc.record({
  process: fc.nat(1),
  paths: fc.array(fc.constantFrom("a", "b"), { minLength: 1, maxLength: 4 }),
});

test("what is counted and hit follows from the order of the calls alone, whoever makes them", async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ match, fault }), { minLength: 1, maxLength: 3 }),
      fc.array(batch, { maxLength: 5 }),
      async (rules, batches) => {
        run += 1;
        const processes = [open(join(directory, `${run}.db`)), open(join(directory, `${run}.db`))] as const;
        try {
          const ids = processes[0].cloud.faults.add(...rules);
          const expected = ids.map((id, index) => ({ id, matched: 0, fired: 0, match: matchOf(rules[index]) }));
          for (const { process, paths } of batches) {
            const { cloud } = process === 0 ? processes[0] : processes[1];
            const answers = paths.map((path) => cloud.fetch(new Request(`http://x.test/${path}`)));
            const hit = (await Promise.allSettled(answers)).map(
              (answer) => answer.status === "rejected" || answer.value.status === 500,
            );
            expect(hit).toEqual(paths.map((path) => expectedHit(expected, path)));
          }
          for (const { cloud } of processes) {
            expect(cloud.faults.list().map(({ id, matched, fired }) => [id, matched, fired])).toEqual(
              expected.map(({ id, matched, fired }) => [id, matched, fired]),
            );
          }
        } finally {
          for (const { close } of processes) close();
        }
      },
    ),
    { numRuns: 25 },
  );
});

function matchOf(rule: { readonly match: FaultMatch } | undefined): FaultMatch {
  return rule?.match ?? {};
}

/** The model: all rules count, the first whose turn it is hits. */
function expectedHit(
  rules: readonly { readonly id: string; matched: number; fired: number; readonly match: FaultMatch }[],
  path: string,
): boolean {
  let hit = false;
  for (const rule of rules) {
    if (![undefined, "**", path].includes(rule.match.path)) continue;
    rule.matched += 1;
    if (hit || !hits(rule.id, rule.match, rule.matched, rule.fired)) continue;
    rule.fired += 1;
    hit = true;
  }
  return hit;
}
