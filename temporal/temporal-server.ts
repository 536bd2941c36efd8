import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, Connection } from "@temporalio/client";
import { searchAttributes } from "./search-attributes.ts";

/** The server that PLUMB_TEMPORAL_BIN names, which is a client as well. */
export const temporalProgram = process.env["PLUMB_TEMPORAL_BIN"] ?? "temporal";

/** A Temporal of one's own, on this machine alone. */
export interface TemporalServer {
  readonly address: string;
  readonly port: number;
  readonly client: Client;
  readonly pid: () => number | undefined;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again over what it has, after `kill`. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it over a file that is gone with it. A history of `longAt` events is a long one, to be begun anew. */
export async function startTemporal(longAt = 4_096): Promise<TemporalServer> {
  const folder = mkdtempSync(join(tmpdir(), "plumb-temporal-"));
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const argv = ["server", "start-dev", "--headless", "--ip", "127.0.0.1", "--port", String(port)];
  argv.push("--db-filename", join(folder, "temporal.db"), "--log-level", "error");
  argv.push("--dynamic-config-value", `limit.historyCount.suggestContinueAsNew=${longAt}`);
  for (const { name } of Object.values(searchAttributes)) argv.push("--search-attribute", `${name}=Keyword`);
  let child: ChildProcess;
  let ended: Promise<void>;
  const start = () => {
    child = spawn(temporalProgram, argv, { stdio: "ignore" });
    ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
    return connected(address);
  };
  const connection = await start();
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return {
    ...{ address, port },
    client: new Client({ connection }),
    pid: () => child.pid,
    kill: () => end("SIGKILL"),
    restart: async () => (await start()).close(),
    stop: async () => {
      await connection.close();
      await end("SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function connected(address: string): Promise<Connection> {
  for (let tries = 0; ; tries += 1) {
    try {
      const connection = await Connection.connect({ address, connectTimeout: "1s" });
      await connection.workflowService.describeNamespace({ namespace: "default" });
      return connection;
    } catch (cause) {
      if (tries === 120) throw cause;
      await sleep(500);
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
