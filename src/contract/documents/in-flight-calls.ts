import { document, flag, type Infer, list, moment, oneOf, perhaps, ref, text } from "../words.ts";
import { name, runId, type } from "./members.ts";

const inFlightCall = {
  run: runId,
  name,
  type,
  operation: oneOf("What was asked.", ["create", "update", "delete", "undelete"]),
  id: text("Id on the platform."),
  fields: list(text("Name of an input.", { maxLength: 256 }), "The inputs that it writes.", 10_000),
  at: moment("When it was noted, just before it was sent."),
  isConfirmed: flag("The platform has answered that it is at work on it."),
  "platformOperation?": text("Name of the operation that goes on, by which the platform's own tools find it."),
};

export const InFlightCall = document(
  "InFlightCall",
  "A call whose result is not recorded: its object may exist.",
  inFlightCall,
);
export type InFlightCall = Infer<typeof InFlightCall>;

export const SettledCall = document("SettledCall", "A call that was in flight, and what became of it.", {
  ...inFlightCall,
  became: perhaps("What a look at its object has told.", [
    "took-effect",
    "came-to-nothing",
    "not-shown",
    "not-seen",
    "pending",
    "unreadable",
    "not-provably-ours",
  ]),
  detail: text("In words.", { maxLength: 65_536 }),
});
export type SettledCall = Infer<typeof SettledCall>;

/** The calls of a run, or of its end, whose result is not known. */
export const inFlight = list(
  ref(InFlightCall),
  "Calls whose result is not recorded: these objects may exist.",
  100_000,
);

export const inFlightCallsComponents = [InFlightCall, SettledCall] as const;
