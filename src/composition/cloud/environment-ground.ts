import type { GroundSource } from "../../providers/credentials/passages.ts";
import type { CredentialGround } from "../../providers/credentials/sources/credential-rule.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What the environment alone says of where credentials may go. */
export function environmentGround(environment: Environment): Pick<CredentialGround, "environment" | "welcomesLocal"> {
  return { environment, welcomesLocal: (environment["PLUMB_CLOUD"] ?? "local") === "local" };
}

/** How the user of a machine allows an origin. */
export function trustRemedy(_kind: string, origin: string, isPrivate: boolean): string {
  return `if that is meant, say \`plumb provider trust ${origin}${isPrivate ? " --private" : ""}\``;
}

/** Where nothing was allowed besides. */
export function groundOfEnvironment(environment: Environment): GroundSource {
  const ground = { bindings: [], trusted: [], ...environmentGround(environment), remedy: trustRemedy };
  return { ground: async () => ground };
}
