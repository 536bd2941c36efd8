import { beforeEach, describe, expect, test } from "vitest";
import type { TopicEvent } from "../../src/contract/documents/events.ts";
import { attachments } from "../../src/service/use-cases/deployment.fixture.ts";
import { ApiWorld } from "./api-world.ts";

let world: ApiWorld;
let owner: string;
beforeEach(async () => {
  world = await ApiWorld.served();
  owner = (await world.access?.tokenWith("admin")) ?? "";
});

async function upOf(stack: string, names: Readonly<Record<string, string>>): Promise<string> {
  const { digest } = await world.plan(stack, attachments(names), { token: owner });
  const run = await world.start(stack, digest, { token: owner });
  await world.call("GET", `/v1/projects/test/stacks/${stack}/runs/${run}/events`, { token: owner });
  return run;
}

function events(text: string): readonly TopicEvent[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as TopicEvent);
}

async function follow(topics: string, headers = {}, token = owner): Promise<readonly TopicEvent[]> {
  const { status, text } = await world.call("GET", `/v1/events?topics=${topics}`, { token, headers });
  expect([status, text.startsWith("{")]).toEqual([200, true]);
  return events(text);
}

describe("several topics in one stream", () => {
  test("each run is told to its end, under its topic, with the numbers that its own stream has", async () => {
    const [one, two] = [await upOf("dev", { a: "one" }), await upOf("prod", { b: "one" })];
    const told = await follow(`run:test/dev/${one},run:test/prod/${two}`);
    for (const [stack, run] of [
      ["dev", one],
      ["prod", two],
    ] as const) {
      const own = await world.call("GET", `/v1/projects/test/stacks/${stack}/runs/${run}/events`, { token: owner });
      const mine = told.filter(({ topic }) => topic === `run:test/${stack}/${run}`);
      expect(mine.slice(0, -1).map((each) => (each.kind === "run" ? each.event : each))).toEqual(
        own.text
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line)),
      );
      expect(mine.at(-1)).toEqual({ kind: "over", topic: `run:test/${stack}/${run}` });
    }
  });

  test("goes on behind @, and after the last event that the client has", async () => {
    const run = await upOf("dev", { a: "one" });
    const topic = `run:test/dev/${run}`;
    const all = await follow(topic);
    const rest = await follow(`${topic}@2`);
    expect(rest).toEqual(all.slice(2));
    expect(await follow(topic, { "last-event-id": "2" })).toEqual(rest);
  });

  test("a topic that is refused ends no other", async () => {
    const run = await upOf("dev", { a: "one" });
    const told = await follow(`run:test/none/r1,run:test/dev/${run}`);
    expect(told.filter(({ topic }) => topic === "run:test/none/r1")).toMatchObject([
      { kind: "refused", problem: { status: 404 } },
    ]);
    expect(told.filter(({ kind }) => kind === "run").length).toBeGreaterThan(2);
  });

  test("each takes the right that its own stream takes", async () => {
    const run = await upOf("dev", { a: "one" });
    await upOf("other", { b: "one" });
    const stranger = (await world.access?.tokenWith("reader", "test/other")) ?? "";
    const told = await follow(`run:test/dev/${run},resources:test/dev`, {}, stranger);
    expect(told.map(({ kind }) => kind)).toEqual(["refused", "refused"]);
  });

  test("resources are watched from the version behind @", async () => {
    await upOf("dev", { a: "one" });
    const list = await world.call("GET", "/v1/projects/test/stacks/dev/resources", { token: owner });
    const { resourceVersion } = list.body as { readonly resourceVersion: string };
    const over = new AbortController();
    const answer = await world.open("GET", `/v1/events?topics=resources:test/dev@${resourceVersion}`, {
      token: owner,
      signal: over.signal,
    });
    await upOf("dev", { a: "one", b: "two" });
    let text = "";
    for await (const piece of answer.body ?? []) {
      text += new TextDecoder().decode(piece);
      if (text.includes("ADDED")) break;
    }
    over.abort();
    const added = events(text.slice(0, text.lastIndexOf("\n"))).find(
      (each) => each.kind === "resource" && each.event.type === "ADDED",
    );
    expect(added).toMatchObject({ topic: "resources:test/dev", event: { resource: { name: "b" } } });
  });

  test.each([
    ["topics=", 400],
    ["topics=stacks", 400],
    ["topics=run:test/dev", 400],
    ["topics=resources:dev", 400],
    [`topics=${Array.from({ length: 21 }, () => "resources:test/dev").join(",")}`, 400],
  ])("%s is refused", async (query, status) => {
    expect((await world.call("GET", `/v1/events?${query}`, { token: owner })).status).toBe(status);
  });
});
