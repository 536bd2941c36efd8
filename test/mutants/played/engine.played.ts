import { describe } from "vitest";
import { difference } from "../../../src/engine/difference/difference.ts";
import { differenceLaws } from "../../contract/difference-laws.ts";
import { engineLaws } from "../../contract/engine-laws.ts";
import { deploymentMutants, differenceMutants } from "../ports/engine-mutants.ts";
import { chosen } from "./chosen.ts";

for (const { name, wrap } of chosen(deploymentMutants)) describe(name, () => engineLaws(wrap));
for (const { name, wrap } of chosen(differenceMutants)) describe(name, () => differenceLaws(wrap(difference)));
