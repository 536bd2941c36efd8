// Generated from the resource definitions by `npm run generate`; changes are lost.
// biome-ignore-all format: lines are broken by the generator
import type { Input } from "../outputs/output.ts";
import { Provider as ProviderInstance, type ProviderOptions } from "../resources/provider.ts";

/** Where Google resources go, and what they are given when they leave it out. */
export interface ProviderArgs {
  /**
   * Id of the project for resources that name none. Rules: must be a single name: not empty and without slashes; must
   * not be `.` or `..`. Left out: the environment variable GOOGLE_PROJECT, else GOOGLE_CLOUD_PROJECT, else
   * GCLOUD_PROJECT, else CLOUDSDK_CORE_PROJECT.
   */
  readonly project?: Input<string | undefined> | undefined;
  /**
   * Region for resources that name no location. Rules: must be a single name: not empty and without slashes; must not
   * be `.` or `..`. Left out: the environment variable GOOGLE_REGION.
   */
  readonly region?: Input<string | undefined> | undefined;
  /**
   * Zone of reservations given by their bare name. Rules: must be a single name: not empty and without slashes; must
   * not be `.` or `..`. Left out: the environment variable GOOGLE_ZONE.
   */
  readonly zone?: Input<string | undefined> | undefined;
  /**
   * Base address of the interface; the vendor's own, or the local cloud in local mode, when left out. Rules: must be an
   * address that starts with https:// or http://, without spaces and backslashes.
   */
  readonly baseUrl?: Input<string | undefined> | undefined;
  /**
   * Base address of IAM alone; `baseUrl`, or the vendor's own, when left out. Rules: must be an address that starts
   * with https:// or http://, without spaces and backslashes.
   */
  readonly iamBaseUrl?: Input<string | undefined> | undefined;
  /**
   * Base address of Integration Connectors alone; `baseUrl`, or the vendor's own, when left out. Rules: must be an
   * address that starts with https:// or http://, without spaces and backslashes.
   */
  readonly connectorsBaseUrl?: Input<string | undefined> | undefined;
  /**
   * Base address of Compute Engine alone; `baseUrl`, or the vendor's own, when left out. Rules: must be an address that
   * starts with https:// or http://, without spaces and backslashes.
   */
  readonly computeBaseUrl?: Input<string | undefined> | undefined;
  /**
   * Domain of the cloud whose APIs are meant, where no base address is given: `googleapis.com` when left out, or that
   * of a sovereign cloud. Rules: known values: googleapis.com, s3nsapis.fr; must be a domain name, such as
   * googleapis.com. Left out: the environment variable GOOGLE_CLOUD_UNIVERSE_DOMAIN.
   */
  readonly universeDomain?: Input<"googleapis.com" | "s3nsapis.fr" | (string & {}) | undefined> | undefined;
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

/** A Google provider. OAuth clients, endpoint attachments and reservation policies. */
export class Provider extends ProviderInstance<"google"> {
  /** `name` is its key under `providers`. */
  constructor(name: string, args: ProviderArgs = {}, options: ProviderOptions = {}) {
    super("google", name, args, options);
  }
}
