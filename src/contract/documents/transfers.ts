import { anyValue, component, flag, type Infer, list, object, oneOf, orNull, ref, text } from "../words.ts";
import { sampleRun, stack } from "./members.ts";
import { State, sampleState } from "./state.ts";

const move = text("Id of the move.", { maxLength: 64 });
const place = text("A store, in words: the address of a server, or a state directory.", { maxLength: 4096 });
const sampleServer = "https://plumb.example";

export const StackContent = component(
  "StackContent",
  object(
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
    "All that goes along when a stack moves to another store.",
  ),
  { move: null, receiptDigest: null, state: sampleState, secrets: [] },
);
export type StackContent = Infer<typeof StackContent>;

export const StackDeparture = component(
  "StackDeparture",
  object(
    {
      stack,
      phase: oneOf("`moved`: the other store owns the stack.", ["staying", "leaving", "moved"]),
      move: orNull(move),
      to: orNull(place),
      "content?": ref(StackContent),
    },
    "How far a stack is on its way to another store.",
  ),
  { stack: "portal/dev", phase: "moved", move: sampleRun, to: sampleServer },
);
export type StackDeparture = Infer<typeof StackDeparture>;

export const StackDepartureWrite = component(
  "StackDepartureWrite",
  object(
    {
      to: place,
      "dryRun?": flag("Only tell whether the stack can leave, and what would go along.", { default: false }),
    },
    "Where a stack is to go.",
  ),
  { to: sampleServer, dryRun: true },
);
export type StackDepartureWrite = Infer<typeof StackDepartureWrite>;

export const StackMoveNamed = component("StackMoveNamed", object({ move }, "Which move is meant."), {
  move: sampleRun,
});

const receipt = text("What proves that the source has given the stack away.", { maxLength: 200 });

export const StackReceipt = component(
  "StackReceipt",
  object({ move, receipt }, "The proof that a store has given a stack away."),
  { move: sampleRun, receipt: "9c1e0001c2d34e5f8a9b0c1d2e3f4a5b" },
);
export type StackReceipt = Infer<typeof StackReceipt>;

export const StackArrival = component(
  "StackArrival",
  object(
    {
      stack,
      phase: oneOf("`expected`: it can come; `arrived`: this store owns it.", ["expected", "arriving", "arrived"]),
    },
    "How far a stack is on its way to this store.",
  ),
  { stack: "portal/dev", phase: "arriving" },
);
export type StackArrival = Infer<typeof StackArrival>;

export const StackArrivalWrite = component(
  "StackArrivalWrite",
  object(
    {
      from: place,
      content: ref(StackContent),
      "dryRun?": flag("Only tell whether the stack can come.", { default: false }),
    },
    "A stack of another store.",
  ),
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
