import { expect, test } from "vitest";
import { sharedTurns } from "../../src/composition/shared-turns.ts";
import type { DocumentStore } from "../../src/engine/ports/document-store.ts";
import { CallRate } from "../../src/providers/pacing/call-rate.ts";

/** What is promised of turns that processes share, over any store. */
export function sharedTurnsContract(documentStore: () => DocumentStore, open: () => DocumentStore): void {
  test("processes share the turns of a rate: none has the turn of another, and few are written", async () => {
    const shared = [documentStore(), open(), open()];
    let writes = 0;
    const counted = (store: DocumentStore): DocumentStore =>
      new Proxy(store, {
        get: (target, name: keyof DocumentStore) => {
          if (name === "put") writes += 1;
          return target[name];
        },
      });
    const rates = shared.map(
      (store) =>
        new CallRate(
          1_200,
          sharedTurns("lab", () => counted(store)),
        ),
    );
    // All at one moment: 300 calls at 20 a second take 15 s.
    const turns = await Promise.all(
      Array.from({ length: 300 }, (_, call) => rates[call % rates.length]?.nextTurn(() => 1_000)),
    );
    const sorted = turns.map(Number).toSorted((a, b) => a - b);
    expect(new Set(sorted).size).toBe(300);
    expect(sorted.every((turn, index) => index === 0 || turn - (sorted[index - 1] ?? 0) >= 50)).toBe(true);
    expect(sorted.at(-1)).toBeLessThan(1_000 + 15_000 + rates.length * 250);
    // Five turns each; a write that was refused is made again.
    expect(writes).toBeLessThan(180);
  });

  test("who dies loses no more turns than were reserved at once, and another name has turns of its own", async () => {
    const turnsOf = (name: string) => new CallRate(600, sharedTurns(name, documentStore));
    expect(await turnsOf("lab").nextTurn(() => 5_000)).toBe(5_000);
    expect(await turnsOf("lab").nextTurn(() => 5_001)).toBe(5_200);
    expect(await turnsOf("other").nextTurn(() => 5_001)).toBe(5_001);
  });

  test("a moment that a wrong clock has written makes no call wait", async () => {
    const turns = sharedTurns("lab", documentStore);
    await turns(1, 100, 365 * 86_400_000);
    expect(await turns(1, 100, 5_000)).toBe(5_000);
  });
}
