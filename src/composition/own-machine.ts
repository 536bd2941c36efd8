import type { Machine } from "../clouds/credentials/machine.ts";
import { thisMachine } from "../clouds/credentials/this-machine.ts";
import { Withheld } from "../engine/ports/withheld.ts";
import { strangerAtSecret } from "../files/secret-at.ts";
import { readSecretFile } from "./read-secret-file.ts";

/** The machine that this process runs on, from which credentials are taken only where they are this user's alone. */
export const ownMachine: Machine = {
  ...thisMachine,
  azure: (cloud, network) => {
    const source = thisMachine.azure(cloud, network);
    return async (url) => {
      refuseStrangersToken();
      return source(url);
    };
  },
  entra: (signIn, network) => {
    const tokens = thisMachine.entra(signIn, network);
    return async (scope) => {
      refuseStrangersToken();
      return tokens(scope);
    };
  },
  readText: async (path) => readSecretFile(path),
};

/**
 * Throws Withheld where others may write to the file that Azure's library takes a workload's token from, or may read it. The library reads
 * the environment of the process, and looks at no modes.
 */
function refuseStrangersToken(): void {
  const path = process.env["AZURE_FEDERATED_TOKEN_FILE"] ?? "";
  const found = path === "" ? null : strangerAtSecret(path);
  if (found === null) return;
  const detail = `no credentials: ${path} is not used, because ${found.why}: ${found.wayOut}`;
  throw new Withheld({ kind: "denied", detail, lacks: "credential" });
}
