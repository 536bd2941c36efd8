import type { Driver, ProviderInstance } from "../../../engine/ports/driver.ts";
import type { Passages } from "../passages.ts";
import type { Passage } from "../sources/credential-rule.ts";

/** A way that is open. */
export type OpenPassage = Exclude<Passage, { kind: "refused" }>;

interface Untrusted {
  readonly kind: "invalid";
  readonly detail: string;
  readonly code: string;
}

export interface BoundDriverOptions {
  /** On whose behalf calls are made; null: of no stack. */
  readonly stack: string | null;
  readonly passages: Passages;
  /** The driver that makes the calls of a provider by a passage. */
  readonly through: (provider: ProviderInstance, passage: OpenPassage) => Driver;
}

/**
 * A driver that makes no call but by a passage which is decided anew for each: for declared providers and recorded
 * ones, and for all that is done with either. `still` is a driver of the kind for what takes no call.
 */
export function boundDriver(still: Driver, { stack, passages, through }: BoundDriverOptions): Driver {
  const driven = async <T>(
    provider: ProviderInstance,
    call: (driver: Driver) => Promise<T>,
  ): Promise<T | Untrusted> => {
    const passage = await passages(provider, stack);
    if (passage.kind !== "refused") return call(through(provider, passage));
    return { kind: "invalid", detail: `\`${provider.ref}\`: ${passage.why}`, code: "provider-untrusted" };
  };
  const { operationOf, isConditional, readsLag } = still;
  return {
    kind: still.kind,
    cloudId: (provider) => still.cloudId(provider),
    collectionOf: (target) => still.collectionOf(target),
    ...(isConditional === undefined ? {} : { isConditional }),
    ...(readsLag === undefined ? {} : { readsLag }),
    verify: async (provider, signal) => {
      const passage = await passages(provider, stack);
      if (passage.kind === "refused") return { kind: "untrusted", field: passage.field, detail: passage.why };
      return through(provider, passage).verify(provider, signal);
    },
    read: (target, signal) => driven(target.provider, (driver) => driver.read(target, signal)),
    list: (target, signal) => driven(target.provider, (driver) => driver.list(target, signal)),
    write: (change, signal) => driven(change.target.provider, (driver) => driver.write(change, signal)),
    poll: (change, operationName, signal) =>
      driven(change.target.provider, (driver) => driver.poll(change, operationName, signal)),
    ...(operationOf === undefined
      ? {}
      : {
          operationOf: (change, signal) =>
            driven(
              change.target.provider,
              async (driver) => (await driver.operationOf?.(change, signal)) ?? { kind: "none" },
            ),
        }),
    lookup: (call, signal) => driven(call.provider, (driver) => driver.lookup(call, signal)),
    discover: (question, signal) => driven(question.provider, (driver) => driver.discover(question, signal)),
  };
}
