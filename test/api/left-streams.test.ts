import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { allHandlers } from "../../src/service/handlers/all-handlers.ts";
import { testDeployment } from "../../src/service/use-cases/deployment.fixture.ts";
import { ApiWorld } from "./api-world.ts";
import { OpenedStreams } from "./opened-streams.ts";

// Who asks for the headers of a stream, or has gone before reading it, leaves nothing open.

const streams = allHandlers
  .filter(({ isStream }) => isStream === true)
  .map(({ operationId, path }) => ({ operationId, path }));

let world: ApiWorld;
let run: string;
let opened: OpenedStreams;
beforeEach(async () => {
  opened = new OpenedStreams();
  world = await ApiWorld.served({}, opened.around(testDeployment()));
  const events = await world.up("dev", { token: await owner() });
  run = events[0]?.event === "started" ? events[0].run : "";
  await settled();
});

const owner = () => world.access?.tokenWith("admin") ?? Promise.reject(new Error("there is no access control"));

/** Streams that are left end after the turns that they need. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await nextTurn();
}

const query = "?watch=true";
const address = (path: string) =>
  path === "/v1/events"
    ? `${path}?topics=run:test/dev/${run},resources:test/dev`
    : path.replace("{project}", "test").replace("{stack}", "dev").replace("{run}", run) +
      (path.endsWith("/resources") ? query : "");

test("there are streams to be asked for", () => {
  expect(streams.map(({ operationId }) => operationId).toSorted()).toEqual([
    "followRun",
    "listResources",
    "watchEvents",
  ]);
});

describe.each(streams)("$operationId", ({ path }) => {
  test.each(["application/x-ndjson", "text/event-stream"])("as %s: HEAD opens nothing", async (accept) => {
    const token = await owner();
    const before = opened.begun;
    for (let times = 0; times < 20; times += 1) {
      const { status, text, headers } = await world.call("HEAD", address(path), { token, headers: { accept } });
      expect([status, text, headers.get("content-type")]).toEqual([200, "", accept]);
    }
    await settled();
    expect([opened.begun - before, opened.open]).toEqual([0, 0]);
  });

  test("is closed when its client goes without reading", async () => {
    const token = await owner();
    for (let times = 0; times < 20; times += 1) {
      const gone = new AbortController();
      const response = await world.open("GET", address(path), { token, signal: gone.signal });
      expect(response.status).toBe(200);
      gone.abort();
    }
    await settled();
    expect(opened.open).toBe(0);
  });

  test("is closed when its client goes in the middle", async () => {
    const token = await owner();
    const gone = new AbortController();
    const response = await world.open("GET", address(path), { token, signal: gone.signal });
    const reader = response.body?.getReader();
    await reader?.read();
    gone.abort();
    await reader?.cancel().catch(() => {});
    await settled();
    expect(opened.open).toBe(0);
  });
});
