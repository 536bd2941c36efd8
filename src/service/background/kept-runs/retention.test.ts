import { beforeEach, expect, test } from "vitest";
import { attachments, plan, type TestDeployment, testDeployment } from "../../use-cases/deployment.fixture.ts";
import { succeeded } from "../../use-cases/direct/operation.fixture.ts";
import { createObject, deleteObject } from "../../use-cases/direct/write-objects.ts";
import type { OperationContext } from "../../use-cases/operations/show-operation.ts";
import { person } from "../background.fixture.ts";
import { RunDispatcher } from "../run-dispatcher.ts";
import { Retention } from "./retention.ts";

const dayMs = 24 * 3_600_000;
const type = "connectors:EndpointAttachment";
const provider = { kind: "google", project: "acme", region: "here" };
const serviceAttachment = "projects/p/regions/r/serviceAttachments/s";
const { signal } = new AbortController();
const patience = { waitMs: 10_000, signal };

let world: TestDeployment;
let runs: RunDispatcher;
let desk: OperationContext;
let retention: Retention;
beforeEach(() => {
  world = testDeployment();
  runs = new RunDispatcher({ deployment: world, serves: true });
  desk = { deployment: world, runs };
  const note = ({ kind }: { readonly kind: string }) => {
    throw new Error(kind);
  };
  retention = new Retention({ deployment: world, note, signal });
});

async function ended(): Promise<string> {
  const digest = await plan(world, attachments({ a: "one" }));
  const { run } = await runs.start({ stack: "dev", plan: digest, parallel: 1 }, person("ann"));
  for await (const _ of runs.events("dev", run, 0, signal));
  await runs.drain();
  return run;
}

const documents = async () => (await world.documentStore.list("runs", { limit: 100 })).map(({ key }) => key);
const events = (run: string) => world.documentStore.readLog(`run-events/dev/${run}`, 0, 100);

test("an ended run is kept for 90 days; then its stack's journal still tells of it", async () => {
  const run = await ended();
  world.advance(89 * dayMs);
  await retention.look();
  expect(await documents()).toEqual([`dev/${run}`]);
  expect(await events(run)).not.toEqual([]);
  world.advance(2 * dayMs);
  await retention.look();
  expect(await documents()).toEqual([]);
  expect(await events(run)).toEqual([]);
  expect(await runs.find("dev", run)).toMatchObject({ run, status: "done" });
});

test("events that were left when a process died between the run and them are swept by the next look", async () => {
  const run = await ended();
  world.advance(91 * dayMs);
  const died = new Error("the process died here");
  const documentStore = new Proxy(world.documentStore, {
    get: (of, name) => {
      if (name === "removeLog") return () => Promise.reject(died);
      const found = Reflect.get(of, name);
      return typeof found === "function" ? found.bind(of) : found;
    },
  });
  const dying = new Retention({ deployment: { ...world, documentStore }, note: () => {}, signal });
  await expect(dying.look()).rejects.toBe(died);
  expect(await documents()).toEqual([]);
  expect(await events(run)).not.toEqual([]);
  await retention.look();
  expect(await events(run)).toEqual([]);
});

test("events of a run that was taken up again stay, though its document was forgotten once", async () => {
  const run = await ended();
  const [kept] = await world.documentStore.list("runs", { limit: 1 });
  await world.documentStore.put("forgotten-runs", `dev/${run}`, {});
  expect(kept?.key).toBe(`dev/${run}`);
  await retention.look();
  expect(await events(run)).not.toEqual([]);
  expect(await world.documentStore.list("forgotten-runs", { limit: 10 })).toEqual([]);
});

test("a run that waits stays, however old it is", async () => {
  const { documentStore } = world;
  const run = await ended();
  await documentStore.put("open-runs", `dev/${run}`, {});
  world.advance(200 * dayMs);
  await retention.look();
  expect(await documents()).toEqual([`dev/${run}`]);
});

test("the stack of an object by itself goes a week after the object, and no sooner", async () => {
  const properties = { endpointAttachmentId: "a", serviceAttachment };
  const made = await createObject({ type, provider, properties, options: {} }, desk, patience);
  const id = succeeded(made).object?.id ?? "";
  world.advance(30 * dayMs);
  await retention.look();
  expect(await world.store.listStacks()).toHaveLength(1);
  await deleteObject({ type, id, provider, expected: { kind: "anything" } }, desk, patience);
  world.advance(6 * dayMs);
  await retention.look();
  expect(await world.store.listStacks()).toHaveLength(1);
  world.advance(2 * dayMs);
  await retention.look();
  expect(await world.store.listStacks()).toEqual([]);
  expect(await documents()).toEqual([]);
  const again = await createObject({ type, provider, properties, options: {} }, desk, patience);
  expect(again).toMatchObject({ done: true, result: { object: { id } } });
});
