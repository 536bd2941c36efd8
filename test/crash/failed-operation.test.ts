import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import type { CrashCase } from "./cases.ts";
import { Incarnation } from "./life.ts";
import { prepare } from "./prepare.ts";
import { chosenOf } from "./tier.ts";
import { comesRight, troubledCase } from "./troubled-operations.ts";

/** Kills a case at every boundary; a few more of the same command have to bring the world right each time. */
async function killed(crashCase: CrashCase, status: "done" | "failed"): Promise<void> {
  const { command, operationMs } = crashCase;
  const life = new Incarnation(await prepare(crashCase), operationMs);
  const { ending, wrecks } = await life.live(command, new Set()).finally(() => life.end());
  expect(ending.status).toBe(status);
  expect(wrecks.length).toBeGreaterThan(4);
  for (const { boundary, image } of wrecks) await comesRight(crashCase, image, boundary);
}

const methods = ["POST", "PATCH", "DELETE"] as const;
const failures = (["holds", "lost"] as const).flatMap((effect) =>
  [13, 3, 4, 6, 8, 9, 10, 14].flatMap((code) =>
    // What is over what exists already has made nothing itself.
    (code === 6 && effect === "holds" ? [] : methods).flatMap((method) =>
      [0, 4_500].map((operationMs) => ({ effect, code, method, operationMs })),
    ),
  ),
);

describe("an operation that ends with an error, killed at every boundary", () => {
  test.each(chosenOf(failures, 6))(
    "$method, $code, its effect $effect, $operationMs ms",
    async ({ effect, code, method, operationMs }) => {
      const fault: JsonObject = {
        match: { vendor: "google", method, path: "**/endpointAttachments**", times: 1 },
        fault: { kind: "failed-operation", code, effect },
      };
      // A deletion that took effect has done what was wanted.
      await killed(
        troubledCase(fault, method, operationMs),
        method === "DELETE" && effect === "holds" ? "done" : "failed",
      );
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
      await killed(troubledCase(fault, method, 4_500), "failed");
    },
    600_000,
  );
});

// Each is asked a few times before it is given up, so that a run ends with its question open.
const silences: readonly JsonObject[] = [
  { kind: "reset-before" },
  { kind: "lost-response" },
  { kind: "status", status: 503 },
];

describe("an operation that can't be asked after for the network, killed at every boundary", () => {
  test.each(methods.flatMap((method) => silences.map((fault) => ({ method, fault, kind: fault["kind"] }))))(
    "$method, $kind",
    async ({ method, fault }) => {
      const match = { vendor: "google", method: "GET", path: "**/operations/**", times: 2 };
      await killed(troubledCase({ match, fault }, method, 4_500), "done");
    },
    600_000,
  );
});
