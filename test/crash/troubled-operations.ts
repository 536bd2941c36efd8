import { expect } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { declarationOf, subjects } from "../matrix/base-declarations.ts";
import type { CrashCase } from "./cases.ts";
import { whatIsLeft } from "./commands.ts";
import type { CrashImage } from "./crash-image.ts";
import { alwaysWrong, wrongAtRest } from "./judge.ts";
import { Incarnation } from "./life.ts";
import { destroy } from "./unbroken.ts";

const type = "connectors:EndpointAttachment";
const it = { type, properties: subjects[type]?.properties ?? {} };

const up = { do: "up", text: declarationOf({ it }) } as const;
const changed = { ...it, properties: { ...it.properties, description: "Changed" } };
const commands = { POST: up, PATCH: { do: "up", text: declarationOf({ it: changed }) }, DELETE: destroy } as const;
type Method = keyof typeof commands;

/** An attachment whose operation meets a fault; every boundary of the run that meets it is a place to be killed at. */
export function troubledCase(fault: JsonObject, method: Method, operationMs: number): CrashCase {
  const breaking = { method: "POST", path: "_local/faults", body: fault };
  const before = method === "POST" ? [breaking] : [up, breaking];
  const command = commands[method];
  return { resource: "attachment", operation: method, before, command, without: declarationOf({}), operationMs };
}

/** What a kill has left of a case comes right: a few more of the same command end with the world as it was to be. */
export async function comesRight({ command, operation, operationMs }: CrashCase, image: CrashImage, boundary: string) {
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
