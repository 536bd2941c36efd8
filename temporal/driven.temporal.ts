import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { runPlumb, type Started, sources, startPlumb } from "../test/e2e/run-plumb.fixture.ts";
import { SharedServices } from "../test/e2e/shared-services.fixture.ts";
import { keepHistory } from "./kept-history.ts";
import { startTemporal, type TemporalServer } from "./temporal-server.ts";

const quickstart = fileURLToPath(new URL("../examples/quickstart/", import.meta.url));

let temporal: TemporalServer;
const folders: string[] = [];
const started: Started[] = [];
beforeAll(async () => {
  temporal = await startTemporal();
});
afterEach(async () => {
  for (const each of started.splice(0)) each.kill();
});
afterAll(async () => {
  await temporal.stop();
  for (const each of folders) rmSync(each, { recursive: true, force: true });
});

/** Applies the quickstart at a service under a driver; gives its state and the cloud's log, without ids and order. */
async function quickstartUnder(driver: string) {
  const folder = mkdtempSync(join(tmpdir(), "plumb-driven-"));
  folders.push(folder);
  cpSync(quickstart, folder, { recursive: true });
  const environment = { TEMPORAL_ADDRESS: temporal.address, PLUMB_TEMPORAL_QUEUE: `quickstart-${driver}` };
  const plumb = async (...argv: string[]) => {
    const run = await runPlumb(argv, folder, sources);
    expect(run, run.stderr).toMatchObject({ exitCode: 0 });
    return run.stdout;
  };
  await plumb("cloud", "seed", "cloud-seed.json");
  const argv = ["serve", "--port", "0", "--json", "--driver", driver];
  const service = startPlumb(argv, folder, environment, sources);
  started.push(service);
  await service.says('"serving"');
  await service.says('"firstAdmin"');
  const url = /"url": ?"([^"]+)"/.exec(service.output())?.[1] ?? "";
  const PLUMB_TOKEN = readFileSync(join(folder, ".plumb", "admin.token"), "utf8").trim();
  const up = startPlumb(["up", "--yes", "--json", "--server", url], folder, { PLUMB_TOKEN }, sources);
  const { stdout, exitCode } = await up.ended;
  expect(exitCode, stdout).toBe(0);
  service.signal("SIGTERM");
  expect(await service.ended).toMatchObject({ exitCode: 0 });
  const { run } = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as { readonly run: string };
  const listed = JSON.parse(await plumb("state", "list", "--json")) as readonly unknown[];
  const log = JSON.parse(await plumb("cloud", "log", "--json")) as { readonly writes: readonly unknown[] };
  const outputs = JSON.parse(await plumb("outputs", "--json")) as unknown;
  const plan = JSON.parse(await plumb("plan", "--json")) as { readonly summary: unknown };
  return {
    run,
    told: { listed: alike(listed), writes: alike(log.writes), outputs: alike([outputs]), plan: plan.summary },
  };
}

/** Texts without what is drawn anew each time, in a fixed order. */
function alike(each: readonly unknown[]): readonly string[] {
  const drawn =
    /[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z|\b[0-9a-f]{16,}\b|\d{12,}|collector-[a-z0-9]{7}\b|"at":\s*\d+/g;
  return each.map((one) => JSON.stringify(one).replaceAll(drawn, "drawn")).toSorted();
}

test("the quickstart comes to the same state and the same calls under both drivers", async () => {
  const own = await quickstartUnder("own");
  const driven = await quickstartUnder("temporal");
  expect(driven.told).toEqual(own.told);
  expect(driven.told.writes.length).toBeGreaterThan(5);
  keepHistory("plain", `plumb/portal/dev/${driven.run}`, temporal.address);
});

describe("a worker that is killed in the middle of 300 resources", () => {
  let shared: SharedServices;
  afterAll(async () => {
    await shared?.endServices();
    await shared?.stop();
  });

  test("is followed by the other one, which ends the run: nothing is lost or doubled", async () => {
    shared = await SharedServices.start(null, {
      TEMPORAL_ADDRESS: temporal.address,
      PLUMB_TEMPORAL_QUEUE: "killed",
    });
    const driver = ["--driver", "temporal"];
    const service = await shared.open(sources, ["--no-worker", ...driver]);
    const workers = [await shared.openWorker(sources, driver), await shared.openWorker(sources, driver)];
    const objects = Array.from({ length: 300 }, (_, index) => `k${index}`);
    const stack = "/v1/projects/shared/stacks/killed";
    const plan = shared.planOf(objects);
    const made = await shared.call(service, "POST", `${stack}/plans`, plan);
    const { digest } = (await made.json()) as { readonly digest: string };
    const begun = await shared.call(service, "POST", `${stack}/runs`, { plan: digest, parallel: 4 });
    const location = begun.headers.get("location") ?? "";
    const first = await Promise.race(workers.map(async (worker) => worker.says('"run-begun"').then(() => worker)));
    while ((await shared.writes()).length < 40) await sleep(10);
    first.kill();
    const killed = performance.now();
    await first.ended;
    const before = (await shared.writes()).length;
    expect(before).toBeLessThan(300);
    while ((await shared.writes()).length === before) await sleep(20);
    process.stdout.write(`killed after ${before} writes; followed in ${Math.round(performance.now() - killed)} ms\n`);

    const events = await (await shared.call(service, "GET", `${location}/events?after=0`)).text();
    expect(events).toContain('"event":"taken-over"');
    expect(events).toContain('"status":"done"');
    expect((await shared.writes()).toSorted()).toEqual(objects.map((each) => `create ${each}`).toSorted());
    const again = await (await shared.call(service, "POST", `${stack}/plans`, plan)).json();
    expect(again).toMatchObject({ summary: { same: 300, create: 0, update: 0, delete: 0 } });
    keepHistory("taken-over", `plumb/shared/killed/${location.split("/").at(-1)}`, temporal.address);
  });
});
