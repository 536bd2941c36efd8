import type { Exchange } from "../../../../packages/base/exchange/exchange.ts";
import type { Judge } from "../../transport/guarded-exchange.ts";
import type { AzureCloud } from "../azure/azure-credentials.ts";
import type { EntraSignIn, EntraTokens } from "../azure/entra-tokens.ts";
import type { GoogleSignIn } from "../google/google-credentials.ts";
import type { CredentialSource } from "./credential-source.ts";

/** How a profile of Databricks' is used. */
export interface ProfileUse {
  readonly name: string;
  /** The variables that it stands for. */
  readonly gives: readonly string[];
  /** The variable for which its credential was passed over; null where it was not, or has none. */
  readonly passedOverFor: string | null;
}

/** What may be asked of the machine beyond its environment. */
export interface Machine {
  /** Google's credentials: those of a key, or what its own tools would find. */
  readonly google: (signIn: GoogleSignIn) => CredentialSource;
  /** `network`: by which the vendor's library sends what it sends. */
  readonly azure: (cloud: AzureCloud, network: Exchange) => CredentialSource;
  /** Entra's tokens for others than the management planes, got by `network`. Left out: there are none. */
  readonly entra?: (signIn: EntraSignIn, network: Exchange) => EntraTokens;
  /**
   * The text of a file that an operator has named. Throws a Fault where another user could have written it or may read
   * it, and what the file system throws.
   */
  readonly readText: (path: string) => Promise<string>;
  /** The addresses of a name; none when it has none. */
  readonly resolve: (name: string) => Promise<readonly string[]>;
  /** A way out by no proxy whose every connection is judged as it is made, and leads to what was judged. */
  readonly guarded: (judge: Judge) => Exchange;
  /** The profile of Databricks' that stands for variables of the environment. Left out: none does. */
  readonly profile?: ProfileUse;
  /** A way out by the proxy at this address. Left out: no proxy is used. */
  readonly byProxy?: (proxy: string) => Exchange;
  /**
   * How many certificate authorities this process has read besides those that come with it: out of the file that
   * `NODE_EXTRA_CA_CERTS` names, and out of the system's store; null where that is not in use. Left out: it is not
   * known.
   */
  readonly authorities?: () => Promise<{ readonly extra: number; readonly system: number | null }>;
}
