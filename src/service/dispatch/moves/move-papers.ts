import { isJsonObject, type JsonObject } from "../../../../packages/base/json/json.ts";
import type { DocumentChange, Register, RegisterDocument } from "../../../engine/ports/register.ts";
import { originalLineage } from "../../../engine/state/lineage.ts";
import { allDocuments } from "../../access/all-documents.ts";
import { roleCollection } from "../../access/roles/role-assignments.ts";
import { tokenCollection } from "../../access/tokens/token-record.ts";
import { stackPapers } from "../../stacks/stack-papers.ts";
import { moveRun } from "../kept-runs/register-run-repository.ts";

/** A stack that gets another name. */
export interface StackMove {
  readonly from: string;
  readonly to: string;
  readonly lineage: string;
}

const { runs, ...keyedByLineage } = stackPapers;

/**
 * Writes what is kept of a stack under its new name: declaration, settings, looks for drift, runs with their events, roles on it,
 * limits of tokens. True where there was anything to write. To be called again where it broke off, and beside another who does the
 * same: what is moved already stays so, and what somebody changes meanwhile is moved as it is then.
 */
export async function movePapers(move: StackMove, register: Register): Promise<boolean> {
  const original = originalLineage(move.lineage);
  let isAnyMoved = false;
  const each = async (collection: string, written: (found: RegisterDocument) => Promise<Written>) => {
    for (const found of await allDocuments(register, collection))
      isAnyMoved = (await moved(collection, found, written, register)) || isAnyMoved;
  };
  for (const collection of Object.values(keyedByLineage)) {
    await each(collection, async ({ key, revision, document }) => {
      const [lineage = ""] = key.split("/");
      if (originalLineage(lineage) !== original || (document["stack"] ?? move.from) !== move.from) return null;
      return [{ kind: "put", collection, key, document: { ...document, stack: move.to }, revision }];
    });
  }
  for (const found of await allDocuments(register, runs, `${move.from}/`))
    isAnyMoved = (await moveRun(found, move, register)) || isAnyMoved;
  await each(roleCollection, (found) => movedRole(found, move, register));
  await each(tokenCollection, async (found) => movedToken(found, move));
  return isAnyMoved;
}

/** What is to be written for a document; null where it stays as it is. */
type Written = readonly DocumentChange[] | null;

/** Writes what a document comes to, asked again whenever another came between. False where it stays as it is. */
async function moved(
  collection: string,
  found: RegisterDocument,
  written: (now: RegisterDocument) => Promise<Written>,
  register: Register,
): Promise<boolean> {
  for (let now: RegisterDocument | null = found; now !== null; now = await register.get(collection, found.key)) {
    const changes = await written(now);
    if (changes === null) return false;
    if (await register.changeAll(changes)) return true;
  }
  return false;
}

/** A role that somebody was given under the new name since the stack has it is the newer one, and stays. */
async function movedRole({ key, revision, document }: RegisterDocument, move: StackMove, register: Register) {
  if (document["stack"] !== move.from || document["lineage"] !== move.lineage) return null;
  const former: DocumentChange = { kind: "remove", collection: roleCollection, key, revision };
  const there = `${move.to}${key.slice(move.from.length)}`;
  const standing = await register.get(roleCollection, there);
  if (standing?.document["lineage"] === move.lineage) return [former];
  const role = { ...document, stack: move.to };
  const expected = { revision: standing?.revision ?? null };
  return [former, { kind: "put", collection: roleCollection, key: there, document: role, ...expected } as const];
}

function movedToken({ key, revision, document }: RegisterDocument, { from, to, lineage }: StackMove): Written {
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
