import { anyValue, count, document, flag, type Infer, list, moment, oneOf, perhaps, ref, text } from "../words.ts";
import { InFlightCall } from "./in-flight-calls.ts";
import { dropAllOf, exclude, id, name, stack, target, type } from "./members.ts";
import { Difference, RightsChange } from "./plans/differences.ts";

/** What drift means for people's access, the gravest first. */
export const driftRanks = [
  "rights-widened",
  "guard-removed",
  "approver-lost",
  "rights-changed",
  "enabled",
  "rights-lost",
  "disabled",
  "other",
] as const;

export const driftClasses = ["out-of-band", "output", "equivalent form", "gone", "lagging read", "unreadable"] as const;

const driftFields = {
  type,
  id,
  "superseded?": flag("It is the old object of a replacement, which waits for its deletion."),
  class: oneOf(
    "`out-of-band`: an input moved. `output`: a value that only the platform gives moved. `equivalent form`: " +
      "another spelling of the same value, which is no drift.",
    driftClasses,
  ),
  "rank?": perhaps(
    "What it means for people's access; of a lagging read what it would mean if another hand has done it. " +
      "`guard-removed`: " +
      "a condition, an approval or another requirement is gone or weaker. `rights-changed`: " +
      "the direction can't be told. `rights-lost`: what gave a right is gone.",
    driftRanks,
  ),
  path: text(
    "JSON pointer below the outputs; empty where the whole object is meant. " +
      "Items of unordered lists are named by their key.",
  ),
  "old?": anyValue("What is recorded."),
  "new?": anyValue("What is there."),
  "difference?": ref(Difference),
  "rights?": ref(RightsChange),
  "detail?": text("In words.", { maxLength: 65_536 }),
  "ignored?": flag("The declaration leaves the field alone (`ignoreChanges`): no plan puts it back."),
  "kept?": flag("Its record stays for now: a read so soon after our last write may lag behind."),
  "by?": text("Who changed it last, where the platform tells."),
  "at?": text("When, where the platform tells."),
};

export const DriftRow = document("DriftRow", "A difference between a record and the platform.", {
  name,
  ...driftFields,
});
export type DriftRow = Infer<typeof DriftRow>;

export const Drift = document(
  "Drift",
  "How far the platforms are from the records.",
  {
    stack,
    objects: count("How many managed objects were looked at."),
    drift: list(ref(DriftRow), "The differences.", 1_000_000),
    "at?": moment("When they were looked at, where that was not now."),
    inFlight: list(
      ref(InFlightCall),
      "Calls of runs whose end is not known: what they did is not counted as drift.",
      100_000,
    ),
  },
  { stack: "portal/dev", objects: 7, drift: [], inFlight: [] },
);
export type DriftView = Infer<typeof Drift>;

export const ObjectDrift = document("ObjectDrift", "A difference between a record and the platform.", driftFields);

export const RefreshRequest = document(
  "RefreshRequest",
  "What a refresh may do.",
  { "dropAllOf?": dropAllOf, "target?": target, "exclude?": exclude },
  { dropAllOf: ["azure"] },
);

export const driftComponents = [DriftRow, Drift, ObjectDrift, RefreshRequest] as const;
