import { Fault } from "../../../../packages/base/fault.ts";
import type { Json } from "../../../../packages/base/json/json.ts";
import type { Driver, ProviderInstance, Target } from "../../../engine/ports/driver.ts";
import type { Secrets } from "../../../engine/ports/secrets.ts";
import { originalLineage } from "../../../engine/state/lineage.ts";
import type { Deployment } from "../deployment.ts";
import { keptValues } from "../secrets/kept-values.ts";
import { keptSecretsOf } from "../secrets/secrets-of-stack.ts";
import { namedLineage } from "./named-lineage.ts";

/** A deployment at work for one stack, or for none: it has that one's secrets and no other's. */
export interface AtStack extends Deployment {
  /** Null: work for none. */
  readonly stack: string | null;
  readonly secrets: Secrets;
  /** Drivers that take the stack's markers for secrets and give its markers back. */
  readonly drivers: (provider: ProviderInstance) => Driver;
}

/**
 * For one piece of work for one stack: what it has in the clear is forgotten with it. A stack that has no history yet
 * gets its lineage when its first value is sealed. `lineage`: where it is known already; it is looked up otherwise when
 * it is needed first.
 */
export function atStack(stack: string, deployment: Deployment, lineage = ""): AtStack {
  const secrets = secretsOf(stack, deployment, lineage);
  return at(secrets, stack, deployment, () =>
    keptValues(stack, () => deployment.store.readStack(stack), secrets, deployment),
  );
}

/** For work that belongs to no stack: what it seals is opened by itself only, and kept nowhere. */
export function atNoStack(deployment: Deployment): AtStack {
  return at(secretsInPassing(), null, deployment, async () => []);
}

function at(
  secrets: Secrets,
  stack: string | null,
  deployment: Deployment,
  keptValues: () => Promise<readonly Json[]>,
): AtStack {
  const keptSecret = (targets: readonly Target[]) => keptSecretsOf(targets, stack, deployment);
  const work = { stack, secrets, keptSecret, keptValues };
  const own = { stack, secrets, drivers: (provider: ProviderInstance) => deployment.driverOf(provider, work) };
  // Not spread: what a deployment opens on first need stays shut.
  return Object.create(Object.prototype, {
    ...Object.getOwnPropertyDescriptors(deployment),
    ...Object.getOwnPropertyDescriptors(own),
  });
}

/** The secrets of a stack. Its lineage, where it is not given, is looked up when it is needed first. */
export function secretsOf(stack: string, deployment: Deployment, given = ""): Secrets {
  let named: Promise<Secrets> | undefined;
  const of = (lineage: string) => deployment.vault.of(originalLineage(lineage));
  const existing = async (): Promise<Secrets | null> => {
    if (named !== undefined) return named;
    const lineage = given === "" ? (await deployment.store.progress(stack)).lineage : given;
    if (lineage === "") return null;
    named ??= Promise.resolve(of(lineage));
    return named;
  };
  return {
    seal: async (value, parts) => {
      const secrets = await existing();
      if (secrets !== null) return secrets.seal(value, parts);
      // Values are sealed side by side, and all for the same lineage.
      named ??= namedLineage(stack, deployment).then(of);
      return (await named).seal(value, parts);
    },
    open: async (marker, met) => {
      const secrets = await existing();
      if (secrets === null) throw new Fault("secrets-unreadable", `stack \`${stack}\` has sealed nothing`);
      return secrets.open(marker, met);
    },
    known: async (value) => {
      if (await deployment.vault.isEmpty()) return null;
      return (await existing())?.known(value) ?? null;
    },
  };
}

/** Secrets of one piece of work, in memory only. */
function secretsInPassing(): Secrets {
  const byText = new Map<string, { readonly id: string }>();
  const byId = new Map<string, string>();
  return {
    seal: async (value) => {
      const text = JSON.stringify(value);
      const { id } = byText.get(text) ?? { id: `in-passing-${byText.size + 1}` };
      byText.set(text, { id });
      byId.set(id, text);
      return { $secret: { id, fingerprint: id } };
    },
    open: async ({ $secret: { id } }) => {
      const text = byId.get(id);
      if (text === undefined) throw new Fault("secrets-unreadable", "the value was sealed by other work");
      return JSON.parse(text);
    },
    known: async (value) => {
      const known = byText.get(JSON.stringify(value));
      return known === undefined ? null : { $secret: { id: known.id, fingerprint: known.id } };
    },
  };
}
