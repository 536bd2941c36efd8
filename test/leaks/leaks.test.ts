import { getEventListeners } from "node:events";
import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, test } from "vitest";
import { systemClock } from "../../src/composition/system.ts";
import { application } from "../../src/doors/http/application.ts";
import { type Listener, listen } from "../../src/doors/http/listen.ts";
import { attachments, testDeployment } from "../../src/service/deployment.fixture.ts";
import type { Deployment } from "../../src/service/deployment.ts";
import { RunDispatcher } from "../../src/service/dispatch/run-dispatcher.ts";
import { MemoryStore } from "../../src/stores/memory/memory-store.ts";
import { OpenedStreams } from "../api/opened-streams.ts";

// After many requests of every sort, streams that are broken off and HEADs among them, nothing is left of them: no feed, no
// watcher, no timer, no socket, no listener, and no heap to speak of.

/** `npm run test:leaks` makes 10 000. */
const count = Number(process.env["PLUMB_LEAK_REQUESTS"] ?? 600);
/** Before anything is measured, so that what is made once is there. */
const warmUp = 400;
/** What the heap may have grown by, in bytes: less than 1 KiB a request of the long run. */
const mostGrowth = 8 * 1024 * 1024;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

interface Served {
  readonly listener: Listener;
  readonly opened: OpenedStreams;
  readonly ending: AbortSignal;
  readonly dispatcher: RunDispatcher;
}

let served: Served | null = null;
afterEach(async () => {
  await served?.dispatcher.drain();
  await served?.listener.stop(0);
  served = null;
});

const kinds = {
  SQLite: (deployment: Deployment) => deployment,
  memory: (deployment: Deployment) => {
    const store = new MemoryStore(deployment.ids);
    return { ...deployment, store, register: store.register };
  },
} as const;

async function open(kind: keyof typeof kinds): Promise<Served> {
  const opened = new OpenedStreams();
  const deployment = opened.around(kinds[kind]({ ...testDeployment(), clock: systemClock }));
  const dispatcher = new RunDispatcher({ deployment, serves: true });
  const ending = new AbortController().signal;
  const fetch = application({ deployment, dispatcher, access: null, audit: null, localCloud: null, ending });
  const listener = await listen(fetch, { host: "127.0.0.1", port: 0, tls: null });
  return { listener, dispatcher, opened, ending };
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** When the client goes: before an answer, after its first bytes, or when all has come. */
  readonly leaves?: "at once" | "in the middle";
}

/** Sends over a connection of its own; gives the body, or what had come of it. */
function send({ method, path, body, headers = {}, leaves }: Sent, { listener }: Served): Promise<string> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const type = text === undefined ? {} : { "content-type": "application/json" };
  return new Promise((resolve) => {
    const asked = request(`${listener.url}${path}`, {
      method,
      agent: false,
      headers: { ...type, ...headers },
    });
    let came = "";
    asked.on("error", () => resolve(came));
    asked.on("close", () => resolve(came));
    asked.on("response", (answer) => {
      answer.on("error", () => {});
      answer.setEncoding("utf8").on("data", (part: string) => {
        came += part;
        if (leaves === "in the middle") asked.destroy();
      });
      // A stream that has nothing to say yet is left all the same.
      if (leaves === "in the middle") setTimeout(() => asked.destroy(), 20).unref();
    });
    asked.end(text);
    if (leaves === "at once") setImmediate(() => asked.destroy());
  });
}

/** One request after the other, of all sorts in turn. */
function* requests(from: number, run: string): Generator<Sent> {
  const watch = "/v1/stacks/dev/resources?watch=true";
  const events = `/v1/stacks/dev/runs/${run}/events`;
  const stream = { accept: "text/event-stream" };
  for (let index = from; ; index += 1) {
    const plan = { kind: "apply", declaration: attachments({ a: "one" }) };
    yield* [
      { method: "GET", path: "/v1/stacks?limit=10" },
      { method: "HEAD", path: watch },
      { method: "HEAD", path: watch, headers: stream },
      { method: "HEAD", path: events },
      { method: "GET", path: watch, leaves: "in the middle" },
      { method: "GET", path: watch, headers: stream, leaves: "in the middle" },
      { method: "GET", path: watch, leaves: "at once" },
      { method: "GET", path: `/v1/stacks/none${index}/resources?watch=true`, leaves: "in the middle" },
      { method: "GET", path: events },
      { method: "GET", path: events, headers: stream, leaves: "in the middle" },
      { method: "GET", path: `${events}?after=1000`, leaves: "at once" },
      { method: "GET", path: `/v1/stacks/dev/resources/none${index}` },
      { method: "POST", path: "/v1/stacks/dev/plans", body: plan, headers: { "idempotency-key": `k${index}` } },
      { method: "POST", path: "/v1/stacks/dev/plans", body: plan, headers: { "idempotency-key": `k${index}` } },
      { method: "POST", path: "/v1/stacks/dev/plans", body: plan, leaves: "at once" },
      { method: "POST", path: "/v1/stacks/dev/plans", body: { kind: index } },
      { method: "POST", path: `/v1/stacks/dev/runs/${run}:cancel`, headers: { "idempotency-key": `c${index}` } },
      { method: "GET", path: `/no/such/path${index}` },
      { method: "DELETE", path: "/livez" },
      { method: "GET", path: "/v1/types?limit=5", headers: { accept: "image/png" } },
    ] as readonly Sent[];
  }
}

/** What is held open, counted. */
function held({ opened, ending }: Served): Readonly<Record<string, number>> {
  const resources = process.getActiveResourcesInfo();
  const of = (...names: readonly string[]) => resources.filter((each) => names.includes(each)).length;
  return {
    feeds: opened.open,
    timers: of("Timeout"),
    sockets: of("TCPSocketWrap", "TLSWrap"),
    servers: of("TCPServerWrap"),
    listeners: getEventListeners(ending, "abort").length + process.eventNames().length,
  };
}

/** What is held once it is as expected, or has not become so for long. */
async function atRest(to: Served, expected: ReturnType<typeof held>): Promise<ReturnType<typeof held>> {
  let now = held(to);
  for (let looks = 0; looks < 200 && !isDeepStrictEqual(now, expected); looks += 1) {
    await pause(50);
    now = held(to);
  }
  return now;
}

function heapInUse(): number {
  for (let times = 0; times < 4; times += 1) collect();
  return process.memoryUsage().heapUsed;
}

async function inTurn(all: Iterator<Sent>, number: number, to: Served): Promise<void> {
  const atOnce = 8;
  for (let sent = 0; sent < number; sent += atOnce)
    await Promise.all(Array.from({ length: atOnce }, () => send(all.next().value as Sent, to)));
}

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])("over %s", (kind) => {
  test("nothing is left of requests that are over", { timeout: 600_000 }, async () => {
    const to = await open(kind);
    served = to;
    const made = await send(
      {
        method: "POST",
        path: "/v1/stacks/dev/plans",
        body: { kind: "apply", newStack: true, declaration: attachments({ a: "one" }) },
      },
      to,
    );
    const { digest } = JSON.parse(made) as { readonly digest: string };
    const started = await send({ method: "POST", path: "/v1/stacks/dev/runs", body: { plan: digest } }, to);
    const { run } = JSON.parse(started) as { readonly run: string };
    expect(await send({ method: "GET", path: `/v1/stacks/dev/runs/${run}/events` }, to)).toContain('"status":"done"');
    const all = requests(0, run);
    await inTurn(all, warmUp, to);
    const before = await atRest(to, { ...held(to), feeds: 0, timers: 0, sockets: 0 });
    expect(before).toMatchObject({ feeds: 0, sockets: 0 });
    const heapBefore = heapInUse();
    await inTurn(all, count, to);
    expect(await atRest(to, before)).toEqual(before);
    const grown = heapInUse() - heapBefore;
    expect(grown, `the heap has grown by ${grown} bytes`).toBeLessThan(mostGrowth);
  });
});
