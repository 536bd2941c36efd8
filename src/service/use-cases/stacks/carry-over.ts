import { isJsonObject, type JsonObject } from "../../../../packages/base/json/json.ts";
import type { DocumentStore, StoredDocument } from "../../../engine/ports/document-store.ts";
import { originalLineage } from "../../../engine/state/lineage.ts";
import { allDocuments } from "../../access/all-documents.ts";
import { everyStack, roleCollection } from "../../access/roles/role-assignments.ts";
import { tokenCollection } from "../../access/tokens/token-record.ts";
import type { Deployment } from "../../deployment.ts";
import { legacyDocuments, stackDocuments } from "./stack-documents.ts";

const collection = "access";

/** Noted once all of it is carried over: what a name stands for later is none of its business. */
const done = {
  rights: "hangs-on-lineages",
  documents: "papers-hang-on-lineages",
  clouds: "clouds-have-one-name",
  projects: "stacks-have-projects",
} as const;

/** `carryClouds`, `carryProjects`: see the files of these names. Left out: there are no records. */
type DeploymentPart = Pick<Deployment, "documentStore" | "store"> & {
  /** Tells when to look again for what is left, where something is. Left out: never. */
  readonly clock?: Pick<Deployment["clock"], "elapsed">;
  readonly carryClouds?: () => Promise<boolean>;
  readonly carryProjects?: () => Promise<boolean>;
  /** Finishes what a crash has left of stacks that were given another name; false where something is left. */
  readonly finishMoves?: () => Promise<boolean>;
};

/** So long after a look it is looked again. */
const againMs = 30_000;

/**
 * `carryOver` for a deployment: at the first call, and again where it failed, later where something was left, and from
 * time to time where moves are finished: another process may die in the middle of one at any time.
 */
export function carriedOverOnce(deployment: DeploymentPart): () => Promise<void> {
  const { clock } = deployment;
  let carrying: Promise<void> | null = null;
  let again = Number.POSITIVE_INFINITY;
  const look = async () => {
    again = Number.POSITIVE_INFINITY;
    const isDone = (await carryOver(deployment)) && deployment.finishMoves === undefined;
    if (!isDone && clock !== undefined) again = clock.elapsed() + againMs;
  };
  return () => {
    if (clock !== undefined && clock.elapsed() >= again) carrying = null;
    carrying ??= look().catch((cause: unknown) => {
      carrying = null;
      throw cause;
    });
    return carrying;
  };
}

/**
 * Hangs what older versions kept under the names of stacks (roles, limits of tokens, settings, declarations, runs) on
 * the stacks that stand under those names now: once for a store. What is of a stack that is not there stays without
 * effect. Where it breaks off, the next call goes on with what is left. True where nothing is.
 */
export async function carryOver(deployment: DeploymentPart): Promise<boolean> {
  const areFinished = (await deployment.finishMoves?.()) ?? true;
  return (await carryLegacy(deployment)) && areFinished;
}

async function carryLegacy(deployment: DeploymentPart): Promise<boolean> {
  const { documentStore, carryClouds, carryProjects } = deployment;
  const isDone = async (what: keyof typeof done) => (await documentStore.get(collection, done[what])) !== null;
  const note = (what: keyof typeof done) => documentStore.put(collection, done[what], {}, { revision: null });
  // Each came after the one before: a store that has it has all.
  if (await isDone("projects")) return true;
  let hasClouds = await isDone("clouds");
  if (!hasClouds) {
    if (!(await isDone("documents"))) {
      if (!(await isDone("rights"))) await carryRights(deployment);
      await carryStackDocuments(deployment);
    }
    if (carryClouds === undefined) return true;
    hasClouds = await carryClouds();
    if (hasClouds) await note("clouds");
  }
  if (carryProjects === undefined) return true;
  // Whatever is left above: the stack that it waits for can't be named.
  const hasProjects = await carryProjects();
  if (hasClouds && hasProjects) await note("projects");
  return hasClouds && hasProjects;
}

async function carryRights({ documentStore, store }: DeploymentPart): Promise<void> {
  const lineages = await store.lineages();
  for (const found of await allDocuments(documentStore, roleCollection))
    await carryRole(found, documentStore, lineages);
  for (const found of await allDocuments(documentStore, tokenCollection))
    await carryToken(found, documentStore, lineages);
  for (const { key, document } of await allDocuments(documentStore, legacyDocuments.settings)) {
    const lineage = lineages.get(key);
    if (lineage === undefined) continue;
    await documentStore.put(stackDocuments.settings, lineage, { ...document, stack: key }, { revision: null });
    await documentStore.remove(legacyDocuments.settings, key);
  }
  await documentStore.put(collection, done.rights, {}, { revision: null });
}

async function carryStackDocuments({ documentStore, store }: DeploymentPart): Promise<void> {
  const known = new Map<string, string>();
  const lineageOf = async (stack: string): Promise<string> => {
    const lineage = known.get(stack) ?? originalLineage((await store.progress(stack)).lineage);
    known.set(stack, lineage);
    return lineage;
  };
  /** Puts a document under the lineage that stands for the first part of its key. */
  const move = async (from: string, to: string, { key, document }: StoredDocument) => {
    const [stack = key, ...rest] = key.split("/");
    const lineage = await lineageOf(stack);
    if (lineage === "") return;
    await documentStore.put(to, [lineage, ...rest].join("/"), { ...document, stack }, { revision: null });
    await documentStore.remove(from, key);
  };
  for (const kind of ["declarations", "earlierDeclarations"] as const)
    for (const found of await allDocuments(documentStore, legacyDocuments[kind]))
      await move(legacyDocuments[kind], stackDocuments[kind], found);
  for (const found of await allDocuments(documentStore, stackDocuments.drift))
    if (!found.key.includes("/")) await move(stackDocuments.drift, stackDocuments.drift, found);
  for (const { key, revision, document } of await allDocuments(documentStore, stackDocuments.runs)) {
    const lineage = document["lineage"] === undefined ? await lineageOf(key.split("/")[0] ?? key) : "";
    if (lineage !== "") await documentStore.put(stackDocuments.runs, key, { ...document, lineage }, { revision });
  }
  await documentStore.put(collection, done.documents, {}, { revision: null });
}

type Lineages = ReadonlyMap<string, string>;

async function carryRole(
  { key, revision, document }: StoredDocument,
  documentStore: DocumentStore,
  lineages: Lineages,
) {
  const { stack, lineage } = document;
  if (typeof stack !== "string" || stack === everyStack || lineage !== undefined) return;
  const stands = lineages.get(stack);
  if (stands !== undefined)
    await documentStore.put(roleCollection, key, { ...document, lineage: stands }, { revision });
}

async function carryToken(
  { key, revision, document }: StoredDocument,
  documentStore: DocumentStore,
  lineages: Lineages,
) {
  const { scope, lineages: known } = document;
  if (known !== undefined || !isJsonObject(scope) || !Array.isArray(scope["stacks"])) return;
  const stands: JsonObject = Object.fromEntries(
    scope["stacks"].map(String).flatMap((stack) => {
      const lineage = lineages.get(stack);
      return lineage === undefined ? [] : [[stack, lineage]];
    }),
  );
  await documentStore.put(tokenCollection, key, { ...document, lineages: stands }, { revision });
}
