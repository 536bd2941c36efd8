import { expect, test } from "vitest";
import { type Call, callOf, type StreamedEvent } from "../../../contract/call.ts";
import { type Topic, topicEvents } from "./topic-events.ts";

/** A run with so many events, which are all there. */
function topic(run: string, place: string | null): Topic {
  return {
    name: `run:p/s/${run}`,
    place,
    call: (from) => callOf("followRun", { path: { project: "p", stack: "s", run }, lastEventId: from }),
    told: ({ id }) => ({ kind: "over", topic: `${run}${id}` }),
  };
}

const context = {
  signal: new AbortController().signal,
  answered: async ({ lastEventId }: Call) => ({
    kind: "answered" as const,
    status: 200,
    headers: {},
    stream: {
      events: (async function* (): AsyncGenerator<StreamedEvent, void, void> {
        for (let number = Number(lastEventId ?? 0) + 1; number <= 5; number += 1) yield { id: `${number}`, data: {} };
      })(),
    },
  }),
};

test("a client that comes again after each event, behind the id of that, misses none of any topic", async () => {
  const seen: string[] = [];
  let places: readonly (string | null)[] = [null, null];
  for (let times = 0; times < 40; times += 1) {
    const topics = [topic("a", places[0] || null), topic("b", places[1] || null)];
    const told: StreamedEvent[] = [];
    for await (const event of topicEvents(topics, context)) {
      if (!(event.data as { readonly topic: string }).topic.startsWith("run:")) told.push(event);
      if (told.length === 1) break;
    }
    const [first] = told;
    if (first === undefined) break;
    seen.push((first.data as { readonly topic: string }).topic);
    places = (first.id ?? "").split(",");
  }
  expect(seen.sort()).toEqual(["a1", "a2", "a3", "a4", "a5", "b1", "b2", "b3", "b4", "b5"]);
});
