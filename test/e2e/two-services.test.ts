import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findPostgres } from "../contract/postgres-server.ts";
import { SharedServices } from "./shared-services.fixture.ts";

const names = Array.from({ length: 40 }, (_, index) => `n${index}`);
/** What is promised: so long after the kill the run is over. */
const promisedMs = 15_000;

const programs = findPostgres();

/** Two real services on one store; one is killed as it carries a run out. The cloud's own log is the judge. */
describe.each([
  ["a file", true],
  ["PostgreSQL", programs !== undefined],
])("two services over %s", { timeout: 180_000 }, (store, isPossible) => {
  let shared: SharedServices;

  beforeAll(async () => {
    shared = await SharedServices.start(store === "PostgreSQL" && isPossible ? (programs ?? "") : null);
  }, 180_000);
  afterEach(() => shared.endServices());
  afterAll(() => shared.stop());

  test.skipIf(!isPossible).each([1, 20])("one is killed after %i writes; the other ends its run", async (killAfter) => {
    const before = (await shared.writes()).length;
    const stack = `s${before}`;
    const objects = names.map((name) => `${stack}${name}`);
    const [first, second] = [await shared.open(), await shared.open()];
    const plan = shared.planOf(objects);
    const made = await shared.call(first, "POST", `/v1/projects/shared/stacks/${stack}/plans`, plan);
    const { digest } = (await made.json()) as { digest: string };
    expect(made.status).toBe(201);
    const started = await shared.call(first, "POST", `/v1/projects/shared/stacks/${stack}/runs`, {
      plan: digest,
      parallel: 4,
    });
    expect(started.status).toBe(202);
    const location = started.headers.get("location") ?? "";
    while ((await shared.writes()).length - before < killAfter) await sleep(10);
    first.process.kill();
    const killed = performance.now();
    await first.process.ended;

    const events = await shared.call(second, "GET", `${location}/events?after=0`);
    const lines = (await events.text()).trimEnd().split("\n");
    expect(performance.now() - killed).toBeLessThan(promisedMs);
    expect(lines.join("\n")).toContain('"status":"done"');
    expect(await (await shared.call(second, "GET", location)).json()).toMatchObject({ status: "done" });
    expect((await shared.writes()).slice(before).toSorted()).toEqual(
      objects.map((each) => `create ${each}`).toSorted(),
    );
    const again = await (await shared.call(second, "POST", `/v1/projects/shared/stacks/${stack}/plans`, plan)).json();
    expect(again).toMatchObject({ summary: { same: objects.length, create: 0, update: 0, delete: 0 } });
  });

  // A file stays locked where it is a write that stands still.
  if (store !== "PostgreSQL") return;
  test.skipIf(!isPossible)("one that stands still is followed, and writes nothing when it wakes up", async () => {
    const before = (await shared.writes()).length;
    const objects = names.map((name) => `still${name}`);
    const [first, second] = [await shared.open(), await shared.open()];
    const stack = "/v1/projects/shared/stacks/still";
    const made = await shared.call(first, "POST", `${stack}/plans`, shared.planOf(objects));
    const { digest } = (await made.json()) as { digest: string };
    const started = await shared.call(first, "POST", `${stack}/runs`, { plan: digest, parallel: 4 });
    const location = started.headers.get("location") ?? "";
    while ((await shared.writes()).length - before < 5) await sleep(10);
    first.process.signal("SIGSTOP");
    const shown = async () => (await shared.call(second, "GET", location)).text();
    while (!(await shown()).includes('"status":"done"')) await sleep(100);
    const events = await (await shared.call(second, "GET", `${location}/events?after=0`)).text();
    expect(events).toContain('"event":"taken-over"');
    first.process.signal("SIGCONT");
    first.process.signal("SIGTERM");
    expect(await first.process.ended).toMatchObject({ exitCode: 0 });
    const wanted = objects.map((each) => `create ${each}`);
    expect((await shared.writes()).slice(before).toSorted()).toEqual(wanted.toSorted());
  });
});
