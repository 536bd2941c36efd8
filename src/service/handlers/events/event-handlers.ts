import { problem } from "../../../../packages/base/problems/problem.ts";
import { callOf, unopened } from "../../../contract/call.ts";
import type { WatchEvent } from "../../../contract/documents/resources.ts";
import type { RunEvent } from "../../../contract/documents/runs/run-events.ts";
import { eventOperations } from "../../../contract/operations/events.ts";
import { stackPathOf } from "../../../contract/stack-name.ts";
import { CallRefusal } from "../../requests/call-refusal.ts";
import { handledBy } from "../../requests/handler.ts";
import { type Topic, topicEvents } from "./topic-events.ts";

const mostTopics = 20;

export const eventHandlers = handledBy(eventOperations, {
  watchEvents: {
    handle: async ({ query, lastEventId, wantsBody }, context) => {
      const asked = query["topics"];
      const topics = asked === undefined ? [] : topicsIn(String(asked), lastEventId);
      if (!wantsBody) return { status: 200, stream: unopened };
      return { status: 200, stream: { events: topicEvents(topics, context) } };
    },
  },
});

/** The topics that are asked for. A CallRefusal lists those that can't be any. */
function topicsIn(text: string, lastEventId: string | null): readonly Topic[] {
  const given = text.split(",");
  if (given.length > mostTopics) throw new CallRefusal("bad-request", `\`topics\` are ${mostTopics} at most`);
  const places = lastEventId?.split(",");
  if (places !== undefined && places.length !== given.length)
    throw new CallRefusal("bad-request", "`Last-Event-ID` is none that a stream of these topics has given");
  const topics = given.map((each, index) => {
    const [name = "", place] = each.split("@");
    return topicOf(name, (places?.[index] || place) ?? null) ?? name;
  });
  const unknown = topics.filter((each) => typeof each === "string");
  if (unknown.length > 0) {
    const problems = unknown.map((each) => problem("unknown-field", `\`${each}\` in \`topics\` is no topic: ${forms}`));
    throw new CallRefusal("bad-request", problems[0]?.detail ?? "", { problems });
  }
  return topics.filter((each) => typeof each !== "string");
}

const forms = "there are `resources:PROJECT/STACK` and `run:PROJECT/STACK/RUN`";

function topicOf(name: string, place: string | null): Topic | undefined {
  const [kind, stack, run] = /^(resources|run):([^/]+\/[^/]+)(?:\/([^/]+))?$/.exec(name)?.slice(1) ?? [];
  const path = stackPathOf(stack ?? "");
  if (path === undefined) return undefined;
  if (kind === "resources" && run === undefined) {
    return {
      name,
      place,
      call: (from) =>
        callOf("listResources", {
          path: { ...path },
          query: [["watch", true], ...(from === null ? [] : ([["resourceVersion", from]] as const))],
        }),
      told: ({ data }) => ({ kind: "resource", topic: name, event: data as WatchEvent }),
    };
  }
  if (kind !== "run" || run === undefined) return undefined;
  return {
    name,
    place,
    call: (from) => callOf("followRun", { path: { ...path, run }, lastEventId: from }),
    told: ({ id, data }) => ({ kind: "run", topic: name, number: Number(id), event: data as RunEvent }),
  };
}
