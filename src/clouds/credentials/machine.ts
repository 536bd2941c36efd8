import type { Fetch } from "../../base/fetch.ts";
import type { CredentialSource } from "./credential-source.ts";

/** What may be asked of the machine beyond its environment. */
export interface Machine {
  readonly google: () => CredentialSource;
  readonly azure: () => CredentialSource;
  /** The addresses of a name; none when it has none. */
  readonly resolve: (name: string) => Promise<readonly string[]>;
  /** A network that connects to these addresses only, whatever a name has come to mean. */
  readonly pinnedTo: (addresses: readonly string[]) => Fetch;
}
