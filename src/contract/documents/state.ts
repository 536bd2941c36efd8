import {
  anyObject,
  anyValue,
  component,
  count,
  document,
  flag,
  type Infer,
  large,
  list,
  moment,
  object,
  orNull,
  page,
  ref,
  text,
} from "../words.ts";
import { InFlightCall } from "./in-flight-calls.ts";
import { id, name, stack, type, values } from "./members.ts";

export const StateImported = document(
  "StateImported",
  "The result of an import of a state.",
  {
    forgotten: list(
      object({ name, type, id }, "An object that nothing manages any more."),
      "Objects of the former records that are in none of the document: they stay on their platforms as they are.",
      1_000_000,
    ),
  },
  { forgotten: [] },
);
export type StateImported = Infer<typeof StateImported>;

/** Its digest is its own, by which an import tells that it was not altered. */
export const sampleState = {
  format: 1,
  stack: "portal/dev",
  lineage: "l1",
  serial: 12,
  records: [],
  outputs: {},
  inFlight: [],
  digest: "sha256:b105fe5de3f85304ac763bea9465ec3e62111bd056fb5766ce6aff82671a4988",
};

export const State = document(
  "State",
  "All that is recorded of a stack.",
  {
    format: count("Of the document."),
    stack,
    lineage: text("Names the stack's history.", { maxLength: 200 }),
    serial: large("Grows with every write."),
    records: list(anyObject("A record."), "Records.", 1_000_000),
    outputs: values("By name."),
    "outputSources?": values("Keys of the records that each output was made from."),
    "context?": values("Whose declarations the stack takes, and which config its last run had."),
    inFlight: list(ref(InFlightCall), "Calls whose end is not known; no import takes them.", 100_000),
    digest: text("Over everything else.", { maxLength: 71 }),
  },
  sampleState,
);
export type StateDocument = Infer<typeof State>;

export const StateEdit = document(
  "StateEdit",
  "An edit of a stack's state: it has changed records without carrying out a plan.",
  {
    edit: text("Id of the edit: a plan of the kind `undo` takes it as its `run`.", { maxLength: 64 }),
    detail: text("What was done, in words.", { maxLength: 65_536 }),
    at: orNull(moment("When it was made; null for one of an older version, and for a repair by `plumb doctor`.")),
    changes: count("Resources whose records it changed."),
    afterRun: orNull(text("The last run that had begun before it; null where none had.", { maxLength: 64 })),
  },
);
export type StateEditRow = Infer<typeof StateEdit>;

export const StateEditList = component(
  "StateEditList",
  page("edits", ref(StateEdit), "A page of edits of a state, newest first."),
  {
    edits: [
      {
        edit: "5c1e0001c2d34e5f8a9b0c1d2e3f4a5b",
        detail: "renamed portal to web",
        at: "2026-01-02T03:04:05.000Z",
        changes: 1,
        afterRun: "3f9a0001c2d34e5f8a9b0c1d2e3f4a5b",
      },
    ],
  },
);

export const StateImport = document(
  "StateImport",
  "A state to be put in the place of what is recorded.",
  {
    document: anyValue("A state as it was exported."),
    "force?": flag("Take it even if it is older, or of another stack's history.", { default: false }),
  },
  { document: sampleState, force: true },
);

export const stateComponents = [StateImported, State, StateEdit, StateEditList, StateImport] as const;
