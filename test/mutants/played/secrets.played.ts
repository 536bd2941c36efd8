import { describe } from "vitest";
import { sealedInMemory } from "../../contract/sealed-medium.ts";
import { secretsContract } from "../../contract/secrets-contract.ts";
import { secretsMutants } from "../ports/secrets-mutants.ts";
import { chosen } from "./chosen.ts";

for (const { name, wrap } of chosen(secretsMutants)) describe(name, () => secretsContract(sealedInMemory(), wrap));
