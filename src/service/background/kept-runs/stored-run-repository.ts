import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { documentCodec, jsonOf } from "../../../../packages/base/json/plain.ts";
import type { DocumentStore, StoredDocument } from "../../../engine/ports/document-store.ts";
import { originalLineage } from "../../../engine/state/lineage.ts";
import { allDocuments } from "../../access/all-documents.ts";
import type { Deployment } from "../../use-cases/deployment.ts";
import { documentLineage } from "../../use-cases/stacks/document-lineage.ts";
import { stackDocuments } from "../../use-cases/stacks/stack-documents.ts";
import { eventsLog } from "../events/stored-event-log.ts";
import { isOpen, type KeptRun, type RunRepository } from "./run-repository.ts";

const { runs } = stackDocuments;

/** Keys of the runs that somebody has still to do something about; one too many does no harm, one too few would. */
const openRuns = "open-runs";

/**
 * Keys of runs whose document is gone, until their events are gone as well: by them a crash between leaves nothing for
 * ever.
 */
const forgottenRuns = "forgotten-runs";

const pageSize = 500;

/** So many looks at a key without a run show that whoever wrote it died before it wrote the run. */
const orphanLooks = 60;

/** Runs as documents of the document store. Those of stacks that were removed since are none. */
export class StoredRunRepository implements RunRepository {
  /** Not touched before the first call. */
  readonly #deployment: Pick<Deployment, "documentStore" | "store" | "movesFinished">;
  readonly #orphans = new Map<string, number>();
  /** What `open` gave last, by key: what has not changed since is not read again. */
  #open: ReadonlyMap<string, KeptRun> = new Map();

  constructor(deployment: Pick<Deployment, "documentStore" | "store" | "movesFinished">) {
    this.#deployment = deployment;
  }

  readonly add: RunRepository["add"] = async (kept): Promise<KeptRun | null> => {
    const { documentStore } = this.#deployment;
    const key = keyOf(kept);
    await documentStore.put(openRuns, key, {});
    const outcome = await documentStore.put(runs, key, stored(kept), { revision: null });
    return outcome.kind === "done" ? revised(kept, outcome.revision) : null;
  };

  readonly get: RunRepository["get"] = async (stack, run): Promise<KeptRun | null> => {
    await this.#deployment.movesFinished();
    const found = await this.#deployment.documentStore.get(runs, `${stack}/${run}`);
    return found === null ? null : this.#standing(found);
  };

  readonly list: RunRepository["list"] = async (stack): Promise<readonly KeptRun[]> =>
    standing((await this.#all(runs, `${stack}/`)).map(keptRunOf), await documentLineage(stack, this.#deployment));

  /** The runs of a stack that have not ended. */
  async openOf(stack: string): Promise<readonly KeptRun[]> {
    const awaited = await this.awaited(stack);
    const found = await Promise.all([...awaited].map((run) => this.get(stack, run)));
    return found.flatMap((kept) => (kept !== null && isOpen(kept) ? [kept] : []));
  }

  readonly change: RunRepository["change"] = async (stack, run, edit): Promise<KeptRun | null> => {
    const { documentStore } = this.#deployment;
    const key = `${stack}/${run}`;
    await this.#deployment.movesFinished();
    for (;;) {
      const found = await documentStore.get(runs, key);
      const kept = found === null ? null : await this.#standing(found);
      const next = kept === null ? null : edit(kept);
      if (found === null || kept === null || next === null) return null;
      if (isOpen(next) && !isOpen(kept)) await documentStore.put(openRuns, key, {});
      const outcome = await documentStore.put(runs, key, stored(next), { revision: found.revision });
      if (outcome.kind === "done") return revised(next, outcome.revision);
    }
  };

  readonly open: RunRepository["open"] = async (): Promise<readonly KeptRun[]> => {
    const { documentStore } = this.#deployment;
    const keys = (await this.#all(openRuns, "")).map(({ key }) => key);
    const revisions = await documentStore.revisions(runs, keys);
    const open = new Map<string, KeptRun>();
    for (const key of keys) {
      const known = this.#open.get(key);
      if (known !== undefined && revisions.get(key) === known.document.revision) open.set(key, known);
      else {
        const found = revisions.has(key) ? await documentStore.get(runs, key) : null;
        if (found === null) await this.#noteOrphan(key);
        else open.set(key, keptRunOf(found));
      }
    }
    this.#open = open;
    return [...open.values()];
  };

  readonly settle: RunRepository["settle"] = async (stack, run): Promise<void> => {
    await this.#deployment.documentStore.remove(openRuns, `${stack}/${run}`);
  };

  readonly isSettled: RunRepository["isSettled"] = async (stack, run): Promise<boolean> =>
    (await this.#deployment.documentStore.get(openRuns, `${stack}/${run}`)) === null;

  /** Forgets the runs that ended before a moment, with their events. One that is resumed meanwhile stays. */
  async forgetEndedBefore(moment: string, signal: AbortSignal): Promise<void> {
    const { documentStore } = this.#deployment;
    // Of runs at which a process died.
    for (const { key } of await this.#all(forgottenRuns, "")) await this.#sweepEvents(key);
    for (let after = ""; ; ) {
      const page = await documentStore.list(runs, { limit: pageSize, after });
      for (const found of page) {
        if (signal.aborted) return;
        const kept = keptRunOf(found);
        const { endedAt } = kept.document;
        if (!isOpen(kept) && endedAt !== null && endedAt < moment) await this.forget(kept);
      }
      const last = page.at(-1);
      if (last === undefined || page.length < pageSize) return;
      after = last.key;
    }
  }

  /**
   * Forgets a run that has ended, with its events. One that is resumed meanwhile, or whose end is to be told, stays.
   */
  async forget(kept: KeptRun): Promise<void> {
    const { documentStore } = this.#deployment;
    const key = keyOf(kept);
    const { revision } = kept.document;
    // Whose end is still to be told is open to those who tell it.
    if ((await documentStore.get(openRuns, key)) !== null) return;
    const isForgotten = await documentStore.changeAll([
      { kind: "remove", collection: runs, key, revision },
      { kind: "put", collection: forgottenRuns, key, document: {} },
    ]);
    if (isForgotten) await this.#sweepEvents(key);
  }

  /**
   * Ids of the runs of a stack that somebody has still to do something about: to begin, to end, or to tell their end.
   */
  async awaited(stack: string): Promise<ReadonlySet<string>> {
    const prefix = `${stack}/`;
    return new Set((await this.#all(openRuns, prefix)).map(({ key }) => key.slice(prefix.length)));
  }

  /** Removes the events of a run that was forgotten; one that was taken up again since then has its own. */
  async #sweepEvents(key: string): Promise<void> {
    const { documentStore } = this.#deployment;
    if ((await documentStore.get(runs, key)) === null) await documentStore.removeLog(eventsLog(key));
    await documentStore.remove(forgottenRuns, key);
  }

  async #noteOrphan(key: string): Promise<void> {
    const looks = (this.#orphans.get(key) ?? 0) + 1;
    this.#orphans.set(key, looks);
    if (looks < orphanLooks) return;
    this.#orphans.delete(key);
    await this.#deployment.documentStore.remove(openRuns, key);
  }

  /** The run, unless its stack was removed. */
  async #standing(found: StoredDocument): Promise<KeptRun | null> {
    const kept = keptRunOf(found);
    return standing([kept], await documentLineage(kept.document.stack, this.#deployment))[0] ?? null;
  }

  async #all(collection: string, prefix: string): Promise<readonly StoredDocument[]> {
    await this.#deployment.movesFinished();
    return allDocuments(this.#deployment.documentStore, collection, prefix);
  }
}

/**
 * Writes a run of a stack, with its events, under the new name of the stack: its document in one change, so that it is
 * one run at any time. False where there is nothing to write. To be called again where it broke off.
 */
export async function moveRun(
  found: StoredDocument,
  { to, lineage }: { readonly to: string; readonly lineage: string },
  documentStore: DocumentStore,
): Promise<boolean> {
  for (let now: StoredDocument | null = found; now !== null; now = await documentStore.get(runs, found.key)) {
    const kept = keptRunOf(now);
    if (originalLineage(kept.lineage) !== originalLineage(lineage)) return false;
    const moved = { ...kept, document: { ...kept.document, stack: to } };
    const [former, key] = [now.key, keyOf(moved)];
    // A stack that is called like its project: the run was moved before, and its new key begins like a former one.
    if (former === key) return false;
    await copyEvents(former, key, documentStore);
    const there = await documentStore.get(runs, key);
    const isAwaited = (await documentStore.get(openRuns, former)) !== null;
    const isMoved = await documentStore.changeAll([
      { kind: "put", collection: runs, key, document: stored(moved), revision: there?.revision ?? null },
      { kind: "remove", collection: runs, key: former, revision: now.revision },
      ...(isAwaited ? [{ kind: "put", collection: openRuns, key, document: {} } as const] : []),
      { kind: "remove", collection: openRuns, key: former },
      // By this a crash before the next line leaves no events for ever.
      { kind: "put", collection: forgottenRuns, key: former, document: {} },
    ]);
    if (!isMoved) continue;
    await documentStore.removeLog(eventsLog(former));
    await documentStore.remove(forgottenRuns, former);
    return true;
  }
  return false;
}

/** Writes the events of a run under another key as well; another may do so beside. */
async function copyEvents(former: string, key: string, documentStore: DocumentStore): Promise<void> {
  for (let after = await documentStore.logLength(eventsLog(key)); ; ) {
    const page = await documentStore.readLog(eventsLog(former), after, pageSize);
    if (page.length === 0) return;
    const entries = page.map(({ entry }) => entry);
    after = (await documentStore.appendLog(eventsLog(key), entries, after)).length;
  }
}

/** Forgets a run that can't be found any more, with its events; the document last, by which what is left is found. */
export async function forgetRun({ key, revision }: StoredDocument, documentStore: DocumentStore): Promise<void> {
  await documentStore.removeLog(eventsLog(key));
  await documentStore.remove(openRuns, key);
  await documentStore.remove(runs, key, { revision });
}

/** The runs of the stack of that lineage. */
function standing(kept: readonly KeptRun[], lineage: string): readonly KeptRun[] {
  return kept.filter((each) => each.lineage !== "" && originalLineage(each.lineage) === lineage);
}

function keyOf({ document: { stack, run } }: KeptRun): string {
  return `${stack}/${run}`;
}

function stored(kept: KeptRun): JsonObject {
  const { revision: _, ...document } = kept.document;
  return jsonOf({ format: 1, ...kept, document });
}

const keptRuns = documentCodec<KeptRun>();

/** A run as the document store has it. */
export function keptRunOf({ document, revision }: StoredDocument): KeptRun {
  const { format: _, lineage, ...kept } = document;
  return revised({ ...keptRuns.read(kept), lineage: typeof lineage === "string" ? lineage : "" }, revision);
}

function revised(kept: KeptRun, revision: number): KeptRun {
  return { ...kept, document: { ...kept.document, revision } };
}
