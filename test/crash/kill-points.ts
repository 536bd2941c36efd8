import { afterAll, describe, expect, test } from "vitest";
import type { CrashCase } from "./cases.ts";
import { type Effort, explore, type Findings } from "./explore.ts";
import { type Tier, tier, turn } from "./tier.ts";
import { runUnbroken, titleOf, type Unbroken } from "./unbroken.ts";

/** The long tier tries all pairs of kills and every command after each; the others choose among them. */
const efforts: Readonly<Record<Tier, Effort>> = {
  sample: { otherCommandsOneIn: [6, 12], killedAgainOneIn: [40], turn },
  gate: { otherCommandsOneIn: [3, 9], killedAgainOneIn: [3, 200], turn },
  long: { otherCommandsOneIn: [1, 3], killedAgainOneIn: [1, 200], turn },
};
const effort = efforts[tier];

/** One test a case: killed at every boundary, taken up again, judged. Its title tells how many boundaries there are. */
export async function killPoints(what: string, cases: readonly CrashCase[]): Promise<void> {
  const unbroken: (Unbroken | { readonly crashCase: CrashCase; readonly cause: unknown })[] = [];
  for (const crashCase of cases)
    unbroken.push(await runUnbroken(crashCase).catch((cause: unknown) => ({ crashCase, cause })));
  const rows: (Findings & { readonly title: string; readonly boundaries: number })[] = [];

  describe(what, () => {
    for (const each of unbroken) {
      const title = titleOf(each.crashCase);
      if ("cause" in each) {
        test(`${title}: unbroken`, () => {
          throw each.cause;
        });
        continue;
      }
      const boundaries = each.boundaries.length;
      test(`${title}: ${boundaries} boundaries`, async () => {
        expect(each.wrecks.length).toBeGreaterThan(0);
        const findings = await explore(each, effort);
        rows.push({ ...findings, ...countsOf(findings), title, boundaries });
        expect(worstOf(findings.failures)).toEqual([]);
      }, 600_000);
    }
    afterAll(() => {
      process.stdout.write(report(what, rows));
    });
  });
}

/** The first failures of each kind: after one kill goes wrong, most of what follows from it says the same. */
function worstOf(failures: readonly string[]): readonly string[] {
  const kinds = new Map(failures.toReversed().map((failure) => [failure.split(" | ").slice(2).join(" | "), failure]));
  return [...kinds.values()].toReversed().slice(0, 12);
}

function countsOf({ states, recoveries, failures, resumeMs }: Findings): Findings {
  return { states, recoveries, failures, resumeMs };
}

function report(
  what: string,
  rows: readonly (Findings & { readonly title: string; readonly boundaries: number })[],
): string {
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0);
  const times = rows.flatMap(({ resumeMs }) => resumeMs).sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1);
  const lines = rows.map(
    ({ title, boundaries, states, recoveries, failures }) =>
      `${title}: ${boundaries} boundaries, ${states} states, ${recoveries} recoveries, ${failures.length} failures`,
  );
  const total =
    `${what}: ${rows.length} operations, ${sum((row) => row.boundaries)} boundaries, ${sum((row) => row.states)} ` +
    `states, ${sum((row) => row.recoveries)} recoveries, ${sum((row) => row.failures.length)} failures; ` +
    `resume ms: median ${at(0.5)}, 99 % ${at(0.99)}, most ${at(1)}`;
  return `${(tier === "sample" ? [total] : [...lines, total]).join("\n")}\n`;
}
