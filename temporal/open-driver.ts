import { fileURLToPath } from "node:url";
import { Client, Connection } from "@temporalio/client";
import { loadClientConnectConfig } from "@temporalio/envconfig";
import { Fault } from "../packages/base/fault.ts";
import type { OpenTemporalDriver, TemporalDriverOptions } from "../src/composition/service/run-drivers.ts";
import type { DriverMeans } from "../src/service/background/run-driver.ts";
import { TemporalDriver } from "./temporal-driver.ts";

/**
 * Connects to Temporal, as its own variables say (`TEMPORAL_ADDRESS`, `TEMPORAL_NAMESPACE`, ...), and gives what drives
 * runs there. Throws the Fault `invalid-environment` where it can't be reached.
 */
export const openTemporalDriver: OpenTemporalDriver = async ({ environment, clock, works, say }) => {
  const given = Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const settings = loadClientConnectConfig({ overrideEnvVars: Object.fromEntries(given) });
  const taskQueue = environment["PLUMB_TEMPORAL_QUEUE"] || "plumb";
  const place: Place = { ...settings, taskQueue };
  const connection = await reached(place, () => Connection.connect(settings.connectionOptions));
  const client = new Client({ connection, ...namespaceOf(place) });
  const carried = new Map<string, () => void>();
  const means = Promise.withResolvers<DriverMeans>();
  const worker = works ? await reached(place, () => openWorker(place, { means: means.promise, carried }, say)) : null;
  return (given) => {
    means.resolve(given);
    const { repository, watch, note } = given;
    let working: Promise<void> | undefined;
    return new TemporalDriver({
      ...{ client, taskQueue, clock, note, repository, watch, carried },
      beginWork: () => {
        working ??= worker?.run(note);
      },
      endWork: async () => {
        worker?.leave();
        await working;
        await connection.close();
      },
    });
  };
};

/** Where Temporal is, and which of its queues is ours. */
type Place = ReturnType<typeof loadClientConnectConfig> & { readonly taskQueue: string };

function namespaceOf({ namespace }: Place): { readonly namespace?: string } {
  return namespace === undefined ? {} : { namespace };
}

/** How many runs a process carries out at once; more wait in Temporal's queue. */
const maxConcurrentActivities = 16;

/** A worker that asks for work once it runs. */
async function openWorker(
  place: Place,
  { means, carried }: { readonly means: Promise<DriverMeans>; readonly carried: Map<string, () => void> },
  say: TemporalDriverOptions["say"],
) {
  // A service that only answers starts without it: it is the larger part of Temporal's libraries.
  const { DefaultLogger, makeTelemetryFilterString, NativeConnection, Runtime, Worker } = await import(
    "@temporalio/worker"
  );
  const { activitiesOf } = await import("./activities.ts");
  Runtime.install({
    logger: new DefaultLogger("WARN", ({ message }) => say("temporal", { said: message })),
    telemetryOptions: { logging: { forward: {}, filter: makeTelemetryFilterString({ core: "WARN", other: "ERROR" }) } },
  });
  const connection = await NativeConnection.connect(place.connectionOptions);
  const leaving = new AbortController();
  const worker = await Worker.create({
    ...{ connection, taskQueue: place.taskQueue, ...namespaceOf(place) },
    workflowsPath: workflowFile,
    activities: activitiesOf({ means, carried, leaving: leaving.signal }),
    maxConcurrentActivityTaskExecutions: maxConcurrentActivities,
    // Signs of life are sent as they come, and a workflow is not kept for a worker that is gone.
    maxHeartbeatThrottleInterval: "1s",
    stickyQueueScheduleToStartTimeout: "1s",
    // What is in flight is waited for, however long its platform takes.
    shutdownGraceTime: "1 hour",
  });
  return {
    /** Settles when it has left, or has failed. */
    run: async (note: DriverMeans["note"]): Promise<void> => {
      await worker
        .run()
        .catch((cause: unknown) => note({ kind: "look-failed", what: "the worker at Temporal", cause }));
      await connection.close();
    },
    /** Gives its runs back once their calls in flight have ended, and takes no more. */
    leave: (): void => {
      leaving.abort();
      if (worker.getState() === "RUNNING") worker.shutdown();
    },
  };
}

/** Beside this file, in the sources and in the bundle alike. */
const workflowFile = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "workflow.ts" : "temporal-workflow.mjs", import.meta.url),
);

async function reached<T>({ connectionOptions }: Place, connect: () => Promise<T>): Promise<T> {
  try {
    return await connect();
  } catch (cause) {
    const address = connectionOptions.address ?? "localhost:7233";
    const said = `Temporal can't be used at ${address}: start it there, or name another place with TEMPORAL_ADDRESS`;
    throw new Fault("invalid-environment", said, { cause });
  }
}
