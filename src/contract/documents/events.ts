import { component, type Infer, is, large, object, ref, text, variants } from "../words.ts";
import { ProblemDocument } from "./problems.ts";
import { WatchEvent } from "./resources.ts";
import { RunEvent } from "./runs/run-events.ts";

const topic = text("As it was asked for, without its place.", { maxLength: 400 });

export const TopicEvent = component(
  "TopicEvent",
  variants("What happened in one of the topics.", [
    object({ kind: is("resource"), topic, event: ref(WatchEvent) }, "What happened to a resource of a stack."),
    object(
      { kind: is("run"), topic, number: large("Number of the event in its run."), event: ref(RunEvent) },
      "What a run did.",
    ),
    object(
      { kind: is("refused"), topic, problem: ref(ProblemDocument) },
      "The topic can't be followed, or not any more.",
    ),
    object({ kind: is("over"), topic }, "Nothing more will happen in the topic."),
  ]),
  { kind: "over", topic: "run:portal/dev/3f9a0001c2d34e5f8a9b0c1d2e3f4a5b" },
);
export type TopicEvent = Infer<typeof TopicEvent>;

export const eventsComponents = [TopicEvent] as const;
