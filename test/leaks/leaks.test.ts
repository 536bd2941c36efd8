import { afterEach, describe, expect, test } from "vitest";
import type { Fetch } from "../../packages/base/exchange/fetch.ts";
import type { Driver } from "../../src/engine/ports/driver.ts";
import { attachments } from "../../src/service/use-cases/deployment.fixture.ts";
import {
  atRest,
  type DriverOf,
  driversAtRest,
  heapInUse,
  held,
  inTurn,
  kinds,
  type Leaks,
  openServed,
  type Served,
  send,
} from "./leak-world.fixture.ts";
import { requests, type Standing } from "./varied-requests.fixture.ts";

// After many requests of every sort, streams that are broken off and HEADs among them, nothing is left of them: no
// feed, no watcher, no timer, no socket, no listener, no driver of a configuration that is used no more, and no heap to
// speak of.

/** `npm run test:leaks` makes 10 000. */
const count = Number(process.env["PLUMB_LEAK_REQUESTS"] ?? 600);
/** Over the other stores fewer are enough: what they share with SQLite is measured there. */
const countOf = (kind: (typeof kinds)[number]) => (kind === "SQLite" ? count : Math.min(count, 2_000));
/**
 * Before anything is measured, so that what is made once is there: V8 compiles 1.5 MB of code over the first 1 000
 * requests.
 */
const warmUp = 1_000;
/**
 * What the heap may have grown by, in bytes. What is compiled late and what a collection leaves or takes come to 1 MB
 * either way. Over the memory store answers are kept under their keys for a day, and cancels as events: 130 bytes a
 * request, as every sixth has a key. Nothing else grows with the number of requests; snapshots of the heap, 3 000
 * requests apart, have shown that.
 */
const mostGrowth = (requests: number) => 2 * 1024 * 1024 + 256 * requests;
/** Drivers that are kept though nothing uses them, and those of the run itself. */
const mostDrivers = 64 + 4;

let served: Served | null = null;
afterEach(async () => {
  await served?.close();
  served = null;
});

/** A run that is over, an operation, and their ids. */
async function begin(to: Served): Promise<Standing> {
  const declaration = attachments({ a: "one" });
  const planned = { kind: "apply", newStack: true, declaration };
  const { digest } = JSON.parse(
    await send({ method: "POST", path: "/v1/projects/test/stacks/dev/plans", body: planned }, to),
  );
  const started = await send({ method: "POST", path: "/v1/projects/test/stacks/dev/runs", body: { plan: digest } }, to);
  const { run } = JSON.parse(started) as { readonly run: string };
  expect(await send({ method: "GET", path: `/v1/projects/test/stacks/dev/runs/${run}/events` }, to)).toContain(
    '"status":"done"',
  );
  const object = { endpointAttachmentId: "two", serviceAttachment: "projects/p/regions/r/serviceAttachments/s" };
  const direct = { properties: object, provider: { kind: "google", project: "p", region: "r" } };
  const headers = { prefer: "respond-async", "idempotency-key": "two" };
  const path = "/v1/types/connectors:EndpointAttachment/objects";
  const { name } = JSON.parse(await send({ method: "POST", path, body: direct, headers }, to)) as {
    readonly name: string;
  };
  return { run, plan: digest as string, operation: name.replace("operations/", "") };
}

/**
 * What a heap has grown by over two halves, were both like the one in which it grew less: what leaks grows in each of
 * them, and what V8 compiles or leaves uncollected for a while in one.
 */
function lastingGrowth([first = 0, second = 0, third = 0]: readonly number[]): number {
  return 2 * Math.min(second - first, third - second);
}

/** Sends varied requests; gives what is held before and after them. */
async function measure(to: Served, number: number, looks = 200) {
  const all = requests(0, await begin(to));
  await inTurn(all, warmUp, to);
  const before = await atRest(to, { ...held(to), feeds: 0, timers: 0, sockets: 0 }, looks);
  const heaps = [heapInUse()];
  await inTurn(all, number / 2, to);
  heaps.push(heapInUse());
  await inTurn(all, number / 2, to);
  const after = await atRest(to, before, looks);
  heaps.push(heapInUse());
  return { before, after, grown: lastingGrowth(heaps), drivers: await driversAtRest(to, mostDrivers) };
}

describe.each(kinds)("over %s", (kind) => {
  test("nothing is left of requests that are over", { timeout: 600_000 }, async () => {
    served = await openServed(kind);
    const { before, after, grown, drivers } = await measure(served, countOf(kind));
    expect(before).toMatchObject({ feeds: 0, sockets: 0 });
    expect(after).toEqual(before);
    expect(drivers).toBeLessThanOrEqual(mostDrivers);
    expect(grown, `the heap has grown by ${grown} bytes`).toBeLessThan(mostGrowth(countOf(kind)));
  });
});

/** A HEAD that is answered like a GET, whose stream is never ended. */
function headsOpen(door: Fetch): Fetch {
  return async (request) => {
    if (request.method !== "HEAD" || !request.url.includes("watch=true")) return door(request);
    const stream = await door(new Request(request.url, { headers: request.headers }));
    const reader = stream.body?.getReader();
    await reader?.read();
    left.push(reader);
    return new Response(null, { status: stream.status, headers: stream.headers });
  };
}

/** One driver for each configuration that anybody names, for ever. */
function driversForEver(drivers: DriverOf): DriverOf {
  const kept = new Map<string, Driver>();
  return (provider, stack) => {
    const key = JSON.stringify([provider, stack]);
    const driver = kept.get(key) ?? drivers(provider, stack);
    kept.set(key, driver);
    return driver;
  };
}

const left: unknown[] = [];

describe("a leak that is put back is noticed", () => {
  test("a HEAD of a watch that leaves its feed open", { timeout: 120_000 }, async () => {
    const leaks: Leaks = { aroundDoor: headsOpen };
    served = await openServed("memory", leaks);
    const { before, after } = await measure(served, 400, 20);
    expect(before["feeds"]).not.toBe(0);
    expect(after["feeds"]).not.toBe(0);
    left.length = 0;
  });

  test("a driver that is kept for each configuration", { timeout: 120_000 }, async () => {
    const leaks: Leaks = { aroundDrivers: driversForEver };
    served = await openServed("memory", leaks);
    const { drivers } = await measure(served, 1_600, 20);
    expect(drivers).toBeGreaterThan(mostDrivers);
  });
});
