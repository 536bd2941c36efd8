import { problem } from "../../../packages/base/problems/problem.ts";
import type { InFlightCall } from "../../contract/documents/in-flight-calls.ts";
import { Rejection } from "../rejection.ts";
import type { Deployment } from "../use-cases/deployment.ts";
import { JoinedReads } from "../use-cases/lists/joined-reads.ts";
import { journalledRun } from "../use-cases/runs/journalled-run.ts";
import { listRuns, runRow } from "../use-cases/runs/runs-of-stack.ts";
import type { ListedRun, NumberedEvent, RunDocument, ShownRun } from "./dispatcher.ts";
import { pagesOf } from "./events/event-log.ts";
import { followEvents } from "./events/follow-events.ts";
import { followJournal } from "./events/follow-journal.ts";
import { asItStands, listed, runOfJournal } from "./events/journalled-run.ts";
import { PutOffSteps } from "./events/put-off-steps.ts";
import type { EndMeans } from "./events/report-end.ts";
import { isOpen } from "./kept-runs/run-repository.ts";

interface RunReadsInput extends Pick<EndMeans, "repository" | "log"> {
  readonly deployment: Deployment;
  /** Runs are kept by services, and any of them may carry one on. */
  readonly serves: boolean;
}

/** What there is to be read of runs, those that are kept and those that only a journal knows. Changes nothing. */
export class RunReads {
  readonly #given: RunReadsInput;
  /** What lists have of the runs of a stack. */
  readonly #lists = new JoinedReads<readonly ListedRun[]>();

  constructor(given: RunReadsInput) {
    this.#given = given;
  }

  async list(stack: string): Promise<readonly ListedRun[]> {
    const { repository, deployment, serves } = this.#given;
    return this.#lists.of(stack, async () => {
      const [kept, rows] = await Promise.all([repository.list(stack), listRuns(stack, deployment)]);
      return listed(stack, kept, rows, serves);
    });
  }

  async show(stack: string, run: string): Promise<ShownRun> {
    const { repository, deployment, serves } = this.#given;
    const kept = await repository.get(stack, run);
    if (kept === null) {
      const row = await runRow(stack, run, deployment);
      const { stepCounts, inFlight } = await journalledRun(stack, run, deployment);
      return { ...runOfJournal(stack, row), stepCounts, inFlight };
    }
    const { changes, stepCounts, inFlight } = await journalledRun(stack, run, deployment);
    const { document } = isOpen(kept) ? asItStands(kept, await listRuns(stack, deployment), serves) : kept;
    return { ...document, changes, stepCounts, inFlight };
  }

  async find(stack: string, run: string): Promise<RunDocument> {
    const { repository, deployment } = this.#given;
    const kept = await repository.get(stack, run);
    return kept?.document ?? runOfJournal(stack, await runRow(stack, run, deployment));
  }

  /** Open calls of a run: those that may be in flight, and those that their platform has turned away for now. */
  async byPutOff(stack: string, run: string, open: readonly InFlightCall[]) {
    const { log, deployment } = this.#given;
    const steps = new PutOffSteps();
    if (open.length > 0)
      for await (const page of pagesOf(log, stack, run, 0)) for (const { event } of page) steps.note(event);
    const now = deployment.clock.now();
    return Object.groupBy(open, ({ name }) => (steps.waits(name, now) ? "putOff" : "inFlight"));
  }

  async requireEvent(stack: string, run: string, number: number): Promise<void> {
    const { repository, log } = this.#given;
    if (number === 0 || (await repository.get(stack, run)) === null) return;
    const length = await log.length(stack, run);
    if (number <= length) return;
    const detail = `run ${run} has ${length} events here, and none of number ${number}; follow it from the beginning`;
    throw new Rejection("gone", [problem("compacted", detail)]);
  }

  async *events(
    stack: string,
    run: string,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<NumberedEvent, void, void> {
    const { repository, deployment } = this.#given;
    const kept = await repository.get(stack, run);
    if (kept !== null) return yield* followEvents(stack, run, after, signal, this.#given);
    const document = runOfJournal(stack, await runRow(stack, run, deployment));
    yield* followJournal(document, after, deployment, signal);
  }
}
