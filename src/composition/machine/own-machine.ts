import { NotSent } from "../../engine/ports/not-sent.ts";
import { foreignAccessToSecret } from "../../files/secret-file-access.ts";
import type { Machine } from "../../providers/credentials/sources/machine.ts";
import { thisMachine } from "../../providers/credentials/sources/this-machine.ts";
import { whyNotNamedIdentity } from "./named-azure-identity.ts";
import { readSecretFile } from "./read-secret-file.ts";

/** The machine that this process runs on, from which credentials are taken only where they are this user's alone. */
export const ownMachine: Machine = {
  ...thisMachine,
  azure: (cloud, network) => {
    const source = thisMachine.azure(cloud, network);
    return async (url) => {
      refuseForeignToken();
      refuseOtherIdentity();
      return source(url);
    };
  },
  entra: (signIn, network) => {
    const tokens = thisMachine.entra(signIn, network);
    return async (scope) => {
      refuseForeignToken();
      if (signIn.way === "chain") refuseOtherIdentity();
      return tokens(scope);
    };
  },
  readText: async (path) => readSecretFile(path),
};

/** Throws NotSent where Azure's chain would pass over the identity that the environment names. */
function refuseOtherIdentity(): void {
  const why = whyNotNamedIdentity(process.env);
  if (why === null) return;
  throw new NotSent({ kind: "denied", detail: `no credentials: ${why}`, lacks: "credential" });
}

/**
 * Throws NotSent where others may write to the file that Azure's library takes a workload's token from, or may read it.
 * The library reads the environment of the process, and looks at no modes.
 */
function refuseForeignToken(): void {
  const path = process.env["AZURE_FEDERATED_TOKEN_FILE"] ?? "";
  const found = path === "" ? null : foreignAccessToSecret(path);
  if (found === null) return;
  const detail = `no credentials: ${path} is not used, because ${found.why}: ${found.wayOut}`;
  throw new NotSent({ kind: "denied", detail, lacks: "credential" });
}
