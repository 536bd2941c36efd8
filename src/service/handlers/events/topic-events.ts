import { mergedStreams } from "../../../../packages/base/exchange/merged-streams.ts";
import type { Call, StreamedEvent } from "../../../contract/call.ts";
import type { TopicEvent } from "../../../contract/documents/events.ts";
import type { CallContext } from "../../requests/call-context.ts";

/** One of the things that are followed, and how: by a call of its own. */
export interface Topic {
  readonly name: string;
  /** The call that follows it from a place on; null: from its beginning. */
  readonly call: (place: string | null) => Call;
  readonly told: (event: StreamedEvent) => TopicEvent;
  /** Where it begins. */
  readonly place: string | null;
}

/** What happened in a topic, and the place behind it. */
interface PlacedEvent {
  readonly index: number;
  readonly place: string | null;
  readonly event: TopicEvent;
}

/**
 * The events of all topics. The id of each tells the place of every topic, in the order in which they were asked for:
 * behind what was told of it so far, so that whoever goes on from there misses nothing.
 */
export async function* topicEvents(
  topics: readonly Topic[],
  context: Pick<CallContext, "answered" | "signal">,
): AsyncGenerator<StreamedEvent, void, void> {
  const places = topics.map(({ place }) => place);
  for await (const { index, place, event } of mergedStreams(topics.map((each, at) => followed(each, at, context)))) {
    places[index] = place;
    yield { id: places.map((each) => each ?? "").join(","), data: event };
  }
}

async function* followed(
  topic: Topic,
  index: number,
  context: Pick<CallContext, "answered" | "signal">,
): AsyncGenerator<PlacedEvent, void, void> {
  const { name } = topic;
  let { place } = topic;
  const answer = await context.answered(topic.call(place));
  if (answer.kind === "refused") {
    yield { index, place, event: { kind: "refused", topic: name, problem: answer.problem } };
    return;
  }
  for await (const event of answer.stream?.events ?? []) {
    place = event.id ?? place;
    yield { index, place, event: topic.told(event) };
  }
  if (!context.signal.aborted) yield { index, place, event: { kind: "over", topic: name } };
}
