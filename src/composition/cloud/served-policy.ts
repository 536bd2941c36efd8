import type { CredentialBinding } from "../../engine/ports/credential-binding.ts";
import type { CredentialPolicySource } from "../../providers/credentials/passages.ts";
import type { CredentialPolicy } from "../../providers/credentials/sources/credential-rule.ts";
import { environmentPolicy } from "./environment-policy.ts";

/**
 * What decides at a service: its environment, and the credentials that its operator and its admins have named. A port
 * of its own machine is reached only where they say that a local cloud listens: tenants write the addresses, and what
 * else listens there trusts all who reach it.
 */
export function servedPolicy(
  environment: Readonly<Record<string, string | undefined>>,
  bindings: () => Promise<readonly CredentialBinding[]>,
): CredentialPolicySource {
  const fixed = { trusted: [], ...environmentPolicy(environment), welcomesLocal: false, remedy };
  let last: CredentialPolicy = { ...fixed, bindings: [] };
  return {
    policy: async () => {
      const now = await bindings();
      if (now !== last.bindings) last = { ...fixed, bindings: now };
      return last;
    },
  };
}

/** How an admin of the service allows an origin. */
function remedy(kind: string, origin: string, isPrivate: boolean): string {
  const options = `--kind ${kind} --origin ${origin}${isPrivate ? " --private" : ""}`;
  return `if that is meant, an admin of the service says \`plumb credential set NAME ${options}\``;
}
