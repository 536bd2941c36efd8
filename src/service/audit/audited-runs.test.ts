import { expect, test } from "vitest";
import { Fault } from "../../../packages/base/fault.ts";
import { person, ServiceWorld } from "../background/background.fixture.ts";
import { attachments, plan } from "../use-cases/deployment.fixture.ts";
import { Audit } from "./audit.ts";
import { auditedRuns } from "./audited-runs.ts";

const two = attachments({ a: "one", b: "two" });

function auditOf(world: ServiceWorld): Audit {
  return new Audit({ documentStore: world.base.documentStore, clock: world.clock, key: null, place: null });
}

function unexpected(run: string): never {
  throw new Error(`the end of ${run} was not noted`);
}

test("a run is noted before its first step, under its caller's name, and its end after it", async () => {
  const world = new ServiceWorld();
  const audit = auditOf(world);
  const digest = await plan(world.deployment(1), two);
  const dispatcher = world.dispatcher(1, { witness: auditedRuns(audit, unexpected) });
  const { run } = await dispatcher.start({ stack: "dev", plan: digest, parallel: 1 }, person("ann"));
  expect((await world.eventsOf(dispatcher, run)).at(-1)?.event).toMatchObject({ status: "done" });
  expect(await audit.list(0, 10)).toMatchObject([
    {
      kind: "intent",
      principal: person("ann").principal,
      action: "run:carry",
      stack: "dev",
      subject: run,
      plan: digest,
    },
    { kind: "outcome", of: 1, result: "done", code: "run-done" },
  ]);
});

test("a run that can't be noted does nothing, and is taken up again when it can", async () => {
  const world = new ServiceWorld();
  const audit = auditOf(world);
  const digest = await plan(world.deployment(1), two);
  let failing = true;
  const record: Audit["record"] = (intent) =>
    failing ? Promise.reject(new Fault("store-failed", "the disk is full")) : audit.record(intent);
  const witness = auditedRuns({ record, conclude: (...given) => audit.conclude(...given) }, unexpected);
  const dispatcher = world.dispatcher(1, { witness });
  dispatcher.serve();
  const { run } = await dispatcher.start({ stack: "dev", plan: digest, parallel: 1 }, person("ann"));
  await world.until(() => world.happenings.some(({ kind }) => kind === "run-failed"));
  expect(await world.base.writes()).toEqual([]);
  failing = false;
  const events = world.eventsOf(dispatcher, run);
  await world.pass(60_000);
  expect((await events).at(-1)?.event).toMatchObject({ status: "done" });
  expect(await world.base.writes()).toEqual(["create a", "create b"]);
  await dispatcher.drain();
});

test("a run whose end can't be noted has ended all the same, and shows as open", async () => {
  const world = new ServiceWorld();
  const audit = auditOf(world);
  const digest = await plan(world.deployment(1), two);
  const lost: string[] = [];
  const conclude = () => Promise.reject(new Fault("store-failed", "the disk is full"));
  const witness = auditedRuns({ record: (intent) => audit.record(intent), conclude }, (run) => lost.push(run));
  const dispatcher = world.dispatcher(1, { witness });
  const { run } = await dispatcher.start({ stack: "dev", plan: digest, parallel: 1 }, person("ann"));
  expect((await world.eventsOf(dispatcher, run)).at(-1)?.event).toMatchObject({ status: "done" });
  expect(lost).toEqual([run]);
  expect(await audit.verify()).toMatchObject({ ok: true, open: [1] });
});
