import type { Vault } from "../../src/engine/ports/secrets.ts";
import { vault } from "../simulation/world/vault.ts";
import { sealedInMemory } from "./sealed-medium.ts";
import { secretsContract } from "./secrets-contract.ts";

secretsContract(sealedInMemory());

// What stands for it in the simulation promises the same.
let simulated: Vault = vault();
secretsContract({
  name: "the simulation",
  prepare: () => {
    simulated = vault();
  },
  open: () => simulated,
});
