import type { CredentialPolicySource } from "../../providers/credentials/passages.ts";
import type { CredentialPolicy } from "../../providers/credentials/sources/credential-rule.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What the environment alone says of where credentials may go. */
export function environmentPolicy(environment: Environment): Pick<CredentialPolicy, "environment" | "welcomesLocal"> {
  return { environment, welcomesLocal: (environment["PLUMB_CLOUD"] ?? "local") === "local" };
}

/** How the user of a machine allows an origin. */
export function trustRemedy(_kind: string, origin: string, isPrivate: boolean): string {
  return `if that is meant, say \`plumb provider trust ${origin}${isPrivate ? " --private" : ""}\``;
}

/** Where nothing was allowed besides. */
export function policyOfEnvironment(environment: Environment): CredentialPolicySource {
  const policy = { bindings: [], trusted: [], ...environmentPolicy(environment), remedy: trustRemedy };
  return { policy: async () => policy };
}
