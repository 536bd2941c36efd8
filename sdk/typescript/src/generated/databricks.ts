// Generated from the resource definitions by `npm run generate`; changes are lost.
// biome-ignore-all format: lines are broken by the generator
import type { Input } from "../outputs/output.ts";
import { Provider as ProviderInstance, type ProviderOptions } from "../resources/provider.ts";

/** Where Databricks resources go, and what they are given when they leave it out. */
export interface ProviderArgs {
  /**
   * Whether the provider speaks to a workspace or to the account. Settings need a workspace. Rules: one of workspace,
   * account.
   */
  readonly level?: Input<"workspace" | "account" | undefined> | undefined;
  /**
   * Base address of the interface; the vendor's own, or the local cloud in local mode, when left out. Rules: must be an
   * address that starts with https:// or http://, without spaces and backslashes. Left out: the environment variable
   * DATABRICKS_HOST.
   */
  readonly baseUrl?: Input<string | undefined> | undefined;
  /**
   * Id of the workspace, where one address serves several. Rules: must be at most 64 letters, digits, _ and -. Left
   * out: the environment variable DATABRICKS_WORKSPACE_ID.
   */
  readonly workspaceId?: Input<string | undefined> | undefined;
  /**
   * Id of the account that the workspace belongs to. Rules: must be at most 64 letters, digits, _ and -. Left out: the
   * environment variable DATABRICKS_ACCOUNT_ID.
   */
  readonly accountId?: Input<string | undefined> | undefined;
  /**
   * In local mode: which principal of the local cloud the calls are made as. Without meaning elsewhere. Rules: must be
   * at most 320 letters, digits and signs, without spaces.
   */
  readonly localPrincipal?: Input<string | undefined> | undefined;
  /**
   * How long the platform may put off the calls of one step, all waits together, such as `30s`, `20m` or `2h`; 10
   * minutes when left out. What a command or a run says itself (`--retry-for`) counts before it. Rules: must be up to
   * 999 seconds or minutes, or up to 24 hours, such as 30s, 20m or 2h.
   */
  readonly retryFor?: Input<string | undefined> | undefined;
  /**
   * How many calls a minute are begun at most by all processes over one store, evenly apart. Without it calls are
   * slowed only when the platform asks for it. Rules: 1 to 100000.
   */
  readonly callsPerMinute?: Input<number | undefined> | undefined;
  /**
   * How many calls are under way at once at most, of one process. `--parallel` bounds the steps besides. Rules: 1 to
   * 1024.
   */
  readonly callsAtOnce?: Input<number | undefined> | undefined;
}

/** A Databricks provider. Settings of a workspace. */
export class Provider extends ProviderInstance<"databricks"> {
  /** `name` is its key under `providers`. */
  constructor(name: string, args: ProviderArgs = {}, options: ProviderOptions = {}) {
    super("databricks", name, args, options);
  }
}
