import { Fault } from "../../../../packages/base/fault.ts";
import type { Json } from "../../../../packages/base/json/json.ts";
import { markersIn } from "../../../definitions/schema/secret-values.ts";
import type { SecretMarker } from "../../../definitions/schema/value.ts";
import type { Secrets, Vault } from "../../../engine/ports/secrets.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";

/**
 * What a stack keeps sealed of its objects, its open calls and its outputs, in the clear. What came from another store
 * opens nowhere here and is left out. `stateOf`: its state, asked for where anything was ever sealed. `more`: what else
 * may hold markers of the stack.
 */
export async function keptValues(
  stateOf: () => Promise<StackState>,
  secrets: Secrets,
  vault: Vault,
  more: readonly unknown[] = [],
): Promise<readonly Json[]> {
  if (await vault.isEmpty()) return [];
  const { records, superseded, openIntents, outputs } = await stateOf();
  const kept: readonly unknown[] = [[...records.values()], superseded, openIntents, outputs, ...more];
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
