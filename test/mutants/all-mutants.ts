import type { Harmless, MutantEntry } from "./mutant.ts";
import { driverMutants } from "./ports/driver-mutants.ts";
import { deploymentMutants, differenceMutants } from "./ports/engine-mutants.ts";
import { exchangeMutants } from "./ports/exchange-mutants.ts";
import { secretsMutants } from "./ports/secrets-mutants.ts";
import { simulatedMutants } from "./ports/simulated-mutants.ts";
import { mediumMutants, storeMutants } from "./ports/store-mutants.ts";

const all = [
  storeMutants,
  mediumMutants,
  driverMutants,
  exchangeMutants,
  secretsMutants,
  deploymentMutants,
  differenceMutants,
  simulatedMutants,
];

export const allMutants: readonly MutantEntry[] = all.flatMap(({ mutants }): readonly MutantEntry[] => mutants);
export const allHarmless: readonly Harmless[] = all.flatMap(({ harmless }) => harmless);
