import { Hono } from "hono";
import type { Fetch } from "../../base/fetch.ts";
import type { Deployment } from "../../service/deployment.ts";
import { type Doctor, examineStore, repairStore } from "../../service/doctor.ts";
import { problemsOf } from "../../service/read-and-check.ts";
import { showGraph } from "../../service/show-state.ts";
import { listTypes, showType } from "../../service/show-types.ts";
import { failureResponse } from "./failure-response.ts";
import { objectRoutes } from "./object-routes.ts";
import { bodyOf } from "./route-input.ts";
import { runRoutes } from "./run-routes.ts";
import { stateRoutes } from "./state-routes.ts";

export interface ApplicationOptions {
  readonly deployment: Deployment;
  /** Serves `/_local/` where there is an embedded cloud. */
  readonly localCloud: Fetch | null;
  /** Looks after the store's medium where it has one. */
  readonly doctor?: Doctor | undefined;
}

/** The HTTP API as one `fetch`: routes over the service's use cases. */
export function application({ deployment, localCloud, doctor }: ApplicationOptions): Fetch {
  const app = new Hono();

  app.get("/v1/version", (context) => context.json({ version: deployment.version }));
  app.get("/v1/types", (context) => context.json({ types: [...listTypes(deployment)] }));
  app.get("/v1/types/:type", (context) => context.json(showType(context.req.param("type"), deployment)));
  app.post("/v1/check", async (context) => {
    const problems = await problemsOf((await bodyOf(context)).declaration(), deployment);
    return context.json({ problems: [...problems] });
  });
  app.post("/v1/graph", async (context) =>
    context.json(await showGraph((await bodyOf(context)).declaration(), deployment)),
  );
  app.get("/v1/doctor", async (context) => context.json(await examineStore(doctor)));
  app.post("/v1/doctor/repair", async (context) => context.json(await repairStore(doctor)));
  objectRoutes(app, deployment);
  runRoutes(app, deployment);
  stateRoutes(app, deployment);
  app.all("/_local/*", async (context) => (localCloud === null ? context.notFound() : localCloud(context.req.raw)));
  app.notFound((context) =>
    context.json(
      {
        type: "about:blank",
        title: "no such path",
        status: 404,
        detail: `there is nothing at ${context.req.path}`,
        code: "no-such-path",
        problems: [],
      },
      404,
    ),
  );
  app.onError(failureResponse);
  return async (request) => app.fetch(request);
}
