import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/base/json.ts";
import { declarationOf, subjects } from "../matrix/base-declarations.ts";
import type { CrashCase } from "./cases.ts";
import { whatIsLeft } from "./commands.ts";
import { alwaysWrong, wrongAtRest } from "./judge.ts";
import { Incarnation } from "./life.ts";
import { prepare } from "./prepare.ts";
import { tier } from "./tier.ts";
import { destroy } from "./unbroken.ts";

const type = "connectors:EndpointAttachment";
const it = { type, properties: subjects[type]?.properties ?? {} };

const up = { do: "up", text: declarationOf({ it }) } as const;
const changed = { ...it, properties: { ...it.properties, description: "Changed" } };
const commands = { POST: up, PATCH: { do: "up", text: declarationOf({ it: changed }) }, DELETE: destroy } as const;
type Method = keyof typeof commands;

/** An attachment whose operation meets a fault; every boundary of the run that meets it is a place to be killed at. */
function caseOf(fault: JsonObject, method: Method, operationMs: number): CrashCase {
  const breaking = { method: "POST", path: "_local/faults", body: fault };
  const before = method === "POST" ? [breaking] : [up, breaking];
  const command = commands[method];
  return { resource: "attachment", operation: method, before, command, without: declarationOf({}), operationMs };
}

/** Kills a case at every boundary; a few more of the same command have to bring the world right each time. */
async function killed(crashCase: CrashCase, status: "done" | "failed"): Promise<void> {
  const { command, operation, operationMs } = crashCase;
  const life = new Incarnation(await prepare(crashCase), operationMs);
  const { ending, wrecks } = await life.live(command, new Set()).finally(() => life.end());
  expect(ending.status).toBe(status);
  expect(wrecks.length).toBeGreaterThan(4);
  for (const { boundary, image } of wrecks) {
    for (const laterMs of [0, 3_600_000]) {
      const after = new Incarnation(image, operationMs, laterMs);
      try {
        expect(alwaysWrong(await after.glance()), boundary).toEqual([]);
        const endings = [];
        let isSettled = false;
        // Where the question is refused once more, what is as wanted may stay open until the next command.
        for (let run = 0; run < 4 && !isSettled; run += 1) {
          endings.push((await after.just(command)).ending);
          isSettled = endings.at(-1)?.status === "done" && (await after.glance()).state.intended.length === 0;
        }
        expect(endings.at(-1)?.status, `${boundary} ${JSON.stringify(endings)}`).toBe("done");
        const standing = await after.standing();
        expect(wrongAtRest(standing), boundary).toEqual([]);
        expect(standing.state.ids, boundary).toHaveLength(operation === "DELETE" ? 0 : 1);
        expect(await whatIsLeft(command, after.plumbline.deployment), boundary).toEqual({});
      } finally {
        await after.end();
      }
    }
  }
}

const methods = ["POST", "PATCH", "DELETE"] as const;
const failures = (["holds", "lost"] as const).flatMap((effect) =>
  (tier === "sample" ? [13] : [3, 4, 8, 10, 13, 14]).flatMap((code) =>
    methods.flatMap((method) => [0, 4_500].map((operationMs) => ({ effect, code, method, operationMs }))),
  ),
);

describe("an operation that ends with an error, killed at every boundary", () => {
  test.each(failures)(
    "$method, $code, its effect $effect, $operationMs ms",
    async ({ effect, code, method, operationMs }) => {
      const fault: JsonObject = {
        match: { vendor: "google", method, path: "**/endpointAttachments**", times: 1 },
        fault: { kind: "failed-operation", code, effect },
      };
      // A deletion that took effect has done what was wanted.
      await killed(caseOf(fault, method, operationMs), method === "DELETE" && effect === "holds" ? "done" : "failed");
    },
    600_000,
  );
});

describe("an operation that may not be asked after, killed at every boundary", () => {
  test.each(methods.flatMap((method) => [400, 401, 403].map((status) => ({ method, status }))))(
    "$method, $status",
    async ({ method, status }) => {
      const fault: JsonObject = {
        match: { vendor: "google", method: "GET", path: "**/operations/**", times: 1 },
        fault: { kind: "status", status },
      };
      await killed(caseOf(fault, method, 4_500), "failed");
    },
    600_000,
  );
});
