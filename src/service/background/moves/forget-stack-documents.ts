import { Fault } from "../../../../packages/base/fault.ts";
import type { StoredDocument } from "../../../engine/ports/document-store.ts";
import { originalLineage } from "../../../engine/state/lineage.ts";
import type { Deployment } from "../../use-cases/deployment.ts";
import { stackDocuments } from "../../use-cases/stacks/stack-documents.ts";
import { forgetRun, keptRunOf } from "../kept-runs/stored-run-repository.ts";

type DeploymentPart = Pick<Deployment, "documentStore" | "store" | "movesFinished">;

/** A stack as documents know it. */
interface Owner {
  readonly stack: string;
  readonly lineage: string;
}

const { runs, ...keyedByLineage } = stackDocuments;
const pageSize = 500;

/**
 * Forgets what is kept of a stack that was removed: declaration, settings, runs with their events, looks for drift.
 * Where it breaks off, what is left is without effect, and `sweepStackDocuments` removes it.
 */
export async function forgetStackDocuments(
  { stack, lineage }: Owner,
  { documentStore }: DeploymentPart,
): Promise<void> {
  const original = originalLineage(lineage);
  for (const collection of Object.values(keyedByLineage)) {
    await documentStore.remove(collection, collection === stackDocuments.settings ? lineage : original);
    for await (const { key, revision } of documents(documentStore, collection, `${original}/`))
      await documentStore.remove(collection, key, { revision });
  }
  for await (const found of documents(documentStore, runs, `${stack}/`))
    if (originalLineage(keptRunOf(found).lineage) === original) await forgetRun(found, documentStore);
}

/** Forgets what is kept of stacks that stand no more. What is of a stack that can't be read stays. */
export async function sweepStackDocuments(deployment: DeploymentPart, signal: AbortSignal): Promise<void> {
  await deployment.movesFinished();
  const { documentStore, store } = deployment;
  // By lineages alone: documents of a stack that gets another name just now may still have the old one.
  const standing = new Set([...(await store.lineages()).values()].map(originalLineage));
  for (const collection of Object.values(stackDocuments)) {
    for await (const found of documents(documentStore, collection, "")) {
      if (signal.aborted) return;
      const owner = collection === runs ? ownerOfRun(found) : ownerByKey(found);
      if (standing.has(originalLineage(owner.lineage)) || (await stands(owner, store))) continue;
      if (collection === runs) await forgetRun(found, documentStore);
      else await documentStore.remove(collection, found.key, { revision: found.revision });
    }
  }
}

function ownerOfRun(found: StoredDocument): Owner {
  const { document, lineage } = keptRunOf(found);
  return { stack: document.stack, lineage };
}

function ownerByKey({ key, document }: StoredDocument): Owner {
  return { stack: String(document["stack"]), lineage: key.split("/")[0] ?? key };
}

function isOf({ lineage }: Owner, standing: string | undefined): boolean {
  return lineage !== "" && standing !== undefined && originalLineage(lineage) === originalLineage(standing);
}

/** Asked after the document was read: a stack that was removed since then does not come back. */
async function stands(owner: Owner, store: DeploymentPart["store"]): Promise<boolean> {
  try {
    return isOf(owner, (await store.progress(owner.stack)).lineage);
  } catch (cause) {
    if (cause instanceof Fault && cause.code === "store-damaged") return true;
    throw cause;
  }
}

async function* documents(
  documentStore: DeploymentPart["documentStore"],
  collection: string,
  prefix: string,
): AsyncGenerator<StoredDocument, void, void> {
  for (let after: string | undefined; ; ) {
    const page = await documentStore.list(collection, {
      prefix,
      limit: pageSize,
      ...(after === undefined ? {} : { after }),
    });
    yield* page;
    after = page.at(-1)?.key;
    if (page.length < pageSize) return;
  }
}
