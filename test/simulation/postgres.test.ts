import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findPostgres, type PostgresServer, startPostgres } from "../contract/postgres-server.ts";
import { generateInPostgres } from "./databases.ts";
import { cuts } from "./encounters.ts";
import { runScenario } from "./run-scenario.ts";
import { report, simulate } from "./simulate.ts";
import { playOver } from "./world/kept-in-postgres.ts";

const programs = findPostgres();
/** How many scenarios are played. */
const runs = Number(process.env["PLUMB_SIMULATION_POSTGRES"] ?? 20);
const first = Number(process.env["PLUMB_SIMULATION_SEED"] ?? 1);

describe.skipIf(programs === undefined)("the engine over PostgreSQL, to which connections are cut", () => {
  let server: PostgresServer;
  let leave: () => Promise<void>;
  beforeAll(async () => {
    server = await startPostgres(programs ?? "");
    leave = await playOver(server);
  }, 180_000);
  afterAll(async () => {
    await leave();
    await server.stop();
  });

  test(`keeps its promises in ${runs} runs from seed ${first} on`, { timeout: 7_200_000 }, async () => {
    const begun = performance.now();
    const { failures, met } = await simulate({ source: "postgres", from: first, count: runs, step: 1 });
    const told = [...met].filter(([encounter]) => cuts.some((cut) => cut === encounter)).map((each) => each.join(": "));
    const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
    process.stdout.write(`simulation: ${runs} runs postgres in ${seconds} s, ${told.join(", ")}\n`);
    expect(failures.map(report).join("\n\n")).toBe("");
    for (const cut of cuts) expect(met.get(cut), cut).toBeGreaterThanOrEqual(Math.ceil(runs / 20));
  });

  test("replays a seed byte for byte", async () => {
    const [one, other] = [
      await runScenario(generateInPostgres(15), true),
      await runScenario(generateInPostgres(15), true),
    ];
    expect(other.lines).toEqual(one.lines);
    expect(other.digest).toBe(one.digest);
    expect(one.lines.length).toBeGreaterThan(20);
  });
});
