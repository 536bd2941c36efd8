import type { Deployment } from "../../deployment.ts";
import { listResources } from "./show-state.ts";

/** The records of `dev`, each as its name, the last part of its id, and its status. */
export async function showState(world: Deployment): Promise<readonly string[]> {
  const rows = await listResources("dev", world);
  return rows.map(({ name, id, status }) => `${name} ${id.split("/").at(-1)} ${status}`).sort();
}
