import type { SteadyClock } from "../../packages/base/clock.ts";
import type { Exchange } from "../../packages/base/exchange/exchange.ts";
import type { Ids } from "../../packages/base/ids.ts";
import type { Turns } from "../../packages/base/turns.ts";
import type { LocalFailure } from "../../packages/local-cloud/runtime/local-cloud.ts";
import type { CredentialPolicySource } from "../providers/credentials/passages.ts";
import type { Machine } from "../providers/credentials/sources/machine.ts";
import type { PendingCalls } from "./service/pending-calls.ts";
import type { Product } from "./vendors.ts";

export interface DeploymentPartsOptions {
  readonly version: string;
  /** What can be declared, and who carries it out. Left out: what is shipped. */
  readonly product?: Product | undefined;
  /** State directory; made when missing. `:memory:` keeps nothing. */
  readonly dir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: SteadyClock;
  readonly ids: Ids;
  /** For long work: others have their turn between its parts. Left out: no other work wants one. */
  readonly turns?: Turns | undefined;
  /** How requests to real vendors leave the process. */
  readonly network: Exchange;
  /**
   * What may be asked of the machine: its identity, its name service. Left out: only the environment gives credentials.
   */
  readonly machine?: Machine | undefined;
  /** What decides where credentials may go. Left out: the environment alone. */
  readonly credentials?: CredentialPolicySource | undefined;
  /** How long a platform may put off the calls that no run makes. Left out: ten minutes. */
  readonly retryForMs?: number | undefined;
  /** Hears why something takes longer than its own work does. Left out: nothing does. */
  readonly notice?: ((text: string) => void) | undefined;
  /** Keeps what is waited for. Left out: nothing does. */
  readonly pending?: PendingCalls | undefined;
  /** Hears why the embedded cloud answered a request with 500. Left out: nothing does. */
  readonly cloudFailed?: ((failure: LocalFailure) => void) | undefined;
  /** Stands around the embedded cloud: sees all that it is asked and answers. Left out: nothing does. */
  readonly aroundCloud?: ((cloud: Exchange) => Exchange) | undefined;
}
