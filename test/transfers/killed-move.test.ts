import { describe, expect, test } from "vitest";
import type { Json } from "../../packages/base/json/json.ts";
import { partOf } from "../properties/part-of-cases.ts";
import {
  address,
  Life,
  type Lives,
  otherAddress,
  type Place,
  phaseAt,
  planned,
  standing,
  TwoStores,
} from "./two-stores.ts";

// A move whose process, or one of whose services, is killed at each moment between two of which something becomes
// durable or known. One end owns the stack then, and the same command ends the move (decision 0123).

interface Direction {
  readonly title: string;
  /** Commands that go before. */
  readonly before: readonly string[];
  readonly line: string;
  readonly off: string;
  readonly source: (world: TwoStores) => Place;
  readonly target: (world: TwoStores) => Place;
}

const out = `stack move dev --to ${address}`;
const directions: readonly Direction[] = [
  {
    title: "from one's own machine to a service",
    before: [],
    line: out,
    off: "stack move dev --cancel",
    source: ({ local }) => local,
    target: ({ service }) => service,
  },
  {
    title: "from a service back",
    before: [out],
    line: `stack move dev --server ${address} --to local`,
    off: `stack move dev --server ${address} --cancel`,
    source: ({ service }) => service,
    target: ({ local }) => local,
  },
  {
    title: "from a service to another",
    before: [out],
    line: `stack move dev --server ${address} --to ${otherAddress}`,
    off: `stack move dev --server ${address} --cancel`,
    source: ({ service }) => service,
    target: ({ other }) => other,
  },
];

const processes = ["mover", "service"] as const;

async function opened({ before }: Direction): Promise<TwoStores> {
  const world = await TwoStores.open();
  for (const line of before) expect(await world.plumb(line)).toMatchObject({ code: 0 });
  return world;
}

/** The moments of a process in a move that is not broken off. */
async function momentsOf(direction: Direction, which: (typeof processes)[number]): Promise<readonly string[]> {
  const life = new Life();
  const world = await opened(direction);
  expect(await world.plumb(direction.line, { [which]: life })).toMatchObject({ code: 0 });
  return life.moments;
}

/** Which of the two ends own the stack: one that has it, and has not given it away or is only about to get it. */
async function owners(source: Place, target: Place): Promise<readonly string[]> {
  const [from, to] = [await phaseAt(source), await phaseAt(target)];
  const hasMoved = from === "moved";
  return [...(hasMoved || from === "none" ? [] : ["source"]), ...(hasMoved || to === "here" ? ["target"] : [])];
}

/** How many of the ends plan the stack. */
async function planning(...places: readonly Place[]): Promise<number> {
  const plans = await Promise.allSettled(
    places.map(async (place) =>
      (await phaseAt(place)) === "none" ? Promise.reject(new Error("none")) : planned(place),
    ),
  );
  return plans.filter(({ status }) => status === "fulfilled").length;
}

async function ownedBy(place: Place, other: Place, before: Json, writes: number, world: TwoStores): Promise<void> {
  expect(await standing(place)).toEqual(before);
  const { steps, problems } = await planned(place);
  expect(steps.filter(({ action }) => action !== "same")).toEqual([]);
  expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(await planning(place, other)).toBe(1);
  expect(await world.local.base.writes()).toHaveLength(writes);
}

for (const direction of directions)
  for (const which of processes) {
    const moments = await momentsOf(direction, which);
    const numbered = moments.map((moment, index) => [index + 1, moment] as const);
    const points = partOf(numbered, Math.ceil(moments.length / 3));
    describe(`a move ${direction.title}, its ${which} killed at ${points.length} of ${moments.length} moments`, () => {
      test.each(points)("%i: %s", async (dieAt) => {
        const world = await opened(direction);
        const [source, target] = [direction.source(world), direction.target(world)];
        const [before, writes] = [await standing(source), (await world.local.base.writes()).length];
        const lives: Lives = { [which]: new Life(dieAt) };
        await world.plumb(direction.line, lives);
        expect(lives[which]?.isDead).toBe(true);
        const [owner, ...others] = await owners(source, target);
        expect([owner, others]).toEqual([expect.stringMatching(/source|target/), []]);
        expect(await planning(source, target)).toBeLessThanOrEqual(1);
        if (dieAt % 2 === 0 && owner === "source") {
          expect(await world.plumb(direction.off)).toMatchObject({ code: 0 });
          await ownedBy(source, target, before, writes, world);
          expect(await world.password(source)).toBe("hunter2");
        }
        expect(await world.plumb(direction.line)).toMatchObject({ code: 0 });
        await ownedBy(target, source, before, writes, world);
        expect(await world.password(target)).toBe("hunter2");
      });
    });
  }

describe.each(directions)("a move $title whose requests fail on their way", (direction) => {
  const ways: Readonly<Record<string, (send: () => Promise<unknown>) => Promise<void>>> = {
    "can't be sent": async () => {},
    "are carried out, and their answers are lost": async (send) => void (await send()),
  };
  test.each(Object.entries(ways))("that %s", async (_, way) => {
    const world = await opened(direction);
    const [source, target] = [direction.source(world), direction.target(world)];
    const [before, writes] = [await standing(source), (await world.local.base.writes()).length];
    // Each time one request more goes well, until all do.
    for (let good = 0; ; good += 1) {
      let sent = 0;
      const { code } = await world.plumb(direction.line, {}, (calls) => async (call, from) => {
        sent += 1;
        if (sent <= good) return calls(call, from);
        await way(() => calls(call, from));
        throw new Error("the connection was reset");
      });
      expect(await owners(source, target)).toHaveLength(1);
      expect(await planning(source, target)).toBeLessThanOrEqual(1);
      if (sent <= good) {
        expect(code).toBe(0);
        break;
      }
    }
    await ownedBy(target, source, before, writes, world);
    expect(await world.password(target)).toBe("hunter2");
  });
});
