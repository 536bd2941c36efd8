import { transferOperations } from "../../contract/operations/transfers.ts";
import { secretPlaces } from "../../definitions/schema/secret-values.ts";
import { beginArrival, cancelArrival, endArrival, lookAtArrival } from "../background/transfers/arrival.ts";
import {
  beginDeparture,
  cancelDeparture,
  endDeparture,
  lookAtDeparture,
  showDeparture,
} from "../background/transfers/departure.ts";
import { CallRefusal } from "../requests/call-refusal.ts";
import { handledBy } from "../requests/handler.ts";
import { mayReveal } from "../use-cases/runs/denied-step.ts";
import { exportState } from "../use-cases/state/export-state.ts";

export const transferHandlers = handledBy(transferOperations, {
  getDeparture: {
    handle: async ({ path }, { deployment }) => ({
      status: 200,
      document: await showDeparture(path.stack, deployment),
    }),
  },
  beginDeparture: {
    handle: async ({ path: { stack }, body }, { deployment, authority, revealing }) => {
      if (!mayReveal(stack, authority))
        throw new CallRefusal(
          "forbidden",
          `a stack moves with its secrets, and ${authority.caller.name} may not reveal them`,
        );
      if (body.dryRun === true) return { status: 200, document: await lookAtDeparture(stack, body, deployment) };
      const { records, outputs } = await exportState(stack, deployment);
      const paths = secretPlaces({ records, outputs });
      return { status: 200, document: await revealing(paths, () => beginDeparture(stack, body, deployment)) };
    },
  },
  cancelDeparture: {
    handle: async ({ path }, { deployment }) => {
      await cancelDeparture(path.stack, deployment);
      return { status: 204 };
    },
  },
  endDeparture: {
    handle: async ({ path, body }, { deployment }) => ({
      status: 200,
      document: await endDeparture(path.stack, body.move, deployment),
    }),
  },
  beginArrival: {
    handle: async ({ path, body }, { deployment }) => {
      const arrive = body.dryRun === true ? lookAtArrival : beginArrival;
      return { status: 200, document: await arrive(path.stack, body, deployment) };
    },
  },
  endArrival: {
    handle: async ({ path, body }, { deployment }) => ({
      status: 200,
      document: await endArrival(path.stack, body, deployment),
    }),
  },
  cancelArrival: {
    handle: async ({ path }, { deployment }) => {
      await cancelArrival(path.stack, path.move, deployment);
      return { status: 204 };
    },
  },
});
