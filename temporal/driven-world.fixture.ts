import { NativeConnection, Worker, type WorkflowBundleWithSourceMap } from "@temporalio/worker";
import { openDeploymentParts } from "../src/composition/deployment-parts.ts";
import type { DeploymentPartsOptions } from "../src/composition/deployment-parts-options.ts";
import type { Embedded } from "../src/composition/embedded.ts";
import { systemClock, systemIds } from "../src/composition/machine/system.ts";
import { descriptionOf } from "../src/composition/service/description-of.ts";
import { PeriodicTasks } from "../src/service/background/periodic-tasks.ts";
import { RunDispatcher } from "../src/service/background/run-dispatcher.ts";
import type { DriverMeans } from "../src/service/background/run-driver.ts";
import { allHandlers } from "../src/service/handlers/all-handlers.ts";
import { openCalls } from "../src/service/requests/open-calls.ts";
import { activitiesOf } from "./activities.ts";
import { TemporalDriver } from "./temporal-driver.ts";
import type { TemporalServer } from "./temporal-server.ts";

let worlds = 0;

/** Opens whole Plumblines in this process whose runs Temporal drives, in real time, whatever their own clocks show. */
export async function temporalWorlds(temporal: TemporalServer, workflowBundle: WorkflowBundleWithSourceMap) {
  const connection = await NativeConnection.connect({ address: temporal.address });
  const open = async (taskQueue: string, means: Promise<DriverMeans>, carried: Map<string, () => void>) => {
    const leaving = new AbortController();
    const activities = activitiesOf({ means, carried, leaving: leaving.signal });
    const worker = await Worker.create({ connection, taskQueue, workflowBundle, activities });
    const working = worker.run();
    return async () => {
      leaving.abort();
      worker.shutdown();
      await working;
    };
  };
  return {
    close: () => connection.close(),
    open: (options: DeploymentPartsOptions): Embedded => {
      worlds += 1;
      const taskQueue = `world-${worlds}`;
      const given = Promise.withResolvers<DriverMeans>();
      const carried = new Map<string, () => void>();
      const opened = open(taskQueue, given.promise, carried);
      // A workflow has the run's id, and all worlds have one Temporal.
      const ids = { ...options.ids, unique: systemIds.unique };
      const { deployment, localCloud, store, close } = openDeploymentParts({ ...options, ids });
      const driverOf = (means: DriverMeans) => {
        given.resolve(means);
        const { repository, watch, note } = means;
        const ending = new AbortController();
        const driver = new TemporalDriver({
          ...{ client: temporal.client, taskQueue, clock: systemClock, note, repository, watch, carried },
          beginWork: () => {},
          endWork: async () => {
            ending.abort();
            await (await opened)();
          },
        });
        driver.serve(new PeriodicTasks({ clock: systemClock, note, signal: ending.signal }));
        return driver;
      };
      const dispatcher = new RunDispatcher({ deployment, serves: true, driverOf });
      const calls = openCalls({
        ...{ deployment, dispatcher, handlers: allHandlers, description: descriptionOf(deployment.catalog) },
        ...{ doctor: store.doctor, access: null, audit: null },
        reveals: () => {
          throw new Error("no scenario shows a secret");
        },
      });
      return {
        ...{ calls, localCloud },
        close: async () => {
          await dispatcher.drain();
          await close();
        },
      };
    },
  };
}
