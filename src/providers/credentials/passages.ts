import type { ProviderInstance } from "../../engine/ports/driver.ts";
import { type CredentialPolicy, type Passage, passageOf } from "./sources/credential-rule.ts";
import type { VendorAccesses } from "./vendor-accesses.ts";

/** Where what is decided by comes from. */
export interface CredentialPolicySource {
  /** What holds now; the same object as long as nothing has changed. */
  policy(): Promise<CredentialPolicy>;
  /**
   * Asks whoever runs this whether an origin is to be trusted; true when it is now. Left out: no one is asked.
   */
  readonly ask?: ((origin: string, provider: ProviderInstance) => Promise<boolean>) | undefined;
}

/** Decides for a provider and a stack by what holds now. */
export type Passages = (provider: ProviderInstance, stack: string | null) => Promise<Passage>;

interface Decided {
  readonly policy: CredentialPolicy;
  readonly passage: Passage;
}

/** The decisions of a source, each worked out once as long as what it rests on stays the same. */
export function passagesBy({ policy }: Pick<CredentialPolicySource, "policy">, accesses: VendorAccesses): Passages {
  const decided = new WeakMap<ProviderInstance, Map<string | null, Decided>>();
  return async (provider, stack) => {
    const now = await policy();
    const known = decided.get(provider) ?? new Map<string | null, Decided>();
    decided.set(provider, known);
    const before = known.get(stack);
    if (before?.policy === now) return before.passage;
    const passage = passageOf(provider, stack, now, accesses);
    known.set(stack, { policy: now, passage });
    return passage;
  };
}

/** Why a provider leads nowhere, and which field of its configuration leads there. */
interface Untrusted {
  readonly why: string;
  readonly field: string;
}

/**
 * Why a provider leads nowhere, after whoever can be asked was asked about each origin; null where it leads somewhere.
 */
export function refusalsBy(
  source: CredentialPolicySource,
  accesses: VendorAccesses,
): (provider: ProviderInstance, stack: string | null) => Promise<Untrusted | null> {
  const passages = passagesBy(source, accesses);
  /** What was answered about each kind of provider at each origin: what is sent there differs by kind. */
  const askedBefore = new Map<string, Promise<boolean>>();
  return async (provider, stack) => {
    let before: string | null = null;
    for (;;) {
      const passage = await passages(provider, stack);
      if (passage.kind !== "refused") return null;
      const { origin, why, field } = passage;
      if (origin === null || origin === before || source.ask === undefined) return { why, field };
      before = origin;
      const question = `${provider.kind} ${origin}`;
      const asked = askedBefore.get(question) ?? source.ask(origin, provider);
      askedBefore.set(question, asked);
      if (!(await asked)) return { why, field };
    }
  };
}
