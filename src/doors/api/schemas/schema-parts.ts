/** Members that several documents have in common. */
import { anyValue, flag, map, oneOf, text } from "../schema-words.ts";

export const name = text("Logical name.", { maxLength: 256 });
export const stack = text("Name of the stack.", { maxLength: 255 });
export const type = text("Token of the type.", { maxLength: 256 });
export const id = text("Id on the platform.");
export const values = (description: string) =>
  map(anyValue("A value; `{$secret: ...}` where it is sealed."), description);
const driftClasses = ["out-of-band", "output", "equivalent form", "gone", "lagging read", "unreadable"];
export const driftFields = {
  type,
  id,
  class: oneOf(
    "`out-of-band`: an input moved. `output`: a value that only the platform gives moved. `equivalent form`: another spelling of the same value, which is no drift.",
    driftClasses,
  ),
  path: text(
    "JSON pointer below the outputs; empty where the whole object is meant. Items of unordered lists are named by their key.",
  ),
  "old?": anyValue("What is recorded."),
  "new?": anyValue("What is there."),
  "detail?": text("In words.", { maxLength: 65_536 }),
  "ignored?": flag("The declaration leaves the field alone (`ignoreChanges`): no plan puts it back."),
  "kept?": flag("Its record stays for now: a read so soon after our last write may lag behind."),
  "by?": text("Who changed it last, where the platform tells."),
  "at?": text("When, where the platform tells."),
};
