import { canonicalJson } from "../../../packages/base/json/canonical-json.ts";
import { jsonOf } from "../../../packages/base/json/plain.ts";
import { inOneTurn } from "../../../packages/base/turns.ts";
import { catalog } from "../../../src/definitions/resources/catalog.ts";
import { lastSecrets } from "../../../src/engine/observe/kept-secrets.ts";
import { ownDeletions } from "../../../src/engine/state/drift/own-deletions.ts";
import type { JournalEntry } from "../../../src/engine/state/journal.ts";
import { isCheckpoint } from "../../../src/engine/state/prune/checkpoint.ts";
import { replayRows } from "../../../src/engine/state/replay.ts";
import type { StackState } from "../../../src/engine/state/stack-state.ts";
import { inverseOfRun } from "../../../src/engine/undo/inverse-of-run.ts";
import type { Violation } from "./journal-judge.ts";

/**
 * Holds a journal that was pruned against all that was ever written to it: it must come to the same, and tell the same
 * of what is undone, of deletions in doubt and of what was secret.
 */
export function judgePruned(
  kept: readonly JournalEntry[],
  whole: readonly JournalEntry[],
  state: StackState,
): readonly Violation[] {
  if (!kept.slice(0, 1).some(isCheckpoint)) return [];
  const violations: Violation[] = [];
  const compare = (what: string, told: (journal: readonly JournalEntry[]) => string) => {
    const [now, ever] = [told(kept), told(whole)];
    if (now !== ever) violations.push({ rule: "pruned", detail: `${what}: ${now}, and before it was pruned ${ever}` });
  };
  compare("what the journal comes to", (journal) => {
    const { records, intents, claims, outputs, context } = replayRows(journal);
    return plain([sorted(records), sorted(intents), sorted(claims), outputs, context]);
  });
  const recorded = new Set([...state.records.values(), ...state.superseded].map(({ uid }) => uid));
  compare("deletions in doubt", (journal) =>
    plain([...ownDeletions(journal)].filter((key) => recorded.has(key.split(" ")[0] ?? "")).sort()),
  );
  compare("what was secret", (journal) => plain(sorted(lastSecrets(journal, catalog))));
  const runs = new Set(kept.filter((entry) => !isCheckpoint(entry)).map(({ run }) => run));
  for (const run of runs) compare(`the undo of ${run}`, (journal) => undoOf(run, journal, state));
  return violations;
}

function undoOf(run: string, journal: readonly JournalEntry[], state: StackState): string {
  const outputsDeclared = { before: {}, run: {}, last: {} };
  const undone = { run, journal, state, catalog, isRefresh: false, toldAsLost: new Map(), outputsDeclared };
  const { checked, scope } = inOneTurn(inverseOfRun(undone));
  return plain([checked, Object.entries(scope)])
    .replaceAll(toUndoFirst, "")
    .replaceAll(named, "a run");
}

/** What was pruned is not named, and can't be undone first. */
const named = /run [0-9a-f]{32}|an edit of the state \([0-9a-f]{32}\)|a run that is not kept any more/g;
const toUndoFirst = /, and (run|an edit)[^;"]*; undo that first|; declare what you want and run `plumb up`/g;

function sorted<T>(map: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  return [...map].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** As JSON, with what maps and sets hold. */
function plain(value: unknown): string {
  const text = JSON.stringify(value, (_, each: unknown) => {
    if (each instanceof Map) return ["map", ...each];
    return each instanceof Set ? ["set", ...each] : each;
  });
  return canonicalJson(jsonOf(JSON.parse(text)));
}
