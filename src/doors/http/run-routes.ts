import type { Hono } from "hono";
import type { Deployment } from "../../service/deployment.ts";
import { listPlans, planStack, showPlan } from "../../service/make-plans.ts";
import { resumeRun, runPlan } from "../../service/run-plans.ts";
import { cancelRun, listRuns, showRun } from "../../service/runs.ts";
import { planUndo } from "../../service/undo.ts";
import { declarationAt, flag, text, wholeNumber } from "./request-body.ts";
import { bodyOf, stackOf } from "./route-input.ts";

/** Steps in flight at once unless the caller says otherwise. */
const defaultParallelism = 32;

/** Plans and what carries them out. */
export function runRoutes(app: Hono, deployment: Deployment): void {
  app.post("/v1/stacks/:stack/plans", async (context) => {
    const request = await bodyOf(context);
    const plan = await planStack(
      {
        stack: stackOf(context),
        kind: request.take("kind", (value) => (value === "destroy" || value === "apply" ? value : undefined)),
        declaration: request.take("declaration", declarationAt),
        refresh: request.take("refresh", flag(true)),
      },
      deployment,
    );
    return context.json(plan, 201);
  });
  app.get("/v1/stacks/:stack/plans", async (context) =>
    context.json({ plans: await listPlans(stackOf(context), deployment) }),
  );
  app.get("/v1/stacks/:stack/plans/:digest", async (context) =>
    context.json(await showPlan(stackOf(context), context.req.param("digest"), deployment)),
  );
  app.post("/v1/stacks/:stack/runs", async (context) => {
    const request = await bodyOf(context);
    const run = {
      stack: stackOf(context),
      plan: request.take("plan", text),
      parallel: request.take("parallel", wholeNumber(defaultParallelism)),
    };
    return streamed(runPlan(run, deployment, context.req.raw.signal));
  });
  app.get("/v1/stacks/:stack/runs/:run", async (context) =>
    context.json(await showRun(stackOf(context), context.req.param("run"), deployment)),
  );
  app.post("/v1/stacks/:stack/runs/:run/resume", async (context) => {
    const request = await bodyOf(context);
    const run = {
      stack: stackOf(context),
      run: context.req.param("run"),
      parallel: request.take("parallel", wholeNumber(defaultParallelism)),
    };
    return streamed(resumeRun(run, deployment, context.req.raw.signal));
  });
  app.post("/v1/stacks/:stack/runs/:run/cancel", async (context) =>
    context.json(await cancelRun(stackOf(context), context.req.param("run"), deployment)),
  );
  app.get("/v1/stacks/:stack/runs", async (context) =>
    context.json({ runs: await listRuns(stackOf(context), deployment) }),
  );
  app.post("/v1/stacks/:stack/undo", async (context) => {
    const request = await bodyOf(context);
    return context.json(await planUndo(stackOf(context), request.take("run", text), deployment), 201);
  });
}

/** A run's events as they come. What keeps the run from beginning still has a status of its own. */
async function streamed(run: AsyncIterable<object>): Promise<Response> {
  const events = run[Symbol.asyncIterator]();
  const first = await events.next();
  return new Response(ndjson(first, events), {
    headers: { "content-type": "application/x-ndjson", "cache-control": "no-store" },
  });
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
