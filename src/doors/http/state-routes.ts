import type { Hono } from "hono";
import type { Deployment } from "../../service/deployment.ts";
import { driftStack, refreshStack } from "../../service/drift.ts";
import { exportState, forgetResource, importState, renameResource } from "../../service/edit-state.ts";
import { listResources, showOutputs, showResource } from "../../service/show-state.ts";
import { listStacks, newStack, removeStack } from "../../service/stacks.ts";
import { flag, text } from "./request-body.ts";
import { bodyOf, stackOf } from "./route-input.ts";

/** Stacks, what they believe, and how far the world is from it. */
export function stateRoutes(app: Hono, deployment: Deployment): void {
  app.get("/v1/stacks", async (context) => context.json({ stacks: await listStacks(deployment) }));
  app.post("/v1/stacks", async (context) => {
    const request = await bodyOf(context);
    return context.json(await newStack(request.take("name", text), deployment), 201);
  });
  app.delete("/v1/stacks/:stack", async (context) => {
    await removeStack(stackOf(context), deployment);
    return context.body(null, 204);
  });
  app.get("/v1/stacks/:stack/resources", async (context) =>
    context.json({ resources: await listResources(stackOf(context), deployment) }),
  );
  app.get("/v1/stacks/:stack/resources/:name", async (context) =>
    context.json(await showResource(stackOf(context), context.req.param("name"), deployment)),
  );
  app.get("/v1/stacks/:stack/outputs", async (context) =>
    context.json({ outputs: await showOutputs(stackOf(context), deployment, context.req.query("reveal") === "true") }),
  );
  app.get("/v1/stacks/:stack/drift", async (context) => context.json(await driftStack(stackOf(context), deployment)));
  app.post("/v1/stacks/:stack/refresh", async (context) =>
    context.json(await refreshStack(stackOf(context), deployment)),
  );
  app.get("/v1/stacks/:stack/state", async (context) => context.json(await exportState(stackOf(context), deployment)));
  app.put("/v1/stacks/:stack/state", async (context) => {
    const request = await bodyOf(context);
    const document = request.take("document", (value) => value);
    await importState(stackOf(context), document, request.take("force", flag(false)), deployment);
    return context.body(null, 204);
  });
  app.post("/v1/stacks/:stack/resources/:name/rename", async (context) => {
    const request = await bodyOf(context);
    await renameResource(stackOf(context), context.req.param("name"), request.take("to", text), deployment);
    return context.body(null, 204);
  });
  app.delete("/v1/stacks/:stack/resources/:name", async (context) => {
    await forgetResource(stackOf(context), context.req.param("name"), deployment);
    return context.body(null, 204);
  });
}
