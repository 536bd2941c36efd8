import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newestVersion } from "../../src/stores/postgres/migrations/migrations.ts";
import { findPostgres } from "../contract/postgres-server.ts";
import { plumbProgram } from "../e2e/run-plumb.fixture.ts";
import { type Service, SharedServices } from "../e2e/shared-services.fixture.ts";

/** The other version: `PLUMB_OTHER_VERSION=.../dist/plumb.mjs`. Without it both are today's. */
const other = process.env["PLUMB_OTHER_VERSION"] ?? plumbProgram;
const objectsOfRun = 12;
const killAfter = 4;
const programs = findPostgres();

describe.skipIf(programs === undefined)("services of two versions over one database", { timeout: 180_000 }, () => {
  let shared: SharedServices;

  beforeAll(async () => {
    shared = await SharedServices.start(programs ?? "");
  }, 180_000);
  afterEach(() => shared.endServices());
  afterAll(() => shared.stop());

  /** Begins a run of as many creations through a service. */
  async function begin(service: Service, stack: string) {
    const path = `/v1/projects/shared/stacks/${stack}`;
    const objects = Array.from({ length: objectsOfRun }, (_, index) => `${stack}-${index}`);
    const made = await shared.call(service, "POST", `${path}/plans`, shared.planOf(objects));
    expect(made.status).toBe(201);
    const { digest } = (await made.json()) as { readonly digest: string };
    const started = await shared.call(service, "POST", `${path}/runs`, { plan: digest, parallel: 2 });
    expect(started.status).toBe(202);
    return { stack, objects, path, location: started.headers.get("location") ?? "" };
  }

  type Begun = Awaited<ReturnType<typeof begin>>;

  async function writesOf(stack: string): Promise<readonly string[]> {
    return (await shared.writes()).filter((write) => write.includes(` ${stack}-`));
  }

  async function untilWrites(stack: string, count: number): Promise<void> {
    while ((await writesOf(stack)).length < count) await sleep(10);
  }

  /** A service sees the run end: nothing is lost, nothing doubled, and no change is planned any more. */
  async function expectEnded({ stack, objects, path, location }: Begun, seenBy: Service): Promise<void> {
    const events = await shared.call(seenBy, "GET", `${location}/events?after=0`);
    expect(await events.text()).toContain('"status":"done"');
    expect((await writesOf(stack)).toSorted()).toEqual(objects.map((each) => `create ${each}`).toSorted());
    const again = await shared.call(seenBy, "POST", `${path}/plans`, shared.planOf(objects));
    expect(await again.json()).toMatchObject({ summary: { same: objects.length, create: 0, update: 0, delete: 0 } });
  }

  test.each([
    ["the other one", other, plumbProgram],
    ["today's", plumbProgram, other],
  ])("each sees the runs of the other, and ends them where %s is killed", async (_, killed, survivor) => {
    const turn = `t${(await shared.writes()).length}`;
    const [first, second] = [await shared.open(killed), await shared.open(survivor)];
    const [one, two] = [await begin(first, `${turn}a`), await begin(second, `${turn}b`)];
    await expectEnded(one, second);
    await expectEnded(two, first);
    const broken = await begin(first, `${turn}c`);
    await untilWrites(broken.stack, killAfter);
    first.process.kill();
    await first.process.ended;
    await expectEnded(broken, second);
  });

  test("an earlier one stops once a later one has changed the form, and the later one ends its run", async () => {
    const earlier = await shared.open(other);
    const broken = await begin(earlier, "upgraded");
    await untilWrites(broken.stack, killAfter);
    // What a later version does first; it has another number, and as yet the same tables.
    const sql = (text: string) => shared.server?.run("psql", "--quiet", "--command", text);
    sql(`INSERT INTO plumbline.migration (version) VALUES (${newestVersion + 1})`);
    const refused = await shared.call(earlier, "GET", broken.path);
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: "format-too-new" }]);
    expect((await writesOf(broken.stack)).length).toBeLessThan(objectsOfRun);
    earlier.process.kill();
    await earlier.process.ended;
    sql(`DELETE FROM plumbline.migration WHERE version = ${newestVersion + 1}`);
    await expectEnded(broken, await shared.open());
  });
});
