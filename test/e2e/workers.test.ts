import { readFileSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildBundle } from "./built-bundle.fixture.ts";
import { runPlumb } from "./run-plumb.fixture.ts";
import { SharedServices } from "./shared-services.fixture.ts";

let shared: SharedServices;
beforeAll(async () => {
  shared = await SharedServices.start(null);
});
afterAll(() => shared.stop());

test("a service that only answers leaves its runs to workers, and one of them ends what another was killed in", async () => {
  const objects = Array.from({ length: 12 }, (_, index) => `w${index}`);
  const service = await shared.open(undefined, ["--no-worker"]);
  const stack = "/v1/projects/shared/stacks/s";
  const made = await shared.call(service, "POST", `${stack}/plans`, shared.planOf(objects));
  const { digest } = (await made.json()) as { digest: string };
  const started = await shared.call(service, "POST", `${stack}/runs`, { plan: digest, parallel: 2 });
  const location = started.headers.get("location") ?? "";
  expect(await (await shared.call(service, "GET", location)).json()).toMatchObject({ status: "queued" });

  const first = await shared.openWorker();
  while ((await shared.writes()).length < 3) await sleep(10);
  first.kill();
  await first.ended;
  const second = await shared.openWorker();
  const events = await (await shared.call(service, "GET", `${location}/events?after=0`)).text();
  expect(events).toContain('"event":"taken-over"');
  expect(events).toContain('"status":"done"');
  expect((await shared.writes()).toSorted()).toEqual(objects.map((each) => `create ${each}`).toSorted());

  second.signal("SIGTERM");
  expect(await second.ended).toMatchObject({ exitCode: 0 });
  service.process.signal("SIGTERM");
  expect(await service.process.ended).toMatchObject({ exitCode: 0 });
}, 120_000);

test("libraries of Temporal that are not installed are asked for by name", async () => {
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly dependencies: object };
  const { folder, bundle } = buildBundle(Object.keys(dependencies));
  const { exitCode, stderr } = await runPlumb(["worker", "--driver", "temporal"], folder, bundle);
  rmSync(folder, { recursive: true, force: true });
  expect(exitCode).toBe(2);
  expect(stderr.replaceAll(/\s+/g, " ")).toMatch(/npm install @temporalio\/activity .*@temporalio\/worker/);
});
