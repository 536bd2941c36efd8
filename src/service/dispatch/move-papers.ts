import { isJsonObject, type JsonObject } from "../../base/json.ts";
import type { Register, RegisterDocument } from "../../engine/ports/register.ts";
import { originalLineage } from "../../engine/state/lineage.ts";
import { allDocuments } from "../access/all-documents.ts";
import { roleCollection } from "../access/role-assignments.ts";
import { tokenCollection } from "../access/token-record.ts";
import { stackPapers } from "../stack-papers.ts";
import { moveRun } from "./register-run-book.ts";

/** A stack that gets another name. */
export interface StackMove {
  readonly from: string;
  readonly to: string;
  readonly lineage: string;
}

const { runs, ...keyedByLineage } = stackPapers;

/**
 * Writes what is kept of a stack under its new name: declaration, settings, looks for drift, runs with their events, roles on it,
 * limits of tokens. To be called again where it broke off: what is moved already stays so.
 */
export async function movePapers(move: StackMove, register: Register): Promise<void> {
  const original = originalLineage(move.lineage);
  for (const collection of Object.values(keyedByLineage)) {
    for (const found of await allDocuments(register, collection)) {
      const [lineage = ""] = found.key.split("/");
      if (originalLineage(lineage) === original) await rewrite(collection, found, { stack: move.to }, register);
    }
  }
  for (const found of await allDocuments(register, runs, `${move.from}/`)) await moveRun(found, move, register);
  for (const found of await allDocuments(register, roleCollection)) await moveRole(found, move, register);
  for (const found of await allDocuments(register, tokenCollection)) await moveToken(found, move, register);
}

async function rewrite(collection: string, found: RegisterDocument, changed: JsonObject, register: Register) {
  const { key, revision, document } = found;
  await register.put(collection, key, { ...document, ...changed }, { revision });
}

async function moveRole({ key, revision, document }: RegisterDocument, move: StackMove, register: Register) {
  if (document["stack"] !== move.from || document["lineage"] !== move.lineage) return;
  const moved = { ...document, stack: move.to };
  await register.changeAll([
    { kind: "remove", collection: roleCollection, key, revision },
    { kind: "put", collection: roleCollection, key: `${move.to}${key.slice(move.from.length)}`, document: moved },
  ]);
}

async function moveToken(found: RegisterDocument, { from, to, lineage }: StackMove, register: Register) {
  const { scope, lineages } = found.document;
  if (!isJsonObject(scope) || !Array.isArray(scope["stacks"]) || !isJsonObject(lineages)) return;
  const { [from]: own, ...others } = lineages;
  if (own !== lineage) return;
  const stacks = scope["stacks"].map((stack) => (stack === from ? to : stack));
  await rewrite(
    tokenCollection,
    found,
    { scope: { ...scope, stacks }, lineages: { ...others, [to]: lineage } },
    register,
  );
}
