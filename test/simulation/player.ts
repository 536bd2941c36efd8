import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { runScenario } from "./run-scenario.ts";
import { type Failure, prepare, type Share, type Source, scenariosFrom, simulate } from "./simulate.ts";

/** Runs seeds on all cores, each its share. */
export async function simulateInParallel(source: Source, from: number, count: number): Promise<readonly Failure[]> {
  const threads = availableParallelism();
  const shares = Array.from({ length: threads }, (_, index): Share => {
    return { source, from: from + index, count: count - index, step: threads };
  });
  return (await Promise.all(shares.map(inThread))).flat();
}

function inThread(share: Share): Promise<readonly Failure[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: share });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

/** `player.ts anywhere|near SEED [COUNT]`: shows what happens in the run of a seed, or which of many seeds break a promise. */
async function play([source = "anywhere", seed = "1", count = "1"]: readonly string[]): Promise<void> {
  await prepare();
  const scenarioOf = scenariosFrom(source === "near" ? source : "anywhere");
  const begun = process.cpuUsage();
  const bad: number[] = [];
  for (let each = Number(seed); each < Number(seed) + Number(count); each += 1) {
    const scenario = scenarioOf(each);
    const { violations, lines } = await runScenario(scenario, count === "1");
    if (count === "1") process.stdout.write(`${JSON.stringify(scenario, null, 1)}\n${lines.join("\n")}\n`);
    else for (const { rule, detail } of violations) process.stdout.write(`${each} ${rule}: ${detail.slice(0, 400)}\n`);
    if (violations.length > 0) bad.push(each);
  }
  const { user, system } = process.cpuUsage(begun);
  const rate = (Number(count) * 1e6) / (user + system);
  process.stdout.write(`${count} runs, ${bad.length} bad, ${rate.toFixed(0)} a CPU-second\n`);
}

if (!isMainThread && parentPort !== null && isShare(workerData)) {
  parentPort.postMessage(await simulate(workerData));
} else if (isMainThread && process.argv[1]?.endsWith("simulation/player.ts") === true) {
  await play(process.argv.slice(2));
}

function isShare(data: unknown): data is Share {
  return typeof data === "object" && data !== null && "step" in data;
}
