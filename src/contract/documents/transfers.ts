import { anyValue, document, flag, type Infer, list, object, oneOf, orNull, ref, text } from "../words.ts";
import { sampleRun, stack } from "./members.ts";
import { State, sampleState } from "./state.ts";

const move = text("Id of the move.", { maxLength: 64 });
const place = text("A store, in words: the address of a server, or a state directory.", { maxLength: 4096 });
const sampleServer = "https://plumb.example";

export const StackContent = document(
  "StackContent",
  "All that goes along when a stack moves to another store.",
  {
    move: orNull(move),
    receiptDigest: orNull(text("Digest of the receipt that the source gives out at last.", { maxLength: 71 })),
    state: ref(State),
    secrets: list(
      object(
        {
          id: text("Id of the marker that stands for it in the state.", { maxLength: 64 }),
          value: anyValue("The value, in the clear."),
          parts: list(anyValue("A secret."), "The secrets that a text is made of.", 100_000),
        },
        "A secret of the stack.",
      ),
      "Each secret that the state has. Empty where a move is only looked at.",
      1_000_000,
    ),
  },
  { move: null, receiptDigest: null, state: sampleState, secrets: [] },
);
export type StackContent = Infer<typeof StackContent>;

export const StackDeparture = document(
  "StackDeparture",
  "How far a stack is on its way to another store.",
  {
    stack,
    phase: oneOf("`moved`: the other store owns the stack.", ["staying", "leaving", "moved"]),
    move: orNull(move),
    to: orNull(place),
    "content?": ref(StackContent),
  },
  { stack: "portal/dev", phase: "moved", move: sampleRun, to: sampleServer },
);
export type StackDeparture = Infer<typeof StackDeparture>;

export const StackDepartureWrite = document(
  "StackDepartureWrite",
  "Where a stack is to go.",
  {
    to: place,
    "dryRun?": flag("Only tell whether the stack can leave, and what would go along.", { default: false }),
  },
  { to: sampleServer, dryRun: true },
);
export type StackDepartureWrite = Infer<typeof StackDepartureWrite>;

export const StackMoveNamed = document(
  "StackMoveNamed",
  "Which move is meant.",
  { move },
  {
    move: sampleRun,
  },
);

const receipt = text("What proves that the source has given the stack away.", { maxLength: 200 });

export const StackReceipt = document(
  "StackReceipt",
  "The proof that a store has given a stack away.",
  { move, receipt },
  { move: sampleRun, receipt: "9c1e0001c2d34e5f8a9b0c1d2e3f4a5b" },
);
export type StackReceipt = Infer<typeof StackReceipt>;

export const StackArrival = document(
  "StackArrival",
  "How far a stack is on its way to this store.",
  {
    stack,
    phase: oneOf("`expected`: it can come; `arrived`: this store owns it.", ["expected", "arriving", "arrived"]),
  },
  { stack: "portal/dev", phase: "arriving" },
);
export type StackArrival = Infer<typeof StackArrival>;

export const StackArrivalWrite = document(
  "StackArrivalWrite",
  "A stack of another store.",
  {
    from: place,
    content: ref(StackContent),
    "dryRun?": flag("Only tell whether the stack can come.", { default: false }),
  },
  {
    from: "the state directory /home/ann/portal/.plumb",
    content: { move: null, receiptDigest: null, state: sampleState, secrets: [] },
    dryRun: true,
  },
);
export type StackArrivalWrite = Infer<typeof StackArrivalWrite>;

export const transfersComponents = [
  StackContent,
  StackDeparture,
  StackDepartureWrite,
  StackMoveNamed,
  StackReceipt,
  StackArrival,
  StackArrivalWrite,
] as const;
