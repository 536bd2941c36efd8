import { once } from "node:events";
import { Worker } from "node:worker_threads";

/**
 * What Azure's chain shows at these addresses, by an environment of its own. It is asked in a thread of its own: the
 * vendor's library keeps the first managed identity that it finds for as long as its thread lives, with its endpoint
 * and its proof, whichever test has found it.
 */
export async function inIdentityThread(
  urls: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<unknown> {
  const entry = new URL("./identity-thread.fixture.ts", import.meta.url);
  const thread = new Worker(entry, { workerData: { urls }, env: { ...environment }, execArgv: [] });
  try {
    // What the thread throws is thrown here.
    const [shown] = await once(thread, "message");
    return shown;
  } finally {
    await thread.terminate();
  }
}
