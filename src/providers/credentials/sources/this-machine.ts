import type { Exchange } from "../../../../packages/base/exchange/exchange.ts";
import { azureCredentials } from "../azure/azure-credentials.ts";
import { entraTokens } from "../azure/entra-tokens.ts";
import { googleCredentials } from "../google/google-credentials.ts";
import type { Machine } from "./machine.ts";

/** The machine that this process runs on: its identity as the vendors' own libraries find it, and its name service. */
export const thisMachine = {
  google: googleCredentials,
  azure: azureCredentials,
  entra: entraTokens,
  resolve: async (name) => {
    const { lookup } = await import("node:dns/promises");
    const found = await lookup(name, { all: true }).catch(() => []);
    return found.map(({ address }) => address);
  },
  // Loaded at the first call to somewhere else than the vendors' public addresses.
  guarded: (judge) => {
    let made: Promise<Exchange> | undefined;
    return async (request) => {
      made ??= import("../../transport/guarded-exchange.ts").then(({ guardedExchange }) => guardedExchange(judge));
      return (await made)(request);
    };
  },
  byProxy: (proxy) => async (request) => {
    const { byProxy } = await import("../../transport/proxied-exchange.ts");
    return byProxy(proxy)(request);
  },
  authorities: async () => {
    const { getCACertificates } = await import("node:tls");
    const flags = [...process.execArgv, ...(process.env["NODE_OPTIONS"] ?? "").split(/\s+/)];
    const usesSystem = process.env["NODE_USE_SYSTEM_CA"] === "1" || flags.includes("--use-system-ca");
    const extra = getCACertificates("extra").length;
    return { extra, system: usesSystem ? getCACertificates("system").length : null };
  },
} satisfies Omit<Machine, "readText">;
