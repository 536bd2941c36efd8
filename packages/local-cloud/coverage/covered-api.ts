import type { JsonObject } from "../../base/json/json.ts";

/**
 * What the emulator does with an operation: `served` as the vendor does; refused with the vendor's error, as the
 * service refuses it; `not there`: answered like an unknown path.
 */
export type Coverage = "served" | "not there" | Refusal;

export interface Refusal {
  readonly kind: "refused";
  readonly status: number;
  /** Words of the vendor's error. */
  readonly says: string;
}

/** One operation of a vendor's interface, and a request that shows what the emulator does with it. */
export interface CoveredOperation {
  /** As the vendor calls it, in the oldest version that has it. */
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The vendor's path template, without leading slash. */
  readonly path: string;
  /** The versions that have it; left out: every version of the interface. */
  readonly versions?: readonly string[];
  /** What becomes of it in either mode; left out: it is served. */
  readonly documented?: Coverage;
  readonly faithful?: Coverage;
  /** Served on the account's own host. */
  readonly isOfAccount?: true;
  /** `{name}` in these stands for a value. */
  readonly query?: string;
  readonly body?: JsonObject;
  /** Values that the answer gives, by JSON pointer; of a resource name it is the last segment. */
  readonly keeps?: Readonly<Record<string, string>>;
}

/** An interface of a vendor's. Its operations are in an order in which each finds what it needs. */
export interface CoveredApi {
  readonly title: string;
  /** Where the vendor describes it. */
  readonly source: string;
  /** Values of `api-version`, where there is such a parameter. */
  readonly versions?: readonly string[];
  /** What stands for the variables of paths, queries and bodies. */
  readonly values: Readonly<Record<string, string>>;
  /** What is seeded before the first request. */
  readonly seeds: readonly JsonObject[];
  readonly operations: readonly CoveredOperation[];
}
