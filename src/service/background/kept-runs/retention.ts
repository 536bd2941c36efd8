import { Rejection } from "../../rejection.ts";
import { isOwnStack } from "../../stack-name.ts";
import type { Deployment } from "../../use-cases/deployment.ts";
import { removeStack } from "../../use-cases/stacks/stacks.ts";
import type { Note } from "../events/background-event.ts";
import { forgetStackDocuments, sweepStackDocuments } from "../moves/forget-stack-documents.ts";
import { isOpen } from "./run-repository.ts";
import { StoredRunRepository } from "./stored-run-repository.ts";

const dayMs = 24 * 3_600_000;

/** So long the documents and events of ended runs are kept. What they did stays in the journal of their stack. */
const keptRunsMs = 90 * dayMs;

/** So long it is told what became of an object that was managed by itself and is not any more. */
const keptOwnMs = 7 * dayMs;

interface RetentionInput {
  readonly deployment: Deployment;
  readonly note: Note;
  /** Aborted when the process drains. */
  readonly signal: AbortSignal;
}

/** Forgets what is not needed any more, so that a store grows with what is managed and not with its age. */
export class Retention {
  readonly #input: RetentionInput;
  readonly #repository: StoredRunRepository;

  constructor(input: RetentionInput) {
    this.#input = input;
    this.#repository = new StoredRunRepository(input.deployment);
  }

  async look(): Promise<void> {
    const { deployment, note, signal } = this.#input;
    await this.#repository.forgetEndedBefore(this.#ago(keptRunsMs), signal);
    await sweepStackDocuments(deployment, signal);
    for (const stack of (await deployment.store.listStacks()).filter(isOwnStack)) {
      if (signal.aborted) return;
      try {
        await this.#lookAt(stack);
      } catch (cause) {
        // Another process was there first, or somebody has just begun to use it.
        if (cause instanceof Rejection) continue;
        note({ kind: "look-failed", what: `retention of ${stack}`, cause });
      }
    }
  }

  /** Forgets the stack of an object that is gone; one whose end is not settled, or was a short time ago, stays. */
  async #lookAt(stack: string): Promise<void> {
    const { deployment } = this.#input;
    const { records, superseded, openIntents } = await deployment.store.readStack(stack);
    if (records.size + superseded.length + openIntents.length > 0) return;
    const since = this.#ago(keptOwnMs);
    const runs = await this.#repository.list(stack);
    if (runs.some((kept) => isOpen(kept) || (kept.document.endedAt ?? kept.document.createdAt) >= since)) return;
    const lineage = await removeStack(stack, deployment);
    await forgetStackDocuments({ stack, lineage }, deployment);
  }

  #ago(milliseconds: number): string {
    return new Date(this.#input.deployment.clock.now() - milliseconds).toISOString();
  }
}
