import { type JournalEntry, wasAsWanted } from "../../../engine/state/journal.ts";

/** How many steps of each run changed something, however many calls each took. */
export function changesByRun(journal: readonly JournalEntry[]): ReadonlyMap<string, number> {
  const changed = Map.groupBy(journal.filter(isChange), ({ run }) => run);
  return new Map([...changed].map(([run, ends]) => [run, new Set(ends.map(({ step }) => step)).size]));
}

/** Whether an entry says that a step changed something. */
export function isChange(entry: JournalEntry): entry is Extract<JournalEntry, { kind: "result" }> {
  if (entry.kind !== "result" || entry.outcome !== "done" || entry.detail === wasAsWanted) return false;
  return entry.step !== "" && !isAboutEarlier(entry);
}

/** Whether an entry only notes what became of a call that an earlier run had left open; any run may note that. */
export function isAboutEarlier(entry: JournalEntry): boolean {
  return entry.kind === "handle" || (entry.kind === "result" && entry.intentSeq !== null && entry.effects.length === 0);
}
