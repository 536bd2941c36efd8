import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findPostgres } from "../test/contract/postgres-server.ts";
import { Random } from "../test/simulation/random.ts";
import { ManyMachines } from "./many-machines.fixture.ts";
import { kills, partitions, type Trouble } from "./troubles.ts";

/** How often each trouble strikes; the long tier has 40. */
const times = Number(process.env["PLUMB_TEMPORAL_MOMENTS"] ?? 1);
/** Draws when what strikes, and for how long. The processes themselves are of their own mind. */
const seed = Number(process.env["PLUMB_TEMPORAL_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

const atOnce = 20;
const objectsOfEach = 12;

/** What is done to the stacks, one after the other: a run each. */
const deeds = ["create", "update", "delete"] as const;
type Deed = (typeof deeds)[number];

const programs = findPostgres();

describe.skipIf(programs === undefined)(`20 runs at once over 2 services and 3 workers, seed ${seed}`, () => {
  let machines: ManyMachines;
  let fleets = 0;
  beforeAll(async () => {
    machines = await ManyMachines.start(programs ?? "");
  }, 600_000);
  afterAll(() => machines?.stop());

  test.each([
    ["each of them, Temporal and PostgreSQL are killed", kills],
    ["their ways are cut", partitions],
  ])(
    "%s: all runs end, and nothing is lost or doubled",
    async (what, troubles) => {
      const random = new Random(seed, what);
      const moments = shuffled(
        troubles.flatMap((trouble) => Array.from({ length: times }, () => trouble)),
        random,
      );
      const all = moments.length;
      for (let round = 0; moments.length > 0; round += 1) {
        const deed = deeds[round % deeds.length] ?? "create";
        if (deed === "create") fleets += 1;
        const stacks = Array.from({ length: atOnce }, (_, index) => `f${fleets}s${index}`);
        const before = (await machines.shared.writes()).length;
        let isOver = false;
        const runs = Promise.all(stacks.map((stack) => carriedOut(stack, deed))).finally(() => {
          isOver = true;
        });
        const striking = (async () => {
          while (!isOver && moments.length > 0) {
            const said = `${all - moments.length + 1} of ${all}: `;
            const trouble = moments.pop();
            if (trouble !== undefined) await befallen(trouble, said, random);
          }
        })();
        const [ended] = await Promise.all([runs, striking]);
        const written = (await machines.shared.writes()).slice(before);
        expect(written.toSorted()).toEqual(
          stacks
            .flatMap(objectsOf)
            .map((name) => `${deed} ${name}`)
            .toSorted(),
        );
        process.stdout.write(`${ended.length} runs have ended, ${written.length} writes, none lost, none doubled\n`);
      }
    },
    3_600_000,
  );

  async function befallen(trouble: Trouble, said: string, random: Random): Promise<void> {
    const [waitMs, lastsMs] = [random.below(4_000), random.below(trouble.mostMs)];
    await sleep(waitMs);
    const { how, end } = await trouble.strike(machines, random);
    process.stdout.write(`${said}${trouble.name} (${how}), for ${lastsMs} ms\n`);
    await sleep(lastsMs);
    await end();
  }

  /** Plans what is to be done to a stack and carries it out; gives when it has ended, and is as it was told to be. */
  async function carriedOut(stack: string, deed: Deed): Promise<string> {
    const at = `/v1/projects/shared/stacks/${stack}`;
    const applied = { ...machines.shared.planOf(objectsOf(stack), deed), newStack: deed === "create" };
    const plan = deed === "delete" ? { kind: "destroy", declaration: null } : applied;
    const planned = async () => JSON.parse(await machines.ask("POST", `${at}/plans`, plan));
    const { digest, summary } = await planned();
    expect(summary).toMatchObject({ [deed]: objectsOfEach });
    const { run } = JSON.parse(await machines.ask("POST", `${at}/runs`, { plan: digest, parallel: 2 }));
    for (;;) {
      const { status } = JSON.parse(await machines.ask("GET", `${at}/runs/${run}`));
      if (status === "done") break;
      expect(["queued", "running"], `${stack}: ${run}`).toContain(status);
      await sleep(1_000);
    }
    const told = await toldOf(`${at}/runs/${run}`);
    const done = told.filter(({ event, phase }) => event === "step" && phase === "done").map(({ name }) => name);
    // What was told, where it was not all of it.
    const said = told.map((event) => JSON.stringify(event)).join("\n");
    expect(done.toSorted(), said).toEqual(objectsOf(stack).toSorted());
    expect(told.filter(({ event }) => event === "summary")).toEqual([told.at(-1)]);
    expect(told.at(-1)).toMatchObject({ status: "done", [deed]: objectsOfEach });
    expect((await planned()).summary).toMatchObject({ create: 0, update: 0, delete: 0 });
    return run;
  }

  /** All events of a run that has ended. A service that can't look after its callers' rights ends their streams. */
  async function toldOf(run: string) {
    const told: { readonly event: string; readonly phase?: string; readonly name?: string }[] = [];
    while (told.at(-1)?.event !== "summary") {
      const lines = (await machines.ask("GET", `${run}/events?after=${told.length}`)).split("\n");
      told.push(...lines.filter((line) => line !== "").map((line) => JSON.parse(line)));
    }
    return told;
  }
});

function objectsOf(stack: string): readonly string[] {
  return Array.from({ length: objectsOfEach }, (_, index) => `${stack}o${index}`);
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => [random.next(), item] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, item]) => item);
}
