import {
  anyValue,
  component,
  document,
  flag,
  type Infer,
  is,
  list,
  mostText,
  object,
  ref,
  text,
  variants,
} from "../../words.ts";

const path = text(
  "JSON pointer below the field; empty for the field itself. Items of a list with a key are named by it.",
);
const before = anyValue("What stood there; absent when there was nothing.");
const after = anyValue("What is to stand there; absent when nothing is.");
const line = text("A line of a text.", { maxLength: mostText });

const TextRun = document("TextRun", "A run of characters in a line.", {
  text: text("The characters.", { maxLength: mostText }),
  changed: flag("The other side does not have them here."),
});

const lineOf = (description: string) => list(ref(TextRun), description);

const TextPart = component(
  "TextPart",
  variants("A part of a text, by line.", [
    object({ kind: is("same"), lines: list(line, "The lines.") }, "Lines that stay as they are."),
    object(
      {
        kind: is("changed"),
        old: list(lineOf("A line that leaves."), "The lines that leave."),
        new: list(lineOf("A line that comes."), "The lines that come in their place."),
      },
      "Lines that differ.",
    ),
  ]),
);

const ListPart = component(
  "ListPart",
  variants("A part of a list.", [
    object({ kind: is("same"), items: list(anyValue("A member."), "The members.") }, "Members that stay."),
    object(
      {
        kind: is("changed"),
        old: list(anyValue("A member."), "Those that leave."),
        new: list(anyValue("A member."), "Those that come in their place."),
      },
      "Members that differ.",
    ),
  ]),
);

export const Hunk = component(
  "Hunk",
  variants("A place at which two values differ, and how. A reader passes over kinds that it does not know.", [
    object({ kind: is("value"), path, "old?": before, "new?": after }, "A value that stands in place of another one."),
    object(
      { kind: is("text"), path, parts: list(ref(TextPart), "All of the text.") },
      "A text that differs, by line and within the line.",
    ),
    object(
      {
        kind: is("list"),
        path,
        ordered: flag("The order of the members has a meaning."),
        parts: list(ref(ListPart), "All of the list."),
      },
      "A list whose members come and go.",
    ),
    object(
      { kind: is("secret"), path, "old?": before, "new?": after },
      "A secret that is another one than before: the markers that stand for it.",
    ),
  ]),
);
export type HunkView = Infer<typeof Hunk>;

export const Difference = document("Difference", "Where two values differ.", {
  hunks: list(ref(Hunk), "The places, in their order."),
});

const Right = document("Right", "A right, and who holds it.", {
  who: text("Who holds it."),
  what: text("What it lets do, such as a role."),
  "when?": anyValue("The condition under which it holds."),
  "says?": text("What is told of them, in place of that they gain or lose it."),
});

export const RightsChange = document(
  "RightsChange",
  "Who gains and who loses what. A right in both is there before and after, and is otherwise than before.",
  { gains: list(ref(Right), "Who gains what."), loses: list(ref(Right), "Who loses what.") },
);
export type RightsChangeView = Infer<typeof RightsChange>;

export const differencesComponents = [TextRun, TextPart, ListPart, Hunk, Difference, Right, RightsChange] as const;
