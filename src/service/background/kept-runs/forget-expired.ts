import type { Deployment } from "../../use-cases/deployment.ts";
import type { StoreTime } from "./store-time.ts";

/**
 * Removes the documents of the document store whose time is over: by the time of the store, and by the clock of this
 * process where that one is behind it. A clock that is ahead removes nothing before its time.
 */
export async function forgetExpired(time: StoreTime, { documentStore, clock }: Deployment): Promise<void> {
  await documentStore.deleteExpired(Math.min(await time.now(), clock.now()));
}
