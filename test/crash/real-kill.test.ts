import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { crashCases } from "./cases.ts";
import { takeUp } from "./explore.ts";
import { forgetModules, killedChild } from "./killed-child.ts";
import { Incarnation } from "./life.ts";
import { prepare } from "./prepare.ts";
import { chosenOf, tier } from "./tier.ts";
import { comesRight, troubledCase } from "./troubled-operations.ts";
import { runUnbroken, titleOf } from "./unbroken.ts";

/** Cases whose every boundary is tried on a real process; in a short run only some of the boundaries are. */
const chosen: readonly string[] = [
  "OAuth client, replace",
  "OAuth client credential, delete by destroy",
  "endpoint attachment, slow create",
  "server collector, auto-named create",
  "policy assignment, create",
  "policy assignment, update that moves the identity (role)",
  "reservation IAM member, create",
  "workspace setting, create",
  "stack, diamond, replace trunk and branches",
];

/** A short run takes one boundary a case: those at which something has just been done that nobody has noted. */
const telling = /(POST|PUT|PATCH).*: carried out, not answered/;

beforeAll(async () => {
  const [crashCase] = crashCases();
  if (crashCase !== undefined) await killedChild(crashCase, await prepare(crashCase), Number.POSITIVE_INFINITY);
});
afterAll(forgetModules);

describe.concurrent("a process killed with SIGKILL, and the next one", () => {
  test.each(crashCases().filter((each) => chosen.includes(titleOf(each))))(
    "$resource, $operation",
    async (crashCase) => {
      const unbroken = await runUnbroken(crashCase);
      const { boundaries } = unbroken;
      const all = boundaries.map((_, index) => index + 1);
      const mostTelling = boundaries.findIndex((each) => telling.test(each)) + 1;
      const kills = tier === "sample" ? [mostTelling] : chosenOf(all, all.length);
      const before = await prepare(crashCase);
      const failures: string[] = [];
      for (const killAt of kills) {
        const { signal, image } = await killedChild(crashCase, before, killAt);
        expect(signal).toBe("SIGKILL");
        const findings = await takeUp(unbroken, { boundary: `${killAt}: ${boundaries[killAt - 1]}`, image });
        failures.push(...findings.failures);
      }
      expect(failures).toEqual([]);
    },
    600_000,
  );
});

const troubles = {
  "an operation that fails and leaves a half-made object": {
    method: "POST",
    path: "**/endpointAttachments**",
    fault: { kind: "failed-operation", code: 13, effect: "holds" },
  },
  "an operation that may not be asked after": {
    method: "GET",
    path: "**/operations/**",
    fault: { kind: "status", status: 401 },
  },
} as const;

describe.concurrent("a process that meets trouble and is killed with SIGKILL, and the next ones", () => {
  test.each(Object.entries(troubles))(
    "%s",
    async (_, { method, path, fault }) => {
      const match = { vendor: "google", method, path, times: 1 };
      const crashCase = troubledCase({ match, fault }, "POST", 4_500);
      const before = await prepare(crashCase);
      const life = new Incarnation(before, crashCase.operationMs);
      const { boundaries } = await life.live(crashCase.command, new Set()).finally(() => life.end());
      const all = boundaries.map((_each, index) => index + 1);
      const kills =
        tier === "sample" ? [boundaries.findIndex((each) => telling.test(each)) + 1] : chosenOf(all, all.length);
      for (const killAt of kills) {
        const { signal, image } = await killedChild(crashCase, before, killAt);
        expect(signal).toBe("SIGKILL");
        await comesRight(crashCase, image, `${killAt}: ${boundaries[killAt - 1]}`);
      }
    },
    600_000,
  );
});
