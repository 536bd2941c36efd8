import type { Machine } from "../clouds/credentials/machine.ts";
import { thisMachine } from "../clouds/credentials/this-machine.ts";
import { readSecretFile } from "./read-secret-file.ts";

/** The machine that this process runs on, from which credentials are taken only where they are this user's alone. */
export const ownMachine: Machine = { ...thisMachine, readText: async (path) => readSecretFile(path) };
