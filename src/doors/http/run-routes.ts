import type { Hono } from "hono";
import type { Deployment } from "../../service/deployment.ts";
import { listPlans, planStack, showPlan } from "../../service/make-plans.ts";
import { runPlan } from "../../service/run-plans.ts";
import { listRuns } from "../../service/runs.ts";
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
    const events = runPlan(run, deployment, context.req.raw.signal)[Symbol.asyncIterator]();
    // What keeps a run from beginning still has a status of its own.
    const first = await events.next();
    return new Response(ndjson(first, events), {
      headers: { "content-type": "application/x-ndjson", "cache-control": "no-store" },
    });
  });
  app.get("/v1/stacks/:stack/runs", async (context) =>
    context.json({ runs: await listRuns(stackOf(context), deployment) }),
  );
  app.post("/v1/stacks/:stack/undo", async (context) => {
    const request = await bodyOf(context);
    return context.json(await planUndo(stackOf(context), request.take("run", text), deployment), 201);
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
