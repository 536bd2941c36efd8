import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import type { RunEvent, RunSummary } from "../../../contract/documents/runs/run-events.ts";
import { RunDispatcher } from "../../background/run-dispatcher.ts";
import { Rejection } from "../../rejection.ts";
import { attachments, plan, type TestDeployment, testDeployment } from "../deployment.fixture.ts";
import type { OngoingRun, Runs } from "./ongoing-run.ts";
import {
  type OperationContext,
  operationName,
  operationSubject,
  showOperation,
  waitForOperation,
} from "./show-operation.ts";

const never = new AbortController().signal;
const idOf = (name: string) => name.replace("operations/", "");

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

describe("the run of a stack", () => {
  test("is an operation that tells its stack, its plan and its end", async () => {
    const runs = new RunDispatcher({ deployment: world, serves: false });
    const digest = await plan(world, attachments({ a: "one" }));
    const { run } = await runs.start({ stack: "dev", plan: digest, parallel: 1 }, world.authority.caller);
    const id = idOf(operationName("dev", run));
    expect(operationSubject(id)).toEqual({ stack: "dev", run });
    const operation = await waitForOperation(id, 1_000, { deployment: world, runs }, never);
    expect(operation).toMatchObject({
      name: `operations/${id}`,
      done: true,
      metadata: { stack: "dev", run, plan: digest, status: "done" },
      result: { summary: { status: "done", run } },
    });
    expect(operation.problems).toEqual([]);
    expect(operation.result).not.toHaveProperty("object");
  });
});

describe("waiting", () => {
  /** A run that ends when the test says so, and a clock that does the same. */
  function standing(): { context: OperationContext; end(summary: RunSummary): void; pass(): void } {
    let status = "running";
    let summary: RunSummary | null = null;
    let pass: () => void = () => {};
    const changed = new Set<() => void>();
    const run = (): OngoingRun => ({
      ...{ run: "1", stack: "dev", plan: "p", status, createdAt: "", startedAt: "", endedAt: null },
    });
    const runs: Runs = {
      start: async () => run(),
      find: async () => run(),
      async *events(_stack, _run, _after, signal) {
        while (summary === null && !signal.aborted)
          await new Promise<void>((resolve) => {
            changed.add(resolve);
            signal.addEventListener("abort", () => resolve());
          });
        if (summary !== null) yield { id: 1, event: summary satisfies RunEvent };
      },
    };
    const clock = {
      now: () => 0,
      elapsed: () => 0,
      sleep: (_: number, signal?: AbortSignal) =>
        new Promise<void>((resolve, reject) => {
          pass = resolve;
          signal?.addEventListener("abort", () => reject(signal.reason));
        }),
    };
    return {
      context: { deployment: { ...world, clock }, runs },
      end: (given) => {
        summary = given;
        status = given.status;
        for (const wake of changed) wake();
      },
      pass: () => pass(),
    };
  }

  const ended = { event: "summary", run: "1", status: "failed", problems: [] } as unknown as RunSummary;
  const id = idOf(operationName("dev", "1"));

  test("ends when the operation does, and one that failed without a word has a problem all the same", async () => {
    const { context, end } = standing();
    const waiting = waitForOperation(id, 1_000, context, never);
    end(ended);
    expect(await waiting).toMatchObject({ done: true, problems: [{ code: "not-reached" }] });
  });

  test("ends when the time is over, or with the caller; and may be for nothing at all", async () => {
    const { context, pass } = standing();
    const waiting = waitForOperation(id, 1_000, context, never);
    await new Promise((resolve) => setImmediate(resolve));
    pass();
    expect(await waiting).toMatchObject({ done: false, metadata: { status: "running" } });
    const caller = new AbortController();
    const other = waitForOperation(id, 1_000, context, caller.signal);
    caller.abort();
    expect((await other).done).toBe(false);
    expect((await waitForOperation(id, 0, context, never)).done).toBe(false);
  });
});

test("whatever is given as an id is an operation of some run, or a refusal", async () => {
  const runs = new RunDispatcher({ deployment: world, serves: false });
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.base64String()), async (text) => {
      for (const id of [text, `${text}.1`, idOf(operationName(text, "abc"))])
        await expect(showOperation(id, { deployment: world, runs })).rejects.toThrow(Rejection);
    }),
  );
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: "grapheme" }), (stack) => {
      fc.pre(!stack.startsWith("~"));
      expect(operationSubject(idOf(operationName(stack, "abc")))).toEqual({ stack, run: "abc" });
    }),
  );
});
