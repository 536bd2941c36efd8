import { type Preferences, unopened } from "../../contract/call.ts";
import { runOperations } from "../../contract/operations/runs.ts";
import { stackAddress } from "../../contract/stack-name.ts";
import type { Dispatcher, RunDocument } from "../background/dispatcher.ts";
import type { CallContext } from "../requests/call-context.ts";
import { CallRefusal } from "../requests/call-refusal.ts";
import { handledBy, type InputOf } from "../requests/handler.ts";
import { pageOfNewest } from "../requests/paging.ts";
import { listRunSteps } from "../use-cases/runs/list-run-steps.ts";
import { requireStack } from "../use-cases/stacks/require-stack.ts";

/** Steps in flight at once unless the caller says otherwise. */
const defaultParallelism = 32;

export const runHandlers = handledBy(runOperations, {
  startRun: {
    handle: async ({ path: { stack }, body, preferences }, context) => {
      const { plan, parallel = defaultParallelism, retryForMs, allowEmpty = false } = body;
      const { effect, authority, dispatcher, trace } = context;
      const request = {
        stack,
        plan,
        parallel,
        retryForMs,
        allowEmpty,
        trace,
        ...(effect === null ? {} : { run: effect }),
      };
      const started = await dispatcher.start(request, authority.caller);
      return accepted(started, preferences, context, alone);
    },
  },
  listRuns: {
    handle: async ({ path, page }, { dispatcher, deployment }) => {
      const runs = await dispatcher.list(path.stack);
      // A stack that a run is to make has that run already.
      if (runs.length === 0) await requireStack(path.stack, deployment);
      const { items, next } = pageOfNewest(runs, ({ run }) => run, page);
      return { status: 200, document: page.answer({ items: items.map(shown), next }) };
    },
  },
  getRun: {
    handle: async ({ path }, { dispatcher }) => ({
      status: 200,
      document: shown(await dispatcher.show(path.stack, path.run)),
    }),
  },
  listRunSteps: {
    handle: async ({ path: { stack, run }, page }, { dispatcher, deployment }) => {
      await dispatcher.find(stack, run);
      return { status: 200, document: page.answer(await listRunSteps(stack, run, page, deployment)) };
    },
  },
  followRun: {
    handle: async ({ path: { stack, run }, query, lastEventId, wantsBody }, { dispatcher, signal }) => {
      const after = lastEvent(lastEventId) ?? Number(query["after"] ?? 0);
      await dispatcher.find(stack, run);
      await dispatcher.requireEvent(stack, run, after);
      if (!wantsBody) return { status: 200, stream: unopened };
      const events = dispatcher.events(stack, run, after, signal);
      return { status: 200, stream: { events: numbered(events) } };
    },
  },
  cancelRun: {
    handle: async ({ path: { stack, run }, preferences }, context) =>
      accepted(
        await context.dispatcher.cancel(stack, run, context.authority.caller),
        preferences,
        context,
        // Of a run that has ended nothing waits to be sent again.
        ({ stepCounts: _, ...ended }) => ({ ...ended, putOff: [] }),
      ),
  },
  resumeRun: {
    handle: async ({ path: { stack, run }, body, preferences }, context) => {
      const pace = { parallel: body?.parallel ?? defaultParallelism, retryForMs: body?.retryForMs };
      return accepted(
        await context.dispatcher.resume(stack, run, pace, context.authority.caller, context.trace),
        preferences,
        context,
        alone,
      );
    },
  },
  approveRun: { handle: (input, context) => decided("approve", input, context) },
  rejectRun: { handle: (input, context) => decided("reject", input, context) },
});

async function decided(
  verb: "approve" | "reject",
  { path: { stack, run }, body }: Pick<InputOf<typeof runOperations.approveRun>, "path" | "body">,
  { dispatcher, authority }: CallContext,
) {
  const document = await dispatcher[verb](stack, run, authority.caller, body?.comment ?? null);
  return { status: 200, document: shown(document) };
}

/** 202, and where the run is; after as long a wait for its end as the caller would like. */
async function accepted<T extends RunDocument>(
  document: T,
  { wait }: Preferences,
  context: CallContext,
  asAsked: (ended: ShownRun) => T,
) {
  const { stack, run } = document;
  const location = `${stackAddress(stack)}/runs/${run}`;
  if (wait === null) return { status: 202, document: shown(document), location };
  const over = await isOver(document, wait * 1000, context);
  const now = over ? asAsked(await context.dispatcher.show(stack, run)) : document;
  return { status: 202, document: shown(now), location, headers: { "preference-applied": `wait=${wait}` } };
}

/** Whether a run ends within so many milliseconds. */
async function isOver(
  { stack, run, eventsBefore }: RunDocument,
  ms: number,
  { dispatcher, deployment, signal }: CallContext,
) {
  const enough = new AbortController();
  const both = AbortSignal.any([signal, enough.signal]);
  const ended = (async () => {
    for await (const { event } of dispatcher.events(stack, run, eventsBefore, both))
      if (event.event === "summary") return true;
    return false;
  })();
  const tired = deployment.clock.sleep(ms, both).then(
    () => false,
    () => false,
  );
  try {
    return await Promise.race([ended, tired]);
  } finally {
    enough.abort();
  }
}

/** A run without the counts of its steps, and without its calls in flight. */
function alone({ stepCounts: _, inFlight: __, ...run }: ShownRun): RunDocument {
  return run;
}

type ShownRun = Awaited<ReturnType<Dispatcher["show"]>>;

/** A run as it is shown: who started it by principal and name, not with all that was proved of them. */
function shown<T extends RunDocument>({ caller, revision: _, ...document }: T) {
  return { ...document, startedBy: { principal: caller.principal, name: caller.name } };
}

async function* numbered(events: AsyncIterable<{ readonly id: number; readonly event: object }>) {
  for await (const { id, event } of events) yield { id: String(id), data: event };
}

function lastEvent(given: string | null): number | null {
  if (given === null) return null;
  if (/^\d{1,15}$/.test(given)) return Number(given);
  throw new CallRefusal("bad-request", "`Last-Event-ID` is none that this stream has given");
}
