import type { AppendOutcome } from "../../../engine/ports/store.ts";
import { type Claim, withoutName } from "../../../engine/state/snapshot.ts";
import type { Authority } from "../../access/authority.ts";
import { localOwner } from "../../access/local-owner.ts";
import { isOwnStack } from "../../stack-name.ts";

/** A claim as an answer to the caller alone may tell of it: a stack that the caller may not see has no name. */
export function claimForCaller(claim: Claim, own: string, authority: Authority): Claim {
  const { stack } = claim;
  const isTold = stack === own || isOwnStack(stack) || authority.decide("stack:read", { stack }).kind === "allowed";
  return isTold ? claim : withoutName(claim);
}

/**
 * A claim as a document may tell of it that others read as well, a plan or the events of a run: where many share the
 * store, no other stack has a name in it.
 */
export function claimForAll(claim: Claim, own: string, { caller }: Authority): Claim {
  const isAlone = caller.principal === localOwner.caller.principal;
  return isAlone || claim.stack === own || isOwnStack(claim.stack) ? claim : withoutName(claim);
}

/** The result of an append, with the claim told by one of the above. */
export function withVisibleClaim(
  outcome: AppendOutcome,
  own: string,
  authority: Authority,
  told: (claim: Claim, own: string, authority: Authority) => Claim,
): AppendOutcome {
  return outcome.kind === "claimed" ? { kind: "claimed", claim: told(outcome.claim, own, authority) } : outcome;
}
