import { Fault } from "../../../../packages/base/fault.ts";
import type { Json } from "../../../../packages/base/json/json.ts";
import { markersIn } from "../../../definitions/schema/secret-values.ts";
import type { SecretMarker } from "../../../definitions/schema/value.ts";
import type { Secrets } from "../../../engine/ports/secrets.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import type { Deployment } from "../deployment.ts";

/** How much of a journal is looked through for former values. */
const newestBatches = 200;

/**
 * What a stack keeps sealed of its objects, its open calls and its outputs, in the clear. What came from another store
 * opens nowhere here and is left out. The newest batches of its journal count as well: a platform may still have a
 * value that was replaced. What is older would cost more than such a text is likely. `stateOf`: its state, asked for
 * where anything was ever sealed. `more`: what else may hold markers of the stack.
 */
export async function keptValues(
  stack: string,
  stateOf: () => Promise<StackState>,
  secrets: Secrets,
  { vault, store }: Pick<Deployment, "vault" | "store">,
  more: readonly unknown[] = [],
): Promise<readonly Json[]> {
  if (await vault.isEmpty()) return [];
  const { serial, records, superseded, openIntents, outputs } = await stateOf();
  const { batches } = await store.readJournalAfter(stack, Math.max(0, serial - newestBatches), newestBatches);
  const kept: readonly unknown[] = [[...records.values()], superseded, openIntents, outputs, batches, ...more];
  const markers = new Map(kept.flatMap((each) => markersIn(each as Json)).map((each) => [each.$secret.id, each]));
  const opened = await Promise.all([...markers.values()].map((marker) => openedIfHere(marker, secrets)));
  return opened.flat();
}

async function openedIfHere(marker: SecretMarker, secrets: Secrets): Promise<readonly Json[]> {
  try {
    const parts: Json[] = [];
    const value = await secrets.open(marker, (part) => parts.push(part));
    return [value, ...parts];
  } catch (cause) {
    if (cause instanceof Fault && cause.code === "secrets-unreadable") return [];
    throw cause;
  }
}
