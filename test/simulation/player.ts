import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { EncounterCount } from "./encounters.ts";
import { runScenario } from "./run-scenario.ts";
import { type Played, prepare, type Share, type Source, scenariosFrom, simulate, sources } from "./simulate.ts";
import { playOver } from "./world/kept-in-postgres.ts";

/**
 * One for each core. They go on from one range of seeds to the next: what they have loaded and compiled is a second's
 * work.
 */
const players: Worker[] = [];

/** Runs seeds on all cores, each its share. */
export async function simulateInParallel(source: Source, from: number, count: number): Promise<Played> {
  const threads = availableParallelism();
  while (players.length < threads) players.push(new Worker(new URL(import.meta.url), { workerData: "a player" }));
  const played = players.map((player, index) =>
    playIn(player, { source, from: from + index, count: count - index, step: threads }),
  );
  const all = await Promise.all(played);
  const met = new EncounterCount();
  for (const each of all) met.add(each.met);
  return { failures: all.flatMap(({ failures }) => failures), met: met.all };
}

function playIn(player: Worker, share: Share): Promise<Played> {
  const { promise, resolve, reject } = Promise.withResolvers<Played>();
  const fail = (cause: unknown) => {
    players.splice(players.indexOf(player), 1);
    reject(cause);
  };
  player.ref();
  player.once("message", resolve);
  player.once("error", fail);
  player.postMessage(share);
  return promise.finally(() => {
    player.off("message", resolve);
    player.off("error", fail);
    player.unref();
  });
}

/**
 * `player.ts anywhere|wide|near|file|postgres|stacks|workers SEED [COUNT]`: shows what happens in the run of a seed, or
 * which of many seeds break a promise.
 */
async function play([word = "anywhere", seed = "1", count = "1"]: readonly string[]): Promise<void> {
  await prepare();
  const source = sources.find((each) => each === word) ?? "anywhere";
  const stop = source === "postgres" ? await playOverOwnServer() : null;
  const scenarioOf = scenariosFrom(source);
  const begun = process.cpuUsage();
  const bad: number[] = [];
  const met = new EncounterCount();
  for (let each = Number(seed); each < Number(seed) + Number(count); each += 1) {
    const scenario = scenarioOf(each);
    const { violations, lines, met: now } = await runScenario(scenario, count === "1");
    if (count === "1") process.stdout.write(`${JSON.stringify(scenario, null, 1)}\n${lines.join("\n")}\n`);
    else for (const { rule, detail } of violations) process.stdout.write(`${each} ${rule}: ${detail.slice(0, 400)}\n`);
    if (violations.length > 0) bad.push(each);
    met.add(now);
  }
  const { user, system } = process.cpuUsage(begun);
  const rate = (Number(count) * 1e6) / (user + system);
  process.stdout.write(`${count} runs, ${bad.length} bad, ${rate.toFixed(0)} a CPU-second\n`);
  for (const [encounter, times] of met.all) process.stdout.write(`  ${encounter}: ${times}\n`);
  await stop?.();
}

/** Starts a server for scenarios over PostgreSQL. Gives what stops it. */
async function playOverOwnServer(): Promise<() => Promise<void>> {
  // Loaded by who plays over it alone: it belongs to the tests, and no player has those.
  const { findPostgres, startPostgres } = await import("../contract/postgres-server.ts");
  const server = await startPostgres(findPostgres() ?? "");
  const end = await playOver(server);
  return async () => {
    await end();
    await server.stop();
  };
}

if (parentPort !== null && workerData === "a player") {
  parentPort.on("message", async (share: Share) => parentPort?.postMessage(await simulate(share)));
} else if (isMainThread && process.argv[1]?.endsWith("simulation/player.ts") === true) {
  await play(process.argv.slice(2));
}
