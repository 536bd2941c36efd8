import type { SecretMarker } from "../../definitions/schema/value.ts";

/**
 * Where a config value came from that was not the declaration's default: the stack's file, an option, a request
 * ("given").
 */
export type ConfigOrigin = "given" | "option" | "file" | "environment";

/**
 * What the declaration of a stack was made with, beside its text: what must not change by accident (decision 0027).
 */
export interface StackContext {
  /** The project (`name:`) whose declarations the stack takes; null until one is applied. */
  readonly project: string | null;
  /** Config keys that were not left to their defaults when the stack was last applied. */
  readonly config: Readonly<Record<string, ConfigOrigin>>;
  /** The local clouds that its objects lie in. Left out where there are none, and by older versions. */
  readonly clouds?: KnownClouds;
  /** A move to another store that is not over here, or that has taken the stack away. Left out where there is none. */
  readonly transfer?: StackTransfer;
}

/**
 * What one end of a move between stores knows of it (decision 0123). At the source: `leaving` while it may be called
 * off, `moved` from when the other end owns the stack. At the target: `arriving` until it is known that the source has
 * given the stack away. While it stands nothing is planned, applied or edited here.
 */
export type StackTransfer =
  | {
      readonly phase: "leaving" | "moved";
      readonly move: string;
      /** Where the stack goes, in words. */
      readonly place: string;
      /** What the source gives out once it has given the stack away. */
      readonly receipt: SecretMarker;
    }
  | {
      readonly phase: "arriving";
      readonly move: string;
      /** Where the stack comes from, in words. */
      readonly place: string;
      readonly receiptDigest: string;
      /** Lineage at the source. */
      readonly lineage: string;
      /** Of a stack that comes back: what stands here again when the move is called off. */
      readonly former?: StackTransfer;
    };

/**
 * What local clouds call themselves, by the `cloudId` of the providers that lead to them: an address alone does not
 * tell two apart.
 */
export type KnownClouds = Readonly<Record<string, string>>;

/** The context of a stack to which nothing has been applied. */
export const noContext: StackContext = { project: null, config: {} };
