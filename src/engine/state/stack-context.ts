import { samePlain } from "../../../packages/base/json/plain.ts";
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
}

/**
 * What local clouds call themselves, by the `cloudId` of the providers that lead to them: an address alone does not
 * tell two apart.
 */
export type KnownClouds = Readonly<Record<string, string>>;

/** The context of a stack to which nothing has been applied. */
export const noContext: StackContext = { project: null, config: {} };

export function sameContext(one: StackContext, other: StackContext): boolean {
  return samePlain(one, other);
}
