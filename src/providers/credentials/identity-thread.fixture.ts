import { parentPort, workerData } from "node:worker_threads";
import { exchangeOver } from "../../../packages/base/exchange/exchange-over.fixture.ts";
import { azureCredentials } from "./azure/azure-credentials.ts";

// The thread of `inIdentityThread`: Azure's chain shows at each address what it is asked with, one after the other.

const { urls } = workerData as { readonly urls: readonly string[] };
const credentials = azureCredentials(
  undefined,
  exchangeOver((request) => fetch(request)),
);
const shown: Awaited<ReturnType<typeof credentials>>[] = [];
for (const url of urls) shown.push(await credentials(url));
parentPort?.postMessage(shown);
