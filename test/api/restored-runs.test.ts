import { afterEach, beforeEach, expect, test } from "vitest";
import { eventsLog } from "../../src/service/background/events/stored-event-log.ts";
import { ApiWorld } from "./api-world.ts";

// A restore may bring back a store that has fewer events of a run than a client has seen.

let world: ApiWorld;
let token: string;
beforeEach(async () => {
  world = await ApiWorld.served();
  token = (await world.access?.tokenWith("admin")) ?? "";
});
afterEach(() => world.witness.testify());

test("who goes on after an event that the store does not have is told so, and may begin anew", async () => {
  const { digest } = await world.plan("dev", undefined, { token });
  const run = await world.start("dev", digest, { token });
  const events = await world.follow("dev", run, { token });
  const path = `/v1/projects/test/stacks/dev/runs/${run}/events`;
  const after = (count: number) => world.call("GET", `${path}?after=${count}`, { token });
  expect(await after(events.length)).toMatchObject({ status: 200, text: "" });

  const { documentStore } = world.deployment;
  const log = eventsLog(`test/dev/${run}`);
  const [first] = await documentStore.readLog(log, 0, 1);
  await documentStore.removeLog(log);
  await documentStore.appendLog(log, first === undefined ? [] : [first.entry]);
  expect(await after(events.length)).toMatchObject({ status: 410, body: { code: "compacted" } });
  const headers = { "last-event-id": "2", accept: "text/event-stream" };
  expect((await world.call("GET", path, { token, headers })).status).toBe(410);
});
