import { problem } from "../../../../packages/base/problems/problem.ts";
import type { RunSummary } from "../../../contract/documents/runs/run-events.ts";
import { localOwner } from "../../access/local-owner.ts";
import { Tally } from "../../use-cases/runs/run-tally.ts";
import type { RunRow } from "../../use-cases/runs/run-view.ts";
import type { ListedRun, RunDocument } from "../dispatcher.ts";
import { isOpen, type KeptRun, withDocument } from "../kept-runs/run-repository.ts";

/** When a run was taken up, or asked for, in milliseconds since the epoch; and which it is. */
export function begunOf({ stack, run, startedAt, createdAt }: RunDocument) {
  return { stack, run, begun: Date.parse(startedAt ?? createdAt) };
}

/** The summary of a run that ended before it began. */
export function summaryOfUnbegun({ run, status, approvals, endedAt }: RunDocument): RunSummary {
  const tally = new Tally(run, () => ({ at: endedAt, durationMs: 0 }));
  if (status !== "rejected") return tally.summary("cancelled", {}, []);
  const rejection = approvals.findLast(({ verdict }) => verdict === "rejected");
  const why = rejection?.comment === null || rejection === undefined ? "" : `: ${rejection.comment}`;
  return tally.summary("refused", {}, [
    problem("run-rejected", `${rejection?.name ?? "another person"} rejected it${why}`),
  ]);
}

/** A run that only the journal keeps, as its row there says. */
export function runOfJournal(stack: string, row: RunRow): ListedRun {
  const { run, plan, kind, startedAt, endedAt, status, changes } = row;
  return {
    run,
    stack,
    plan,
    ...(kind === undefined ? {} : { kind }),
    parallel: 0,
    status: status === "broken off" ? "broken-off" : status,
    caller: localOwner.caller,
    createdAt: startedAt,
    startedAt,
    endedAt,
    approvalsNeeded: 0,
    approvals: [],
    eventsBefore: 0,
    revision: 0,
    changes,
  };
}

/**
 * A stack's runs, newest first: those that are kept, and those that only the journal knows. `isServed`: see
 * `asItStands`.
 */
export function listed(
  stack: string,
  kept: readonly KeptRun[],
  rows: readonly RunRow[],
  isServed: boolean,
): readonly ListedRun[] {
  const changes = new Map(rows.map((row) => [row.run, row.changes]));
  const known = new Set(kept.map(({ document }) => document.run));
  const all = [
    ...kept.map((each) => ({
      ...asItStands(each, rows, isServed).document,
      changes: changes.get(each.document.run) ?? 0,
    })),
    ...rows.filter(({ run }) => !known.has(run)).map((row) => runOfJournal(stack, row)),
  ];
  return inOrder(all, rows);
}

/**
 * Runs that have begun in the order of the journal, whatever the clocks said of those who began them; among them, by
 * their times, those that have not.
 */
function inOrder(all: readonly ListedRun[], rows: readonly RunRow[]): readonly ListedRun[] {
  const runs = new Map(all.map((each) => [each.run, each]));
  const begun = rows.flatMap(({ run }) => runs.get(run) ?? []);
  const places = new Set(begun);
  const others = all.filter((each) => !places.has(each)).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  let place = 0;
  const ordered = begun.flatMap((run) => {
    const from = place;
    while (place < others.length && (others[place]?.createdAt ?? "") >= run.createdAt) place += 1;
    return [...others.slice(from, place), run];
  });
  return [...ordered, ...others.slice(place)];
}

/**
 * A kept run as the journal has it: one whose process has died is broken off. `isServed`: a service takes it up again,
 * unless another run has come after it. `rows`: the runs of the journal, newest first.
 */
export function asItStands(kept: KeptRun, rows: readonly RunRow[], isServed: boolean): KeptRun {
  if (!isOpen(kept)) return kept;
  const place = rows.findIndex(({ run }) => run === kept.document.run);
  const isLeft = rows[place]?.status === "broken off";
  return isLeft && (!isServed || place > 0) ? withDocument(kept, { status: "broken-off" }) : kept;
}
