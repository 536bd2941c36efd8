import fc from "fast-check";
import { expect, test } from "vitest";
import { person } from "./background.fixture.ts";
import { newRun } from "./kept-runs/new-run.ts";
import type { KeptRun } from "./kept-runs/run-repository.ts";
import { withDocument } from "./kept-runs/run-repository.ts";
import { machineWaitMs, turnsOf } from "./turns-of-runs.ts";

const ann = person("ann");
const ci = { ...ann, principal: "token:ci" };
const now = 100 * machineWaitMs;
const holder = { host: "a", pid: 1, user: "u", command: "plumb worker", since: "" };

interface Ask {
  readonly stack: string;
  readonly byMachine: boolean;
  readonly at: number;
  readonly as?: "waits" | "runs" | "is about to begin" | "awaits approval" | "ended";
}

function run({ stack, byMachine, at, as }: Ask, id: number): KeptRun {
  const request = { stack, plan: "p", kind: "apply", parallel: 1 } as const;
  const approvals = as === "awaits approval" ? 1 : 0;
  const beginning = { caller: byMachine ? ci : ann, lineage: "l", approvals, holder: null };
  const kept = newRun(`${id}`, new Date(at).toISOString(), request, beginning);
  if (as === "runs") return { ...withDocument(kept, { status: "running" }), attempt: 1, holder };
  if (as === "is about to begin") return { ...kept, holder };
  return as === "ended" ? withDocument(kept, { status: "done" }) : kept;
}

const stackOf = ({ document }: KeptRun) => document.stack;
const projectOf = (kept: KeptRun) => stackOf(kept).split("/")[0] ?? "";
const waits = ({ document, holder: by }: KeptRun) => document.status === "queued" && by === null;
const isUnderWay = ({ document, holder: by }: KeptRun) =>
  document.status === "running" || (document.status === "queued" && by !== null);

const project = fc.constantFrom("shop", "bank", "press");
const ask: fc.Arbitrary<Ask> = fc.record({
  stack: fc.tuple(project, fc.integer({ min: 0, max: 4 })).map(([name, number]) => `${name}/${number}`),
  byMachine: fc.boolean(),
  at: fc.integer({ min: now - 2 * machineWaitMs, max: now }),
  as: fc.constantFrom("waits", "waits", "waits", "runs", "is about to begin", "awaits approval", "ended"),
});
const queue = fc.array(ask, { maxLength: 40 }).map((asks) => asks.map(run));

test("each stack that has a run waiting and none under way has one turn, whichever the order of the list", () => {
  fc.assert(
    fc.property(queue, (open) => {
      const turns = turnsOf(open, now);
      const busy = new Set(open.filter(isUnderWay).map(stackOf));
      const free = new Set(open.filter(waits).map(stackOf)).difference(busy);
      expect(turns.map(stackOf).toSorted()).toEqual([...free].toSorted());
      expect(turns.every(waits)).toBe(true);
      const age = ({ document }: KeptRun) => document.createdAt;
      expect(turnsOf(open.toReversed(), now).map(age)).toEqual(turns.map(age));
    }),
  );
});

test("each turn is the best there is: people, then the project with the fewest under way, then age", () => {
  fc.assert(
    fc.property(queue, (open) => {
      const counts = new Map<string, number>();
      const count = (kept: KeptRun) => counts.set(projectOf(kept), (counts.get(projectOf(kept)) ?? 0) + 1);
      open.filter(isUnderWay).forEach(count);
      const turns = turnsOf(open, now);
      const isBehind = ({ document: { caller, createdAt } }: KeptRun) =>
        caller === ci && now - Date.parse(createdAt) < machineWaitMs;
      const key = (kept: KeptRun) => [
        Number(isBehind(kept)),
        counts.get(projectOf(kept)) ?? 0,
        Date.parse(kept.document.createdAt),
      ];
      for (const [place, next] of turns.entries()) {
        const left = turns.slice(place).map(key);
        const [best] = left.toSorted((a, b) => a.map((part, index) => part - (b[index] ?? 0)).find(Boolean) ?? 0);
        expect(key(next)).toEqual(best);
        count(next);
      }
    }),
  );
});

test("no run waits for ever, though people ask for more than there is room for", () => {
  const most = { stacks: 12, projects: 3, places: 2, lengthMs: machineWaitMs / 10 };
  fc.assert(
    fc.property(project, fc.boolean(), fc.integer({ min: 1, max: 3 }), (where, byMachine, perTick) => {
      let open: readonly KeptRun[] = [run({ stack: `${where}/mine`, byMachine, at: 0 }, 0)];
      let ids = 0;
      for (let time = 0; ; time += most.lengthMs) {
        expect(time).toBeLessThan(machineWaitMs + most.lengthMs * most.projects * most.stacks);
        open = open.filter(({ document }) => document.status === "queued");
        for (let each = 0; each < perTick * most.places; each += 1) {
          ids += 1;
          const stack = `${["shop", "bank", "press"][ids % most.projects]}/${ids % most.stacks}`;
          open = [...open, run({ stack, byMachine: false, at: time }, ids)];
        }
        const begun = turnsOf(open, time).slice(0, most.places);
        if (begun.some((kept) => stackOf(kept) === `${where}/mine`)) return;
        open = open.map((kept) => (begun.includes(kept) ? withDocument(kept, { status: "running" }) : kept));
      }
    }),
  );
});

test("objects that are managed by themselves are one project together", () => {
  const own = ["a", "b", "c"].map((name, at) => run({ stack: `~iam:Key~${name}`, byMachine: false, at }, at));
  const shop = run({ stack: "shop/dev", byMachine: false, at: 9 }, 9);
  expect(turnsOf([...own, shop], now).map(stackOf)).toEqual(["~iam:Key~a", "shop/dev", "~iam:Key~b", "~iam:Key~c"]);
});

test("what is left of a stack that was removed holds up no run of the next one of its name", () => {
  const left = { ...run({ stack: "shop/dev", byMachine: false, at: 0 }, 0), lineage: "removed" };
  const dead = { ...run({ stack: "shop/dev", byMachine: false, at: 1, as: "runs" }, 1), lineage: "removed" };
  const next = run({ stack: "shop/dev", byMachine: false, at: 2 }, 2);
  expect(turnsOf([left, next], now)).toEqual([left, next]);
  expect(turnsOf([dead, next], now)).toEqual([next]);
});
