import fc from "fast-check";
import { expect, test } from "vitest";
import { cloudStep } from "./random-requests.ts";
import { cloudFile, openCloud } from "./served-cloud.ts";

/** How many histories; raised by hand to look for what rarely happens. */
const runs = Number(process.env["PLUMB_CLOUD_FUZZ_RUNS"] ?? 60);

test.each(["faithful", "documented"] as const)(
  "whatever two processes ask of one cloud (%s), no answer is a 500 and no lock stays",
  async (mode) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.boolean(), cloudStep), { minLength: 5, maxLength: 60 }), async (steps) => {
        const file = cloudFile();
        const processes = [openCloud(file, mode), openCloud(file, mode)] as const;
        try {
          for (const [index, [isOther, step]] of steps.entries()) {
            const [asked, beside] = isOther ? [processes[1], processes[0]] : processes;
            const answer =
              step.kind === "seed"
                ? await asked.seed(step.object)
                : await asked.call(step.method, step.path, step.sent, step.headers);
            await answer.text();
            expect({ step, status: answer.status }).not.toEqual({ step, status: 500 });
            // The other one can write at once.
            expect((await beside.seed({ kind: "principal", name: `p${index}` })).status).toBe(200);
          }
        } finally {
          for (const each of processes) each.close();
        }
      }),
      { numRuns: runs },
    );
  },
  120_000,
);
