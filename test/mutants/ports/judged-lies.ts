import type { JsonObject } from "../../../packages/base/json/json.ts";
import { canary } from "../../simulation/declared/names.ts";
import { appending, driving, type Lie, storing, withEffects } from "./deployment-lies.ts";

// Each of these breaks what one judge of the simulation looks at, and is told by the rule of that judge.

/** A change is sent five seconds late, whoever has called its run off meanwhile. */
export const sentLate: Lie = (real) =>
  driving({
    write: (write) => async (change) => {
      await real.clock.sleep(5_000);
      return write(change);
    },
  })(real);

/** A write of which no answer tells whether it took effect is sent again at once. */
export const sentAgain: Lie = driving({
  write: (write) => async (change, signal) => {
    const outcome = await write(change, signal);
    return outcome.kind === "unknown" ? write(change, signal) : outcome;
  },
});

/** No operation is told to go on, whatever the platform does. */
export const noOperationFound: Lie = driving({ operationOf: () => async () => ({ kind: "none" }) });

/** An operation that goes on is told to have failed: of those that make something, or of those that take it away. */
export function operationFailed(isOf: (operation: "create" | "update" | "delete" | "undelete") => boolean): Lie {
  return driving({
    poll: (poll) => async (change, handle, signal) => {
      const outcome = await poll(change, handle, signal);
      if (outcome.kind !== "pending" || !isOf(change.operation)) return outcome;
      return { kind: "failed", code: "INTERNAL", detail: "INTERNAL: the operation has failed" };
    },
  });
}

/** A deletion is told as done, and not made. */
export const deletionSkipped: Lie = driving({
  write: (write) => async (change, signal) =>
    change.operation === "delete" ? { kind: "done", observation: null } : write(change, signal),
});

/** What is there is told as gone. */
export const readAsGone: Lie = driving({
  read: (read) => async (target, signal) => {
    const outcome = await read(target, signal);
    return outcome.kind === "done" ? { kind: "absent", detail: "gone", version: null, displaces: [] } : outcome;
  },
});

/** A read is never answered. */
export const readUnanswered: Lie = driving({ read: () => () => new Promise(() => {}) });

/** An update is told as done, and not made. */
export const updateSkipped: Lie = driving({
  write: (write) => async (change, signal) =>
    change.operation === "update" ? { kind: "done", observation: change.prior } : write(change, signal),
});

/** What has come of a call is not written. */
export const resultDropped: Lie = appending((entries) => entries.filter(({ kind }) => kind !== "result"));

const texts = ["description", "displayName"];

/** The text of an object is left out of what is sent. */
export const textLost: Lie = driving({
  write: (write) => async (change, signal) => {
    const inputs = Object.fromEntries(Object.entries(change.inputs).filter(([name]) => !texts.includes(name)));
    return write({ ...change, inputs, fields: change.fields.filter((name) => !texts.includes(name)) }, signal);
  },
});

/** A run leaves other outputs than its declaration comes to. */
export const outputsFalsified: Lie = appending((entries) =>
  entries.map((entry) => (entry.kind === "run-ended" ? { ...entry, outputs: falsified(entry.outputs) } : entry)),
);

function falsified(outputs: JsonObject | null): JsonObject | null {
  if (outputs === null) return null;
  return Object.fromEntries(
    Object.entries(outputs).map(([name, value]) => [name, typeof value === "string" ? `${value} not` : value]),
  );
}

/** What other stacks have is not told. */
export const claimsUntold: Lie = storing({ claims: () => async () => [] });

/** Everything is told to be another stack's. */
export const claimedByOthers: Lie = storing({
  claims: () => async (keys) =>
    keys.map((claimKey) => ({ claimKey, uid: "another", stack: "another/stack", address: "r0" })),
});

/** What others hold beside a share, and would lose, is not told. */
export const displacedUntold: Lie = driving({
  read: (read) => async (target, signal) => {
    const outcome = await read(target, signal);
    if (outcome.kind === "absent") return { ...outcome, displaces: [] };
    if (outcome.kind !== "done") return outcome;
    return { ...outcome, observation: { ...outcome.observation, displaces: [] } };
  },
});

/** What others had beside a share is not brought back with its removal. */
export const othersForgotten: Lie = driving({
  write: (write) => async (change, signal) => {
    const { alongside: _, ...alone } = change;
    return write(alone, signal);
  },
});

/** A record does not tell what its object leans on. */
export const leaningForgotten: Lie = appending((entries) =>
  withEffects(entries, (effect) => [
    effect.kind === "put" ? { ...effect, record: { ...effect.record, dependsOn: [] } } : effect,
  ]),
);

/** The journal tells a secret of the configuration. */
export const secretTold: Lie = appending((entries) =>
  entries.map((entry) => (entry.kind === "result" ? { ...entry, detail: `${entry.detail} ${canary}` } : entry)),
);
