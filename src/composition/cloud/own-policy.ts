import type { CredentialPolicySource } from "../../providers/credentials/passages.ts";
import { natureOf } from "../../providers/credentials/provider-origin.ts";
import type { CredentialPolicy, TrustedOrigin } from "../../providers/credentials/sources/credential-rule.ts";
import { environmentPolicy, trustRemedy } from "./environment-policy.ts";

interface OwnPolicyOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The origins that the user of this machine trusts. */
  readonly trusted: () => Promise<readonly TrustedOrigin[]>;
  /** Remembers one more. */
  readonly trust: (origin: TrustedOrigin) => Promise<void>;
  /** Asks the user a question that is answered by yes or no; null where there is no terminal. */
  readonly agree: ((question: string) => Promise<boolean>) | null;
}

/**
 * What decides on one's own machine: the environment, and what its user trusts. An origin that is new is asked about
 * once.
 */
export function ownPolicy({ environment, trusted, trust, agree }: OwnPolicyOptions): CredentialPolicySource {
  let read: Promise<CredentialPolicy> | undefined;
  const policy = () => {
    read ??= trusted().then((origins) => ({
      bindings: [],
      trusted: origins,
      ...environmentPolicy(environment),
      remedy: trustRemedy,
    }));
    return read;
  };
  if (agree === null) return { policy };
  return {
    policy,
    ask: async (origin, { ref, kind }) => {
      const nature = natureOf(origin).kind;
      const isPrivate = nature === "private";
      const what =
        nature === "loopback" ? "this machine" : isPrivate ? "a private address" : `no address of ${kind}'s own`;
      // No vendor's credential goes to this machine, whatever is answered.
      const sent = nature === "loopback" ? "it tokens that a local cloud issued" : "your credentials there";
      const question = `Provider \`${ref}\` leads to ${origin}, which is ${what}.\nSend ${sent}, now and from now on?`;
      if (!(await agree(question))) return false;
      await trust({ origin, mayBePrivate: isPrivate });
      read = undefined;
      return true;
    },
  };
}
