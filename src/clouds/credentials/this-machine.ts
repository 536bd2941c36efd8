import { lookup } from "node:dns/promises";
import { azureCredentials } from "./azure-credentials.ts";
import { googleCredentials } from "./google-credentials.ts";
import type { Machine } from "./vendor-fetch.ts";

/** The machine that this process runs on: its identity as the vendors' own libraries find it, and its name service. */
export const thisMachine: Machine = {
  google: googleCredentials,
  azure: azureCredentials,
  resolve: async (name) => {
    // What has no address fails by itself when it is called.
    const found = await lookup(name, { all: true }).catch(() => []);
    return found.map(({ address }) => address);
  },
};
