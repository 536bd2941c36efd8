import type { Dispatcher, RunDocument } from "../../../service/dispatch/dispatcher.ts";
import { requireStack } from "../../../service/require-stack.ts";
import { pageOfNewest } from "../conventions/paging.ts";
import { preferencesOf } from "../conventions/prefer.ts";
import { Refusal } from "../conventions/refusal.ts";
import { jsonLines, serverSentEvents, unopened } from "../event-stream.ts";
import { type Route, route } from "../route.ts";
import type { RouteContext } from "../route-context.ts";

/** Steps in flight at once unless the caller says otherwise. */
const defaultParallelism = 32;

const runPath = "/v1/stacks/{stack}/runs/{run}";

interface RunRequestBody {
  readonly plan: string;
  readonly parallel?: number;
  readonly allowEmpty?: boolean;
}

export const runRoutes: readonly Route[] = [
  route<"/v1/stacks/{stack}/runs", RunRequestBody>({
    operationId: "startRun",
    method: "POST",
    path: "/v1/stacks/{stack}/runs",
    tag: "Runs",
    summary: "Start a run",
    description:
      "Carries a plan out. The run goes on after its caller is gone; its events tell what happens. `Prefer: wait=N` lets the answer wait so many seconds for the end of the run.",
    action: "run:start",
    body: { schema: "RunRequest" },
    isIdempotentByKey: true,
    isAudited: true,
    refusals: { 404: "The stack has no such plan.", 409: "The run can't be started now." },
    responses: { 202: { description: "The run, as it is now.", schema: "Run", headers: ["Location"] } },
    handle: async ({ path: { stack }, body, headers }, context) => {
      const { plan, parallel = defaultParallelism, allowEmpty = false } = body;
      const { effect, authority, dispatcher } = context;
      const request = { stack, plan, parallel, allowEmpty, ...(effect === null ? {} : { run: effect }) };
      const started = await dispatcher.start(request, authority.caller);
      return accepted(started, headers, context);
    },
  }),
  route({
    operationId: "listRuns",
    method: "GET",
    path: "/v1/stacks/{stack}/runs",
    tag: "Runs",
    summary: "List the runs of a stack",
    description: "Newest first.",
    action: "run:read",
    pages: { member: "runs", filter: ["status"] },
    responses: { 200: { description: "A page of the runs.", schema: "RunList" } },
    handle: async ({ path, page }, { dispatcher, deployment }) => {
      const runs = await dispatcher.list(path.stack);
      // A stack that a run is to make has that run already.
      if (runs.length === 0) await requireStack(path.stack, deployment);
      const { items, next } = pageOfNewest(runs, ({ run }) => run, page);
      return { status: 200, document: page.answer({ items: items.map(shown), next }) };
    },
  }),
  route({
    operationId: "getRun",
    method: "GET",
    path: runPath,
    tag: "Runs",
    summary: "Get a run",
    description: "With what it did so far, call by call.",
    action: "run:read",
    refusals: { 404: "The stack has no such run." },
    responses: { 200: { description: "The run.", schema: "RunWithSteps" } },
    handle: async ({ path }, { dispatcher }) => ({
      status: 200,
      document: shown(await dispatcher.show(path.stack, path.run)),
    }),
  }),
  route({
    operationId: "followRun",
    method: "GET",
    path: `${runPath}/events`,
    tag: "Runs",
    summary: "Follow a run",
    description:
      "The events of the run as they happen, those that have happened first; the last is the summary. As server-sent events each has its number as its id, and `Last-Event-ID` goes on after it; as JSON lines they are counted from `after` + 1.",
    action: "run:read",
    isStream: true,
    query: {
      after: {
        description: "Number of the last event that the caller has; 0 for none.",
        schema: { type: "integer", format: "int64", minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
        example: 12,
      },
    },
    refusals: { 404: "The stack has no such run." },
    responses: {
      200: { description: "The events.", schema: "RunEvent", media: [jsonLines, serverSentEvents] },
    },
    handle: async ({ path: { stack, run }, query, headers, wantsBody }, { dispatcher, signal }) => {
      const after = lastEvent(headers) ?? Number(query["after"] ?? 0);
      await dispatcher.find(stack, run);
      if (!wantsBody) return { status: 200, stream: unopened };
      const events = dispatcher.events(stack, run, after, signal);
      return { status: 200, stream: { events: numbered(events) } };
    },
  }),
  route<`${typeof runPath}:cancel`>({
    operationId: "cancelRun",
    method: "POST",
    path: `${runPath}:cancel`,
    tag: "Runs",
    summary: "Ask a run to stop",
    description: "Calls in flight are finished, none is begun. The run's events tell when it is over.",
    action: "run:cancel",
    isIdempotentByKey: true,
    isAudited: true,
    refusals: { 404: "The stack has no such run.", 409: "It has ended." },
    responses: { 202: { description: "The run, as it is now.", schema: "CancelledRun", headers: ["Location"] } },
    handle: async ({ path: { stack, run }, headers }, context) =>
      accepted(await context.dispatcher.cancel(stack, run, context.authority.caller), headers, context),
  }),
  route<`${typeof runPath}:resume`, { readonly parallel?: number } | undefined>({
    operationId: "resumeRun",
    method: "POST",
    path: `${runPath}:resume`,
    tag: "Runs",
    summary: "Take a run up again",
    description: "One that stopped or broke off goes on with the plan that was approved.",
    action: "run:start",
    body: { schema: "ResumeRequest", isOptional: true },
    isIdempotentByKey: true,
    isAudited: true,
    refusals: { 404: "The stack has no such run.", 409: "It is under way, has ended, or others came after it." },
    responses: { 202: { description: "The run, as it is now.", schema: "Run", headers: ["Location"] } },
    handle: async ({ path: { stack, run }, body, headers }, context) => {
      const parallel = body?.parallel ?? defaultParallelism;
      return accepted(
        await context.dispatcher.resume(stack, run, parallel, context.authority.caller),
        headers,
        context,
      );
    },
  }),
  ...(["approve", "reject"] as const).map((verb) =>
    route<string, { readonly comment?: string } | undefined>({
      operationId: `${verb}Run`,
      method: "POST",
      path: `${runPath}:${verb}`,
      tag: "Runs",
      summary: verb === "approve" ? "Approve a run" : "Reject a run",
      description: "By others than its starter, by each once. It begins with the last approval that it needs.",
      action: "run:approve",
      body: { schema: "ApprovalRequest", isOptional: true },
      isIdempotentByKey: true,
      isAudited: true,
      refusals: { 404: "The stack has no such run.", 409: "It does not wait for an approval by the caller." },
      responses: { 200: { description: "The run, as it is now.", schema: "Run" } },
      handle: async ({ path, body }, { dispatcher, authority }) => {
        const { stack = "", run = "" } = path as Readonly<Record<string, string>>;
        const document = await dispatcher[verb](stack, run, authority.caller, body?.comment ?? null);
        return { status: 200, document: shown(document) };
      },
    }),
  ),
];

/** 202, and where the run is; after as long a wait for its end as the caller would like. */
async function accepted(document: RunDocument, headers: Headers, context: RouteContext) {
  const { stack, run } = document;
  const location = `/v1/stacks/${encodeURIComponent(stack)}/runs/${run}`;
  const { wait } = preferencesOf(headers);
  if (wait === null) return { status: 202, document: shown(document), location };
  const over = await isOver(document, wait * 1000, context);
  const now = over ? asAsked(await context.dispatcher.show(stack, run), document) : document;
  return { status: 202, document: shown(now), location, headers: { "preference-applied": `wait=${wait}` } };
}

/** Whether a run ends within so many milliseconds. */
async function isOver(
  { stack, run, eventsBefore }: RunDocument,
  ms: number,
  { dispatcher, deployment, signal }: RouteContext,
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

/** A run without what it did; with its calls in flight only where the answer tells of those. */
function asAsked({ steps: _, ...ended }: ShownRun, asked: RunDocument): RunDocument {
  if ("inFlight" in asked) return ended;
  const { inFlight: __, ...run } = ended;
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

function lastEvent(headers: Headers): number | null {
  const given = headers.get("last-event-id");
  if (given === null) return null;
  if (/^\d{1,15}$/.test(given)) return Number(given);
  throw new Refusal("bad-request", "`Last-Event-ID` is none that this stream has given");
}
