import { isJsonObject, type JsonObject } from "../base/json.ts";
import type { Register, RegisterDocument } from "../engine/ports/register.ts";
import { allDocuments } from "./access/all-documents.ts";
import { everyStack, roleCollection } from "./access/role-assignments.ts";
import { tokenCollection } from "./access/token-record.ts";
import type { Deployment } from "./deployment.ts";
import { stackPapers } from "./stack-papers.ts";

/** Noted once all is carried over: what a name stands for later is none of its business. */
const place = { collection: "access", key: "hangs-on-lineages" } as const;

type World = Pick<Deployment, "register" | "store">;

const carried = new WeakMap<Register, Promise<void>>();

/**
 * Hangs what older versions kept under the names of stacks (roles, limits of tokens, settings) on the stacks that stand under
 * those names now: once for a store. What is of a stack that is not there stays without effect.
 */
export function carryOver(world: World): Promise<void> {
  const known = carried.get(world.register);
  if (known !== undefined) return known;
  const carrying = carry(world).catch((cause: unknown) => {
    carried.delete(world.register);
    throw cause;
  });
  carried.set(world.register, carrying);
  return carrying;
}

async function carry({ register, store }: World): Promise<void> {
  if ((await register.get(place.collection, place.key)) !== null) return;
  const lineages = await store.lineages();
  for (const found of await allDocuments(register, roleCollection)) await carryRole(found, register, lineages);
  for (const found of await allDocuments(register, tokenCollection)) await carryToken(found, register, lineages);
  for (const { key, document } of await allDocuments(register, stackPapers.formerSettings)) {
    const lineage = lineages.get(key);
    if (lineage === undefined) continue;
    await register.put(stackPapers.settings, lineage, { ...document, stack: key }, { revision: null });
    await register.remove(stackPapers.formerSettings, key);
  }
  await register.put(place.collection, place.key, {}, { revision: null });
}

type Lineages = ReadonlyMap<string, string>;

async function carryRole({ key, revision, document }: RegisterDocument, register: Register, lineages: Lineages) {
  const { stack, lineage } = document;
  if (typeof stack !== "string" || stack === everyStack || lineage !== undefined) return;
  const stands = lineages.get(stack);
  if (stands !== undefined) await register.put(roleCollection, key, { ...document, lineage: stands }, { revision });
}

async function carryToken({ key, revision, document }: RegisterDocument, register: Register, lineages: Lineages) {
  const { scope, lineages: known } = document;
  if (known !== undefined || !isJsonObject(scope) || !Array.isArray(scope["stacks"])) return;
  const stands: JsonObject = Object.fromEntries(
    scope["stacks"].map(String).flatMap((stack) => {
      const lineage = lineages.get(stack);
      return lineage === undefined ? [] : [[stack, lineage]];
    }),
  );
  await register.put(tokenCollection, key, { ...document, lineages: stands }, { revision });
}
