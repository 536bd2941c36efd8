import { join } from "node:path";
import { openDeploymentParts } from "../../src/composition/deployment-parts.ts";
import { ownNetwork } from "../../src/composition/machine/own-network.ts";
import { systemClock, systemIds } from "../../src/composition/machine/system.ts";
import { isDeadOn } from "../../src/composition/machine/this-host.ts";
import type { Deployment } from "../../src/service/use-cases/deployment.ts";

/** Where processes meet: a folder with a key and maybe a database, or the address of one; and a cloud. */
export interface Meeting {
  readonly folder: string;
  /** Of PostgreSQL; null: SQLite in the folder. */
  readonly database: string | null;
  readonly cloudUrl: string;
}

export interface Process {
  readonly deployment: Deployment;
  close(): Promise<void>;
}

/** One process over shared parts, on a host of that name: who is on another can't see whether it lives. */
export function processAt({ folder, database, cloudUrl }: Meeting, host: string): Process {
  const { deployment, close } = openDeploymentParts({
    version: "0",
    dir: folder,
    environment: {
      PLUMB_STORE: database ?? "",
      PLUMB_SECRET_KEY_FILE: join(folder, "shared.key"),
      GOOGLE_OAUTH_ACCESS_TOKEN: "local:admin@local.example",
    },
    clock: systemClock,
    ids: systemIds,
    network: ownNetwork,
  });
  return {
    deployment: {
      ...deployment,
      surroundings: { environment: {}, defaults: { google: { baseUrl: cloudUrl } } },
      holder: { host, pid: process.pid },
      isDead: isDeadOn(host),
    },
    close,
  };
}
