// How long it takes until a worker that was killed is followed: `npm run bench:take-over`. Real processes over a
// PostgreSQL of their own, each on a host of its own name, so that none sees whether another lives. First a worker is
// killed with SIGKILL in the middle of a run, again and again, at a moment that a seed draws; it is followed with the
// first write of another one. Then workers stand still (SIGSTOP), two of three at once, and are to keep their runs.
import { cpus, loadavg } from "node:os";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { findPostgres } from "../test/contract/postgres-server.ts";
import { plumbProgram, type Started, sources } from "../test/e2e/run-plumb.fixture.ts";
import { type Service, SharedServices } from "../test/e2e/shared-services.fixture.ts";
import { Random } from "../test/simulation/random.ts";
import { median } from "./series.ts";

const { values: options } = parseArgs({
  options: {
    kills: { type: "string", default: "20" },
    stalls: { type: "string", default: "10" },
    /** Milliseconds for which workers stand still. */
    still: { type: "string", default: "2500" },
    seed: { type: "string", default: "1" },
    driver: { type: "string", default: "own" },
  },
});
const say = (text: string) => process.stdout.write(`${text}\n`);
const isTemporal = options.driver === "temporal";
// Temporal's libraries are where its package is, which the bundle does not reach.
const program = isTemporal ? sources : plumbProgram;
const driver = ["--driver", options.driver];
const random = new Random(Number(options.seed), "take-over");
/** More than a write takes at the cloud: what the killed worker had sent is through by then. */
const sentMs = 250;
const objects = 120;

interface Temporal {
  readonly address: string;
  stop(): Promise<void>;
}

const programs = findPostgres();
if (programs === undefined) process.exit(1);
const temporal = isTemporal ? await startTemporal() : null;
const queue = temporal === null ? {} : { TEMPORAL_ADDRESS: temporal.address, PLUMB_TEMPORAL_QUEUE: "take-over" };
const shared = await SharedServices.start(programs, queue);
let service: Service;
try {
  service = await shared.open(program, ["--no-worker", ...driver]);
  await measureKills();
  await measureStalls();
} finally {
  await shared.endServices();
  await shared.stop();
  await temporal?.stop();
}

async function measureKills(): Promise<void> {
  const workers = [await openWorker(), await openWorker()];
  const took: number[] = [];
  for (let round = 1; round <= Number(options.kills); round += 1) {
    const run = await begun(`k${round}`);
    const holder = await Promise.race(workers.map(async (each) => each.says(run.id).then(() => each)));
    while ((await run.writes()).length === 0) await sleep(5);
    await sleep(random.between(0, 2_000));
    const killed = performance.now();
    holder.kill();
    await holder.ended;
    workers.splice(workers.indexOf(holder), 1);
    await sleep(sentMs);
    const before = (await run.writes()).length;
    while ((await run.writes()).length === before) await sleep(30);
    took.push((performance.now() - killed) / 1_000);
    if (!(await run.ended())) throw new Error(`run ${run.id} was not taken over`);
    workers.push(await openWorker());
  }
  say(`${options.driver}: ${took.length} kills, followed after ${spread(took)}; ${circumstances()}`);
  for (const each of workers) each.kill();
  await Promise.all(workers.map(({ ended }) => ended));
}

async function measureStalls(): Promise<void> {
  const workers = [await openWorker(), await openWorker(), await openWorker()];
  let runs = 0;
  let lost = 0;
  for (let round = 1; round <= Number(options.stalls); round += 1) {
    const open = await Promise.all(workers.map((_, index) => begun(`s${round}-${index}`)));
    for (const run of open) while ((await run.writes()).length === 0) await sleep(5);
    await sleep(random.between(0, 1_000));
    const awake = random.below(workers.length);
    const still = workers.filter((_, index) => index !== awake);
    for (const each of still) each.signal("SIGSTOP");
    await sleep(Number(options.still));
    for (const each of still) each.signal("SIGCONT");
    for (const run of open) if (await run.ended()) lost += 1;
    runs += open.length;
  }
  const what = `${lost} of ${runs} runs taken over, as two of three workers stood still for ${options.still} ms`;
  say(`${options.driver}: ${what}; ${circumstances()}`);
}

function openWorker(): Promise<Started> {
  const host = ["unshare", "--uts", "sh", "-c", `hostname worker-${random.below(1e6)} && exec "$@"`, "sh"];
  return shared.openWorker(program, driver, { within: host });
}

/** A run that makes objects of that prefix, in a stack of its own. */
async function begun(prefix: string) {
  const names = Array.from({ length: objects }, (_, index) => `${prefix}-${index}`);
  const stack = `/v1/projects/shared/stacks/${prefix}`;
  const made = await shared.call(service, "POST", `${stack}/plans`, shared.planOf(names));
  const { digest } = (await made.json()) as { readonly digest: string };
  const started = await shared.call(service, "POST", `${stack}/runs`, { plan: digest, parallel: 2 });
  const location = started.headers.get("location") ?? "";
  const writes = async () => (await shared.writes()).filter((write) => write.includes(` ${prefix}-`));
  return {
    id: location.split("/").at(-1) ?? "",
    writes,
    /** Waits for its end, which must be a good one with each write done once; gives whether it was taken over. */
    ended: async (): Promise<boolean> => {
      let events = "";
      // A service that is slow to tell whether its caller still may ends the answer.
      while (!events.includes('"event":"summary"'))
        events = await (await shared.call(service, "GET", `${location}/events?after=0`)).text();
      const [all, wanted] = [(await writes()).toSorted(), names.map((name) => `create ${name}`).toSorted()];
      if (all.join() !== wanted.join() || !events.includes('"status":"done"'))
        throw new Error(`${prefix}: ${all.length} writes\n${events}`);
      return events.includes('"event":"taken-over"');
    },
  };
}

function circumstances(): string {
  const load = loadavg()
    .map((each) => each.toFixed(1))
    .join(", ");
  return `seed ${options.seed}, ${cpus().length} cores, load ${load}; no write lost or doubled`;
}

function spread(seconds: readonly number[]): string {
  const sorted = seconds.toSorted((a, b) => a - b);
  const told = (value: number | undefined) => `${value?.toFixed(1)} s`;
  return `${told(median(sorted))} (median), ${told(sorted.at(0))} to ${told(sorted.at(-1))}`;
}

/** The server that PLUMB_TEMPORAL_BIN names. */
async function startTemporal(): Promise<Temporal> {
  // The compiler is not to follow it: this package has none of the other's libraries.
  const place = "../temporal/temporal-server.ts";
  const server: { readonly startTemporal: () => Promise<Temporal> } = await import(place);
  return server.startTemporal();
}
