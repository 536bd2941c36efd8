import type { ResourceRow } from "../../../contract/documents/resources.ts";
import type { Deployment } from "../deployment.ts";
import { resourceRow } from "./resource-row.ts";

/** What is believed to exist in a stack, by name; replaced objects that wait for their deletion come last. */
export async function listResources(stack: string, { store }: Deployment): Promise<readonly ResourceRow[]> {
  const state = await store.readStack(stack);
  const current = [...state.records.values()].sort((a, b) => (a.address < b.address ? -1 : 1));
  return [...current, ...state.superseded].map(resourceRow);
}

/** The records of `dev`, each as its name, the last part of its id, and its status. */
export async function showState(world: Deployment): Promise<readonly string[]> {
  const rows = await listResources("dev", world);
  return rows.map(({ name, id, status }) => `${name} ${id.split("/").at(-1)} ${status}`).sort();
}
