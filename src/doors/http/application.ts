import { type Context, Hono } from "hono";
import type { Fetch } from "../../base/fetch.ts";
import type { Deployment } from "../../service/deployment.ts";
import { driftStack, refreshStack } from "../../service/drift.ts";
import { exportState, forgetResource, importState, renameResource } from "../../service/edit-state.ts";
import { importObject } from "../../service/import-object.ts";
import { listPlans, planStack, showPlan } from "../../service/make-plans.ts";
import { problemsOf } from "../../service/read-and-check.ts";
import { callLookup, readObject } from "../../service/read-objects.ts";
import { runPlan } from "../../service/run-plans.ts";
import { listRuns } from "../../service/runs.ts";
import { listResources, showGraph, showOutputs, showResource } from "../../service/show-state.ts";
import { listTypes, showType } from "../../service/show-types.ts";
import { planUndo } from "../../service/undo.ts";
import { failureResponse } from "./failure-response.ts";
import { declarationAt, flag, optionalText, RequestBody, text, values, wholeNumber } from "./request-body.ts";

/** Steps in flight at once unless the caller says otherwise. */
const defaultParallelism = 32;

export interface ApplicationOptions {
  readonly deployment: Deployment;
  /** Serves `/_local/` where there is an embedded cloud. */
  readonly localCloud: Fetch | null;
}

/** The HTTP API as one `fetch`: routes over the service's use cases. */
export function application({ deployment, localCloud }: ApplicationOptions): Fetch {
  const app = new Hono();
  const body = async (context: Context) => RequestBody.read(context.req.raw);
  const stack = (context: Context) => context.req.param("stack") ?? "";

  app.get("/v1/version", (context) => context.json({ version: deployment.version }));
  app.get("/v1/types", (context) => context.json({ types: [...listTypes(deployment)] }));
  app.get("/v1/types/:type", (context) => context.json(showType(context.req.param("type"), deployment)));
  app.post("/v1/check", async (context) => {
    const problems = await problemsOf((await body(context)).declaration(), deployment);
    return context.json({ problems: [...problems] });
  });
  app.post("/v1/graph", async (context) =>
    context.json(await showGraph((await body(context)).declaration(), deployment)),
  );
  app.post("/v1/get", async (context) => {
    const request = await body(context);
    const { type, id, outputs } = await readObject(
      {
        type: request.take("type", text),
        id: request.take("id", text),
        state: request.take("state", values),
        declaration: request.take("declaration", declarationAt),
        provider: request.take("provider", optionalText),
      },
      deployment,
    );
    return context.json({ type, id, outputs });
  });
  app.post("/v1/lookup", async (context) => {
    const request = await body(context);
    return context.json(
      await callLookup(
        {
          function: request.take("function", text),
          arguments: request.take("arguments", values),
          declaration: request.take("declaration", declarationAt),
          provider: request.take("provider", optionalText),
        },
        deployment,
      ),
    );
  });
  app.post("/v1/stacks/:stack/plans", async (context) => {
    const request = await body(context);
    const plan = await planStack(
      {
        stack: stack(context),
        kind: request.take("kind", (value) => (value === "destroy" || value === "apply" ? value : undefined)),
        declaration: request.take("declaration", declarationAt),
        refresh: request.take("refresh", flag(true)),
      },
      deployment,
    );
    return context.json(plan, 201);
  });
  app.get("/v1/stacks/:stack/plans", async (context) =>
    context.json({ plans: await listPlans(stack(context), deployment) }),
  );
  app.get("/v1/stacks/:stack/plans/:digest", async (context) =>
    context.json(await showPlan(stack(context), context.req.param("digest"), deployment)),
  );
  app.post("/v1/stacks/:stack/runs", async (context) => {
    const request = await body(context);
    const run = {
      stack: stack(context),
      plan: request.take("plan", text),
      parallel: request.take("parallel", wholeNumber(defaultParallelism)),
    };
    const events = runPlan(run, deployment, context.req.raw.signal)[Symbol.asyncIterator]();
    // What keeps a run from beginning still has a status of its own.
    const first = await events.next();
    return new Response(ndjson(first, events), {
      headers: { "content-type": "application/x-ndjson", "cache-control": "no-store" },
    });
  });
  app.get("/v1/stacks/:stack/resources", async (context) =>
    context.json({ resources: await listResources(stack(context), deployment) }),
  );
  app.get("/v1/stacks/:stack/resources/:name", async (context) =>
    context.json(await showResource(stack(context), context.req.param("name"), deployment)),
  );
  app.get("/v1/stacks/:stack/outputs", async (context) =>
    context.json({ outputs: await showOutputs(stack(context), deployment) }),
  );
  app.get("/v1/stacks/:stack/drift", async (context) => context.json(await driftStack(stack(context), deployment)));
  app.post("/v1/stacks/:stack/refresh", async (context) =>
    context.json(await refreshStack(stack(context), deployment)),
  );
  app.get("/v1/stacks/:stack/runs", async (context) =>
    context.json({ runs: await listRuns(stack(context), deployment) }),
  );
  app.post("/v1/stacks/:stack/undo", async (context) => {
    const request = await body(context);
    return context.json(await planUndo(stack(context), request.take("run", text), deployment), 201);
  });
  app.get("/v1/stacks/:stack/state", async (context) => context.json(await exportState(stack(context), deployment)));
  app.put("/v1/stacks/:stack/state", async (context) => {
    const request = await body(context);
    const document = request.take("document", (value) => value);
    await importState(stack(context), document, request.take("force", flag(false)), deployment);
    return context.body(null, 204);
  });
  app.post("/v1/stacks/:stack/resources/:name/rename", async (context) => {
    const request = await body(context);
    await renameResource(stack(context), context.req.param("name"), request.take("to", text), deployment);
    return context.body(null, 204);
  });
  app.delete("/v1/stacks/:stack/resources/:name", async (context) => {
    await forgetResource(stack(context), context.req.param("name"), deployment);
    return context.body(null, 204);
  });
  app.post("/v1/stacks/:stack/imports", async (context) => {
    const request = await body(context);
    const imported = await importObject(
      {
        stack: stack(context),
        type: request.take("type", text),
        name: request.take("name", text),
        id: request.take("id", text),
        declaration: request.take("declaration", declarationAt),
        provider: request.take("provider", optionalText),
      },
      deployment,
    );
    return context.json(imported, 201);
  });
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

/** Events as lines of JSON. A failure after the first of them breaks the stream off: there is no summary then. */
function ndjson(first: IteratorResult<object>, events: AsyncIterator<object>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = Promise.resolve(first);
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await next;
        if (done === true) return controller.close();
        controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
        next = events.next();
        // Heard at the next pull; until then it is no unhandled rejection.
        next.catch(() => {});
      } catch (cause) {
        controller.error(cause);
      }
    },
  });
}
