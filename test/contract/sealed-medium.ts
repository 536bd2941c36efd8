import { type KeyPlace, keyInMemory } from "../../src/secrets/key-file.ts";
import { SealedSecrets } from "../../src/secrets/sealed-secrets.ts";
import { MemoryStore } from "../memory-store/memory-store.ts";
import { countingIds } from "./journal-samples.ts";
import type { SecretsMedium } from "./secrets-contract.ts";

/** Values sealed under a key, whose rows lie in memory. */
export function sealedInMemory(): SecretsMedium {
  let { sealed } = new MemoryStore(countingIds());
  let key: KeyPlace = keyInMemory();
  return {
    name: "rows in memory",
    prepare: () => {
      ({ sealed } = new MemoryStore(countingIds()));
      key = keyInMemory();
    },
    open: () => new SealedSecrets(sealed, key),
    loseKey: () => {
      key = keyInMemory();
      key.prepare().promote();
    },
  };
}
