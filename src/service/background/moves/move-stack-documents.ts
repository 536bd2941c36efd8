import { isJsonObject, type JsonObject } from "../../../../packages/base/json/json.ts";
import type { DocumentChange, DocumentStore, StoredDocument } from "../../../engine/ports/document-store.ts";
import { originalLineage } from "../../../engine/state/lineage.ts";
import { allDocuments } from "../../access/all-documents.ts";
import { roleCollection } from "../../access/roles/role-assignments.ts";
import { tokenCollection } from "../../access/tokens/token-record.ts";
import { stackDocuments } from "../../use-cases/stacks/stack-documents.ts";
import { moveRun } from "../kept-runs/stored-run-repository.ts";

/** A stack that gets another name. */
export interface StackMove {
  readonly from: string;
  readonly to: string;
  readonly lineage: string;
}

const { runs, ...keyedByLineage } = stackDocuments;

/**
 * Writes what is kept of a stack under its new name: declaration, settings, looks for drift, runs with their events,
 * roles on it, limits of tokens. True where there was anything to write. To be called again where it broke off, and
 * beside another who does the same: what is moved already stays so, and what somebody changes meanwhile is moved as it
 * is then.
 */
export async function moveStackDocuments(move: StackMove, documentStore: DocumentStore): Promise<boolean> {
  const original = originalLineage(move.lineage);
  let isAnyMoved = false;
  const each = async (collection: string, written: (found: StoredDocument) => Promise<Written>) => {
    for (const found of await allDocuments(documentStore, collection))
      isAnyMoved = (await moved(collection, found, written, documentStore)) || isAnyMoved;
  };
  for (const collection of Object.values(keyedByLineage)) {
    await each(collection, async ({ key, revision, document }) => {
      const [lineage = ""] = key.split("/");
      if (originalLineage(lineage) !== original || (document["stack"] ?? move.from) !== move.from) return null;
      return [{ kind: "put", collection, key, document: { ...document, stack: move.to }, revision }];
    });
  }
  for (const found of await allDocuments(documentStore, runs, `${move.from}/`))
    isAnyMoved = (await moveRun(found, move, documentStore)) || isAnyMoved;
  await each(roleCollection, (found) => movedRole(found, move, documentStore));
  await each(tokenCollection, async (found) => movedToken(found, move));
  return isAnyMoved;
}

/** What is to be written for a document; null where it stays as it is. */
type Written = readonly DocumentChange[] | null;

/** Writes what a document comes to, asked again whenever another came between. False where it stays as it is. */
async function moved(
  collection: string,
  found: StoredDocument,
  written: (now: StoredDocument) => Promise<Written>,
  documentStore: DocumentStore,
): Promise<boolean> {
  for (let now: StoredDocument | null = found; now !== null; now = await documentStore.get(collection, found.key)) {
    const changes = await written(now);
    if (changes === null) return false;
    if (await documentStore.changeAll(changes)) return true;
  }
  return false;
}

/** A role that somebody was given under the new name since the stack has it is the newer one, and stays. */
async function movedRole({ key, revision, document }: StoredDocument, move: StackMove, documentStore: DocumentStore) {
  if (document["stack"] !== move.from || document["lineage"] !== move.lineage) return null;
  const former: DocumentChange = { kind: "remove", collection: roleCollection, key, revision };
  const there = `${move.to}${key.slice(move.from.length)}`;
  const standing = await documentStore.get(roleCollection, there);
  if (standing?.document["lineage"] === move.lineage) return [former];
  const role = { ...document, stack: move.to };
  const expected = { revision: standing?.revision ?? null };
  return [former, { kind: "put", collection: roleCollection, key: there, document: role, ...expected } as const];
}

function movedToken({ key, revision, document }: StoredDocument, { from, to, lineage }: StackMove): Written {
  const { scope, lineages } = document;
  if (!isJsonObject(scope) || !Array.isArray(scope["stacks"]) || !isJsonObject(lineages)) return null;
  const { [from]: own, ...others } = lineages;
  if (own !== lineage) return null;
  const stacks = [...new Set(scope["stacks"].map((stack) => (stack === from ? to : stack)))];
  const limited: JsonObject = {
    ...document,
    scope: { ...scope, stacks },
    lineages: { ...others, [to]: lineage },
  };
  return [{ kind: "put", collection: tokenCollection, key, document: limited, revision }];
}
