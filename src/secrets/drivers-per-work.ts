import type { Catalog } from "../definitions/schema/definition.ts";
import type { Driver, ProviderInstance } from "../engine/ports/driver.ts";
import type { During } from "../engine/ports/secret-masker.ts";
import type { SecretsAtWork } from "../engine/ports/secrets.ts";
import { KnownSecrets } from "./known-secrets.ts";
import { sealingDriver } from "./sealing-driver.ts";

/** What one piece of work has: its texts in the clear, and the drivers around which they are masked. */
interface AtWork {
  readonly texts: KnownSecrets;
  readonly made: WeakMap<Driver, Driver>;
}

/**
 * Drivers for one piece of work at a time. What the work has had in the clear is masked in every text of its platforms,
 * and goes when the work ends: neither does it stay in memory, nor does it mask another tenant's texts.
 */
export function driversPerWork<At extends SecretsAtWork>(
  driverOf: (provider: ProviderInstance, at: At) => Driver,
  catalog: Catalog,
  during?: During,
): (provider: ProviderInstance, at: At) => Driver {
  const works = new WeakMap<At, AtWork>();
  return (provider, at) => {
    const driver = driverOf(provider, at);
    const { texts, made } = works.get(at) ?? { texts: new KnownSecrets(at.keptValues), made: new WeakMap() };
    works.set(at, { texts, made });
    const known = made.get(driver) ?? sealingDriver(driver, at, texts, catalog, during);
    made.set(driver, known);
    return known;
  };
}
