import type { DriftRow } from "../../contract/documents/drift.ts";
import type { Topic } from "./topics.ts";

const classes: Readonly<Record<DriftRow["class"], string>> = {
  gone: "The object does not exist any more, or is soft-deleted. `plumb up` makes it again, or brings it back.",
  unreadable: "The object can't be read now, so that nothing is known of it. The command exits with 1.",
  "out-of-band": "An input has another value: it was changed outside of plumb.",
  output: "A value has moved that only the platform gives.",
  "lagging read": "The platform shows what was before our last write. Look again in a few minutes.",
  "equivalent form": "Another spelling of the same value. It is no drift.",
};

const ranks: Readonly<Record<NonNullable<DriftRow["rank"]>, string>> = {
  "rights-widened": "People or programs can do more than before: a redirect URI, a role or an exception has come.",
  "guard-removed": "A condition, an approval or another requirement is gone or weaker.",
  "approver-lost": "Whoever could approve requests can't any more.",
  "rights-changed": "Rights are others than before. Whether they are wider can't be told.",
  enabled: "What was switched off works again.",
  "rights-lost": "An object that gave rights is gone, and with it these rights.",
  disabled: "What worked is switched off.",
  other: "It changes nothing about who may do what, as far as the type's definition tells.",
};

const membersOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([name, description]) => ({ name, description }));

const drift: Topic = {
  topic: "drift",
  summary: "what differs between the record and the platform",
  explanation:
    "Each difference has a class, which says how it differs, and on types that govern access a rank, which says " +
    "what it means for people's access. `plumb drift` tells the gravest rank first, then what is gone. " +
    "The first words below are the classes, the others are the ranks, the gravest first.",
  members: [...membersOf(classes), ...membersOf(ranks)],
};

/** The words of drift that `plumb explain` knows. */
export const driftWords: readonly string[] = ["drift", ...drift.members.map(({ name }) => name)];

/** What a word of drift means: drift itself, a class or a rank; undefined where it is none of them. */
export function driftTopic(word: string): Topic | undefined {
  if (word === drift.topic) return drift;
  const found = drift.members.find(({ name }) => name === word);
  if (found === undefined) return undefined;
  const summary = Object.hasOwn(classes, word) ? "a class of drift" : "a rank of drift";
  return { topic: word, summary, explanation: found.description, members: [] };
}
