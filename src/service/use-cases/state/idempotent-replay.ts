import type { Deployment } from "../deployment.ts";

/**
 * Whether the journal of a stack has something under this id already: an earlier attempt at the same request wrote it.
 */
export async function isReplay(id: string, stack: string, { store }: Deployment): Promise<boolean> {
  return (await store.readJournal(stack)).some((entry) => entry.run === id);
}
