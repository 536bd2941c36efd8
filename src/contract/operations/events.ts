import { TopicEvent } from "../documents/events.ts";
import { jsonLines, serverSentEvents } from "../media.ts";
import { operations } from "../operation.ts";

export const eventOperations = operations({
  watchEvents: {
    method: "GET",
    path: "/v1/events",
    tag: "Service",
    summary: "Follow several topics in one stream",
    description:
      "For clients that may hold few connections. A topic is `resources:PROJECT/STACK` or " +
      "`run:PROJECT/STACK/RUN`; each is followed under the rights that it takes by itself, " +
      "and one that is refused ends no other. Behind `@` stands from where it goes on: " +
      "a `resourceVersion`, or the number of the last event. " +
      "As server-sent events, `Last-Event-ID` goes on with all of them.",
    action: "authenticated",
    isStream: true,
    query: {
      topics: {
        description: "The topics, with commas between them; 20 at most. Without any the stream ends at once.",
        schema: { type: "string", minLength: 1, maxLength: 8192, pattern: "^[\\x21-\\x7e]+$" },
        example: "run:portal/dev/3f9a0001c2d34e5f8a9b0c1d2e3f4a5b@12",
      },
    },
    responses: {
      200: { description: "The events.", schema: TopicEvent, media: [jsonLines, serverSentEvents] },
    },
  },
});
