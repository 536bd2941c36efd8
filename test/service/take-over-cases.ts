import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { exchangeOver } from "../../packages/base/exchange/exchange-over.fixture.ts";
import { googleLocal } from "../../packages/local-cloud/google/google-local.ts";
import { LocalCloud } from "../../packages/local-cloud/runtime/local-cloud.ts";
import { LocalStorage } from "../../packages/local-cloud/runtime/local-storage.ts";
import { serveCloud } from "../../packages/local-cloud/runtime/serve-cloud.ts";
import { systemClock, systemIds } from "../../src/composition/machine/system.ts";
import { localOwner } from "../../src/service/access/local-owner.ts";
import { RunDispatcher } from "../../src/service/background/run-dispatcher.ts";
import { attachments } from "../../src/service/use-cases/deployment.fixture.ts";
import { planStack } from "../../src/service/use-cases/plans/make-plans.ts";
import { tier } from "../crash/tier.ts";
import { type Meeting, type Process, processAt } from "./service-parts.ts";

const objects = 48;
/** How long the cloud takes over a write: the run lasts long enough to be killed anywhere. */
const writeMs = 80;
/** What is promised: so long after the kill the run is over. */
const promisedMs = 15_000;

const names = Array.from({ length: objects }, (_, index) => `n${index}`);
const declaration = attachments(Object.fromEntries(names.map((name) => [name, "one"])));

interface Served {
  readonly child: ChildProcess;
  readonly ended: Promise<string | null>;
}

/**
 * One of two processes that serve one store is killed in the middle of a run, seen by the other or not. Judged by what
 * the cloud, which is in neither, has noted. `addressOf` gives the database that they share, null for one in a folder.
 */
export function takeOverCases(addressOf: () => string | null): void {
  let storage: LocalStorage;
  let cloud: LocalCloud;
  let folder: string;
  let meeting: Meeting;
  let onlooker: Process;
  let served: Served[] = [];
  /** So many writes the cloud carries out before it waits. */
  let letThrough = 0;
  let opened = Promise.withResolvers<void>();
  const ending = new AbortController();

  beforeAll(async () => {
    storage = new LocalStorage(":memory:");
    cloud = new LocalCloud({
      storage,
      vendors: [googleLocal],
      clock: systemClock,
      ids: systemIds,
      mode: "documented",
      operationMs: 0,
    });
    const slow = async (request: Request) => {
      if (request.method !== "GET") {
        await sleep(writeMs);
        if (letThrough === 0) await opened.promise;
        else letThrough -= 1;
      }
      return cloud.fetch(request);
    };
    const { url } = await serveCloud(exchangeOver(slow), 0, ending.signal);
    folder = mkdtempSync(join(tmpdir(), "plumb-service-"));
    meeting = { folder, database: addressOf(), cloudUrl: url };
    onlooker = processAt(meeting, "onlooker.example");
  });
  afterEach(async () => {
    for (const { child } of served) child.kill("SIGKILL");
    await Promise.all(served.map(({ ended }) => ended));
    served = [];
  });
  afterAll(async () => {
    await onlooker.close();
    ending.abort();
    storage.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function serving(host: string): Promise<Served> {
    const program = fileURLToPath(new URL("service-process.ts", import.meta.url));
    const child = spawn(process.execPath, [program, JSON.stringify(meeting), host], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const ended = new Promise<string | null>((resolve) => child.once("close", (_, signal) => resolve(signal)));
    const one = { child, ended };
    served.push(one);
    const began = new Promise<"serving">((resolve) => child.stdout?.once("data", () => resolve("serving")));
    expect(await Promise.race([began, ended])).toBe("serving");
    return one;
  }

  async function writes(): Promise<readonly string[]> {
    const answer = await cloud.fetch(
      new Request("http://cloud.test/_local/log", { headers: { authorization: "Bearer local:judge@local.example" } }),
    );
    const { writes } = (await answer.json()) as { writes: readonly { action: string; object: string }[] };
    return writes.map(({ action, object }) => `${action} ${object.split("/").at(-1)}`);
  }

  /** Which process carries a run out. */
  async function holderOf(stack: string, run: string): Promise<unknown> {
    const found = await onlooker.deployment.documentStore.get("runs", `${stack}/${run}`);
    const { holder } = (found?.document ?? {}) as { holder?: { pid?: number } | null };
    return holder?.pid;
  }

  /** Lets so many writes through and no more; gives the way to let the others through. */
  function hold(count: number): () => void {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    opened = { promise, resolve, reject };
    letThrough = count;
    return () => {
      letThrough = Number.POSITIVE_INFINITY;
      resolve();
    };
  }

  async function until(holds: () => Promise<boolean>): Promise<void> {
    while (!(await holds())) await sleep(20);
  }

  describe.each([
    ["on the same host", "here.example", "here.example"],
    ["on another host", "here.example", "there.example"],
  ])("%s", (where, firstHost, secondHost) => {
    test.each(where === "on the same host" ? (tier === "long" ? [0, 1, 13, 20, 30, 47] : [1, 30]) : [20])(
      "one is killed after %i of the calls, and the other ends the run within 15 s",
      async (killAfter) => {
        const made = (await writes()).length;
        const stack = `s${made}`;
        const prefixed = attachments(Object.fromEntries(names.map((name) => [`${stack}${name}`, "one"])));
        const processes = [await serving(firstHost), await serving(secondHost)];
        const watching = new RunDispatcher({ deployment: onlooker.deployment, serves: true, maxConcurrentRuns: 0 });
        const letGo = hold(killAfter);
        const plan = { stack, kind: "apply", declaration: prefixed, refresh: true } as const;
        const { digest } = await planStack(plan, onlooker.deployment);
        const { run } = await watching.start({ stack, plan: digest, parallel: 4 }, localOwner.caller);
        await until(async () => (await watching.find(stack, run)).status === "running");
        await until(async () => (await writes()).length - made === killAfter);
        const holder = await holderOf(stack, run);
        const first = processes.find(({ child }) => child.pid === holder);
        first?.child.kill("SIGKILL");
        const killed = performance.now();
        // What was on its way is carried out all the same, and nobody hears of it.
        letGo();
        expect(await first?.ended).toBe("SIGKILL");
        expect((await watching.find(stack, run)).status).toBe("running");

        const events = await Array.fromAsync(watching.events(stack, run, 0, new AbortController().signal));
        expect(performance.now() - killed).toBeLessThan(promisedMs);
        expect(events.at(-1)?.event).toMatchObject({ event: "summary", status: "done", create: objects });
        expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
        const done = events.flatMap(({ event }) =>
          event.event === "step" && event.phase === "done" ? [event.name] : [],
        );
        expect(done.toSorted()).toEqual(names.map((name) => `${stack}${name}`).toSorted());
        const written = (await writes()).slice(made);
        expect(written.toSorted()).toEqual(names.map((name) => `create ${stack}${name}`).toSorted());
        const again = await planStack(plan, onlooker.deployment);
        expect(again.summary).toMatchObject({ same: objects, create: 0, update: 0, delete: 0 });
        expect(await holderOf(stack, run)).not.toBe(holder);
      },
      60_000,
    );
  });

  test("one drains in the middle of a run, and the other carries it on", async () => {
    const made = (await writes()).length;
    const stack = `s${made}`;
    const letGo = hold(10);
    const processes = [await serving("here.example"), await serving("there.example")];
    const watching = new RunDispatcher({ deployment: onlooker.deployment, serves: true, maxConcurrentRuns: 0 });
    const { digest } = await planStack({ stack, kind: "apply", declaration, refresh: true }, onlooker.deployment);
    const { run } = await watching.start({ stack, plan: digest, parallel: 4 }, localOwner.caller);
    await until(async () => (await writes()).length - made === 10);
    const holder = await holderOf(stack, run);
    const first = processes.find(({ child }) => child.pid === holder);
    const draining = new Promise((resolve) => first?.child.stdout?.once("data", resolve));
    first?.child.stdin?.end();
    await draining;
    letGo();
    expect(await first?.ended).toBe(null);
    expect((await writes()).length - made).toBeLessThan(objects);
    const events = await Array.fromAsync(watching.events(stack, run, 0, new AbortController().signal));
    expect(events.at(-1)?.event).toMatchObject({ event: "summary", status: "done", create: objects });
    expect((await writes()).slice(made).toSorted()).toEqual(names.map((name) => `create ${name}`).toSorted());
    expect(await holderOf(stack, run)).not.toBe(holder);
  }, 180_000);
}
