import { describe, expect, test } from "vitest";
import { type Visit, walk } from "./walk.ts";

/** A walk whose visits end when the test says so. */
class Steered {
  readonly running = new Map<string, { end(outcome: Visit): void; fail(cause: unknown): void }>();
  readonly begun: string[] = [];
  readonly skipped: (readonly [name: string, because: string])[] = [];
  readonly result: Promise<void>;
  settled: "open" | "resolved" | "rejected" = "open";

  constructor(edges: Readonly<Record<string, readonly string[]>>, parallel: number) {
    this.result = walk(
      new Map(Object.entries(edges)),
      parallel,
      (name) => {
        const { promise, resolve, reject } = Promise.withResolvers<Visit>();
        this.begun.push(name);
        this.running.set(name, { end: resolve, fail: reject });
        return promise.finally(() => this.running.delete(name));
      },
      (name, because) => this.skipped.push([name, because]),
    );
    this.result.then(
      () => {
        this.settled = "resolved";
      },
      () => {
        this.settled = "rejected";
      },
    );
  }

  async end(name: string, outcome: Visit = "done"): Promise<void> {
    this.running.get(name)?.end(outcome);
    await turns();
  }

  async fail(name: string, cause: unknown): Promise<void> {
    this.running.get(name)?.fail(cause);
    await turns();
  }
}

/** Lets everything run that is ready to. */
function turns(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe("walk", () => {
  test("an empty graph is done at once", async () => {
    await expect(new Steered({}, 1).result).resolves.toBeUndefined();
  });

  test("no more visits than allowed run at once, in order", async () => {
    const walked = new Steered({ a: [], b: [], c: [], d: [] }, 2);
    expect(walked.begun).toEqual(["a", "b"]);
    await walked.end("b");
    expect(walked.begun).toEqual(["a", "b", "c"]);
    await walked.end("a");
    await walked.end("c");
    await walked.end("d");
    expect(walked.settled).toBe("resolved");
  });

  test("a node waits for all that it needs, named once or twice, known or not", async () => {
    const walked = new Steered({ late: ["a", "b", "a", "elsewhere"], a: [], b: [] }, 9);
    expect(walked.begun).toEqual(["a", "b"]);
    await walked.end("a");
    expect(walked.begun).toEqual(["a", "b"]);
    await walked.end("b");
    expect(walked.begun).toEqual(["a", "b", "late"]);
    await walked.end("late");
    expect(walked.settled).toBe("resolved");
  });

  test("what stands behind a failure is skipped once, each with what stopped it; the rest goes on", async () => {
    const walked = new Steered({ a: [], b: ["a"], c: ["b"], d: ["c", "other"], other: [] }, 9);
    await walked.end("a", "failed");
    expect(walked.skipped).toEqual([
      ["b", "a"],
      ["c", "b"],
      ["d", "c"],
    ]);
    await walked.end("other");
    expect(walked.begun).toEqual(["a", "other"]);
    expect(walked.settled).toBe("resolved");
  });

  test("two failures skip a common dependent once", async () => {
    const walked = new Steered({ a: [], b: [], c: ["a", "b"] }, 9);
    await walked.end("a", "failed");
    await walked.end("b", "failed");
    expect(walked.skipped).toEqual([["c", "a"]]);
  });

  test("a rejection waits for the visits that run, and nothing new is begun", async () => {
    const walked = new Steered({ a: [], b: [], c: [], d: ["b"] }, 2);
    const cause = new Error("defect");
    await walked.fail("a", cause);
    expect(walked.settled).toBe("open");
    await walked.end("b");
    await expect(walked.result).rejects.toBe(cause);
    expect(walked.begun).toEqual(["a", "b"]);
    expect(walked.skipped).toEqual([]);
  });

  test("skips what needs itself, and does not call that done", async () => {
    const steered = new Steered({ a: [], b: ["c"], c: ["b", "a"], d: ["b"] }, 4);
    await steered.end("a");
    expect(steered.settled).toBe("resolved");
    expect(steered.skipped).toEqual([
      ["b", "c"],
      ["c", "b"],
      ["d", "b"],
    ]);
  });

  test("who stands aside leaves its place to others, of its own group to so many at most, and comes first again", async () => {
    const ends = new Map<string, () => void>();
    const begun: string[] = [];
    const until = (name: string) => new Promise<void>((resolve) => ends.set(name, resolve));
    const walked = walk(
      new Map([...["a1", "a2", "a3", "b1", "b2"]].map((name) => [name, []])),
      1,
      async (name, place) => {
        begun.push(name);
        if (name === "a1") await place.aside(() => until("a1 waits"));
        begun.push(`${name} goes on`);
        await until(name);
        return "done";
      },
      () => {},
      (name) => name.slice(0, 1),
    );
    const expectBegun = async (...names: string[]) => {
      await turns();
      expect(begun.splice(0)).toEqual(names);
    };
    await expectBegun("a1", "b1", "b1 goes on");
    ends.get("a1 waits")?.();
    await expectBegun();
    ends.get("b1")?.();
    await expectBegun("a1 goes on");
    ends.get("a1")?.();
    await expectBegun("a2", "a2 goes on");
    ends.get("a2")?.();
    await expectBegun("a3", "a3 goes on");
    ends.get("a3")?.();
    await expectBegun("b2", "b2 goes on");
    ends.get("b2")?.();
    await walked;
  });

  test("a wait that is left behind by the end of its visit takes no place", async () => {
    const ends = new Map<string, () => void>();
    const until = (name: string) => new Promise<void>((resolve) => ends.set(name, resolve));
    const begun: string[] = [];
    const walked = walk(
      new Map([...["a", "b", "c"]].map((name) => [name, []])),
      1,
      async (name, place) => {
        begun.push(name);
        if (name === "a") void place.aside(() => until("left"));
        else await until(name);
        return "done";
      },
      () => {},
    );
    await turns();
    expect(begun).toEqual(["a", "b"]);
    ends.get("left")?.();
    await turns();
    expect(begun).toEqual(["a", "b"]);
    ends.get("b")?.();
    await turns();
    ends.get("c")?.();
    await walked;
    expect(begun).toEqual(["a", "b", "c"]);
  });
});
