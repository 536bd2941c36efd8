import { describe } from "vitest";
import { sqliteFile } from "../../contract/sqlite-medium.ts";
import { storeContract } from "../../contract/store-contract.ts";
import { mediumMutants, storeMutants } from "../ports/store-mutants.ts";
import { chosen } from "./chosen.ts";

for (const { name, wrap } of chosen(storeMutants)) describe(name, () => storeContract(sqliteFile(wrap)));
for (const { name, wrap } of chosen(mediumMutants)) describe(name, () => storeContract(wrap(sqliteFile())));
