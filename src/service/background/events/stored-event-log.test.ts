import { beforeEach, expect, test } from "vitest";
import { Fault } from "../../../../packages/base/fault.ts";
import { MemoryDocumentStore } from "../../../../test/memory-store/memory-document-store.ts";
import type { RunEvent } from "../../../contract/documents/runs/run-events.ts";
import { ServiceWorld } from "../background.fixture.ts";
import { type EventPen, RunLost } from "./event-log.ts";
import { StoredEventLog } from "./stored-event-log.ts";

let world: ServiceWorld;
let documentStore: MemoryDocumentStore;
let log: StoredEventLog;
let appends: number[];
let losses: number;
let isFull: boolean;
beforeEach(() => {
  world = new ServiceWorld();
  documentStore = new MemoryDocumentStore();
  appends = [];
  losses = 0;
  isFull = false;
  const counted = new Proxy(documentStore, {
    get: (target, key) => {
      const member = Reflect.get(target, key) as unknown;
      if (key !== "appendLog") return typeof member === "function" ? member.bind(target) : member;
      return (...given: Parameters<MemoryDocumentStore["appendLog"]>) => {
        if (isFull) throw new Fault("store-failed", "the disk is full");
        appends.push(given[1].length);
        return target.appendLog(...given);
      };
    },
  });
  log = new StoredEventLog(() => counted, world.clock);
});

const open = (): Promise<EventPen> =>
  log.open("dev", "r1", () => {
    losses += 1;
  });

function event(number: number): RunEvent {
  return { event: "step", phase: "started", name: `n${number}`, type: "t", action: "create" };
}

test("events that come together are written together, in their order", async () => {
  const pen = await open();
  for (let number = 1; number <= 100; number += 1) pen.push(event(number));
  await world.pass(1);
  for (let number = 101; number <= 200; number += 1) pen.push(event(number));
  expect(pen.length).toBe(200);
  await world.pass(50);
  expect(appends).toEqual([100, 100]);
  pen.push(event(201));
  await pen.flush();
  const read = await log.read("dev", "r1", 0, 1_000);
  expect(read.map(({ id }) => id)).toEqual(Array.from({ length: 201 }, (_, index) => index + 1));
  expect(read.at(-1)).toEqual({ id: 201, event: event(201) });
  expect(await log.read("dev", "r1", 200, 10)).toEqual([{ id: 201, event: event(201) }]);
});

test("what was handed over before a flush is written without delay", async () => {
  const pen = await open();
  pen.push(event(1));
  await pen.flush();
  pen.push(event(2));
  await pen.flush();
  expect(await log.length("dev", "r1")).toBe(2);
});

test("whoever goes on with the numbers ends the pen of whoever had them", async () => {
  const [first, second] = [await open(), await open()];
  first.push(event(1));
  await first.flush();
  second.push(event(2));
  await expect(second.flush()).rejects.toThrow(RunLost);
  expect(losses).toBe(1);
  second.push(event(3));
  await expect(second.flush()).rejects.toThrow(RunLost);
  expect(await log.read("dev", "r1", 0, 10)).toEqual([{ id: 1, event: event(1) }]);
});

test("a medium that fails is told at the next flush", async () => {
  const pen = await open();
  isFull = true;
  pen.push(event(1));
  await expect(pen.flush()).rejects.toThrow("the disk is full");
  expect(losses).toBe(1);
});
