import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { generate } from "./generate.ts";
import { runScenario } from "./run-scenario.ts";
import { type Failure, prepare, simulate } from "./simulate.ts";

interface Share {
  readonly from: number;
  readonly count: number;
  readonly step: number;
}

/** Runs seeds on all cores, each its share. */
export async function simulateInParallel(from: number, count: number): Promise<readonly Failure[]> {
  const threads = availableParallelism();
  const shares = Array.from({ length: threads }, (_, index): Share => {
    return { from: from + index, count: count - index, step: threads };
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

/** `node player.ts SEED [COUNT]`: shows what happens in the run of a seed, or which of many seeds break a promise. */
async function play([seed = "1", count = "1"]: readonly string[]): Promise<void> {
  await prepare();
  const begun = process.cpuUsage();
  const bad: number[] = [];
  for (let each = Number(seed); each < Number(seed) + Number(count); each += 1) {
    const { violations, lines } = await runScenario(generate(each), count === "1");
    if (count === "1") process.stdout.write(`${JSON.stringify(generate(each), null, 1)}\n${lines.join("\n")}\n`);
    else for (const { rule, detail } of violations) process.stdout.write(`${each} ${rule}: ${detail.slice(0, 400)}\n`);
    if (violations.length > 0) bad.push(each);
  }
  const { user, system } = process.cpuUsage(begun);
  const rate = (Number(count) * 1e6) / (user + system);
  process.stdout.write(`${count} runs, ${bad.length} bad, ${rate.toFixed(0)} a CPU-second\n`);
}

if (!isMainThread && parentPort !== null && isShare(workerData)) {
  const { from, count, step } = workerData;
  parentPort.postMessage(await simulate(from, count, step));
} else if (isMainThread && process.argv[1]?.endsWith("simulation/player.ts") === true) {
  await play(process.argv.slice(2));
}

function isShare(data: unknown): data is Share {
  return typeof data === "object" && data !== null && "step" in data;
}
