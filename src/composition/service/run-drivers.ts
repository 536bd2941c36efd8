import type { SteadyClock } from "../../../packages/base/clock.ts";
import { Fault } from "../../../packages/base/fault.ts";
import { isReadOnly } from "../../../packages/base/read-only.ts";
import type { DriverName } from "../../cli/connection/running-service.ts";
import type { DriverMeans, RunDriver } from "../../service/background/run-driver.ts";

/** What a driver that is not our own is opened with. */
export interface TemporalDriverOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Pick<SteadyClock, "elapsed">;
  /** This process carries out runs; if not, it only hands them over. */
  readonly works: boolean;
  /** Into the process's log. */
  readonly say: (message: string, details: Readonly<Record<string, string>>) => void;
}

type DriverOf = (means: DriverMeans) => RunDriver;

/** What `temporal/open-driver.ts` exports, which is a package of its own (decision 0131). */
export type OpenTemporalDriver = (options: TemporalDriverOptions) => Promise<DriverOf>;

/** The packages that nothing else needs, and that are installed only where they are asked for. */
const peers = ["activity", "client", "common", "envconfig", "worker", "workflow"].map((name) => `@temporalio/${name}`);

/**
 * Who drives the runs of a process, by name; undefined: workers of our own. Throws the Fault `invalid-environment`
 * where what it needs is not there.
 */
export async function driverNamed(name: DriverName, given: TemporalDriverOptions): Promise<DriverOf | undefined> {
  if (name === "own") return undefined;
  // What others have left waits for a process that may go on with it.
  const options = { ...given, works: given.works && !isReadOnly(given.environment) };
  // The compiler is not to follow it: this package has none of the other's libraries.
  const place = import.meta.url.endsWith(".ts") ? "../../../temporal/open-driver.ts" : "./temporal.mjs";
  try {
    const { openTemporalDriver }: { readonly openTemporalDriver: OpenTemporalDriver } = await import(place);
    return await openTemporalDriver(options);
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND")) throw cause;
    const said =
      "`--driver temporal` needs packages that are not installed beside Plumbline (the single executable can't have " +
      `them): run \`npm install ${peers.join(" ")}\` in the folder whose node_modules has plumbline-cli`;
    throw new Fault("invalid-environment", said, { cause });
  }
}
