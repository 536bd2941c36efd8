import { Fault } from "../../../packages/base/fault.ts";
import { Bug } from "../../../packages/base/invariant.ts";
import type { Json } from "../../../packages/base/json/json.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { AskedOfAny, DocumentOf, EntryOf, ListId, OperationId } from "../../contract/api.ts";
import { type Answered, type Call, callOf } from "../../contract/call.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { CliContext } from "../cli-context.ts";
import { located } from "../program/locate-problems.ts";
import { type AskedByName, type FindProject, withProject } from "../stacks/stack-by-name.ts";
import { unsayableName } from "../stacks/unsayable-name.ts";
import { readOnlyAtServer } from "./read-only-server.ts";
import { unexpectedAnswer, unreachableServer } from "./server-failures.ts";

/** Entries that one request for a list asks for. */
const pageLength = 10_000;

/** How often a call with a key is sent, and how long is waited before it is sent again. */
const mostAttempts = 4;
const patienceMs = 500;

/**
 * The operations of the API. A failed call is a problem document. Throws a Fault `cancelled` once the user asked to stop.
 */
export interface ApiClient {
  call<I extends OperationId>(operation: I, asked: AskedByName<I>): Promise<Result<DocumentOf<I>, ProblemDocument>>;
  /** All entries of a list, page by page. */
  list<I extends ListId>(operation: I, asked: AskedByName<I>): Promise<Result<readonly EntryOf<I>[], ProblemDocument>>;
  /** A call that is waited for even when the user asks to stop meanwhile: what it starts has to be known. */
  start<I extends OperationId>(operation: I, asked: AskedByName<I>): Promise<Result<DocumentOf<I>, ProblemDocument>>;
  /** Events as they arrive; they go on when the user asks to stop. A SyntaxError where the stream breaks off within one. */
  follow<I extends OperationId>(
    operation: I,
    asked: AskedByName<I>,
  ): Promise<Result<AsyncIterable<unknown>, ProblemDocument>>;
}

/**
 * The API of this process, or that of a server; what stands behind it is built on the first call. Problems of declarations that a
 * program made are told at the program's own lines. `project`: of stacks that are named without one.
 */
export function apiClient(context: CliContext, server: string | undefined, project: FindProject): ApiClient {
  const mayAsk = readOnlyAtServer(context, server, () => answered("getVersion", {}, context.signal, documentIn));
  const untilTheEnd = new AbortController().signal;
  const from = { address: null, userAgent: `plumbline/${context.version}`, requestId: null, traceparent: null };

  /** What is sent for an operation; the problem where nothing is to be sent. */
  async function callFor(operation: OperationId, given: AskedOfAny): Promise<Result<Call, ProblemDocument>> {
    const named = await withProject(given, project);
    if (!named.ok) return named;
    const asked = named.value;
    // Without a server no address is made of the path.
    const unsayable = server === undefined ? null : unsayableName(asked.path ?? {});
    if (unsayable !== null) return err(unsayable);
    const method = server === undefined ? "" : (await import("../../contract/api.ts")).apiOperations[operation].method;
    const withheld = await mayAsk(method);
    if (withheld !== null) return err(withheld);
    // A sender over a network can't know whether a call has arrived; without a network no key is needed.
    const idempotencyKey = method === "POST" ? crypto.randomUUID() : null;
    return ok(callOf(operation, { ...partsOf(asked), idempotencyKey }));
  }

  /** What is wanted of the answer to a call, which is sent again as long as its key allows it and a failure may pass. */
  async function answered<T>(
    operation: OperationId,
    asked: AskedOfAny,
    signal: AbortSignal,
    wanted: (answer: Answered) => Result<T, ProblemDocument>,
  ): Promise<Result<T, ProblemDocument>> {
    const call = await callFor(operation, asked);
    if (!call.ok) return located(call, asked.body);
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      const calls = await context.calls();
      const known = await credentials();
      let sent: Result<Answered, ProblemDocument>;
      try {
        if (known.ok) {
          const answer = await calls(call.value, { ...from, authorization: known.value, signal });
          sent = answer.kind === "answered" ? ok(answer) : err(await refusalOf(answer.problem, known.value !== null));
        } else sent = known;
      } catch (cause) {
        // Without a server nothing but our own code stands behind the calls: no network to blame.
        if (signal.aborted || server === undefined || cause instanceof Fault || cause instanceof Bug) throw cause;
        sent = err(unreachableServer(server, cause));
      }
      if (sent.ok) return located(wanted(sent.value), asked.body);
      const isWorthIt = call.value.idempotencyKey !== null && isPassing(sent.error) && attempt < mostAttempts;
      if (!isWorthIt || context.signal.aborted) return located(sent, asked.body);
      await context.sleep(patienceMs * 2 ** attempt);
    }
  }

  /** What a refusal comes to for the user: where a server does not know who asks, how to sign in. */
  async function refusalOf(problem: ProblemDocument, isSignedIn: boolean): Promise<ProblemDocument> {
    if (problem.status !== 401 || server === undefined) return problem;
    const { notSignedIn } = await import("../login/not-signed-in.ts");
    return notSignedIn(problem, server, isSignedIn);
  }

  /** Asked for anew each time: a token may have to be prolonged between two calls. */
  async function credentials(): Promise<Result<string | null, ProblemDocument>> {
    if (server === undefined) return ok(null);
    const { authorizationFor } = await import("../login/authorization.ts");
    return authorizationFor(server, context);
  }

  return {
    call: <I extends OperationId>(operation: I, asked: AskedByName<I>) =>
      unlessCancelled(answered(operation, asked as AskedOfAny, context.signal, documentIn<I>), context.signal),
    list: async <I extends ListId>(operation: I, of: AskedByName<I>) => {
      const asked = of as AskedOfAny;
      const { apiOperations } = await import("../../contract/api.ts");
      const { member } = apiOperations[operation].pages;
      const entries: EntryOf<I>[] = [];
      for (let cursor = {}; ; ) {
        const query = { ...asked.query, limit: pageLength, ...cursor };
        const answer = answered(operation, { ...asked, query }, context.signal, documentIn<I>);
        const page = await unlessCancelled(answer, context.signal);
        if (!page.ok) return page;
        const given = page.value as Readonly<Record<string, unknown>>;
        entries.push(...((given[member] ?? []) as readonly EntryOf<I>[]));
        const { nextCursor } = given;
        if (typeof nextCursor !== "string") return ok(entries);
        cursor = { cursor: nextCursor };
      }
    },
    start: <I extends OperationId>(operation: I, asked: AskedByName<I>) =>
      answered(operation, asked as AskedOfAny, untilTheEnd, documentIn<I>),
    follow: (operation, asked) => answered(operation, asked as AskedOfAny, untilTheEnd, eventsIn),
  };
}

function documentIn<I extends OperationId>({ document }: Answered): Result<DocumentOf<I>, ProblemDocument> {
  return ok(document as DocumentOf<I>);
}

function eventsIn({ stream, status }: Answered): Result<AsyncIterable<unknown>, ProblemDocument> {
  return stream === undefined ? err(unexpectedAnswer(status)) : ok(documentsOf(stream.events));
}

function partsOf({ path = {}, query = {}, body, expected = null }: AskedOfAny): Partial<Call> {
  const given = Object.entries(query).flatMap(([name, value]): Call["query"] =>
    value === undefined ? [] : [[name, value]],
  );
  return { path, query: given, expected, body: body === undefined ? null : { document: body as Json } };
}

async function* documentsOf(events: AsyncIterable<{ readonly data: object }>) {
  for await (const { data } of events) yield data;
}

/** The call may have been taken up, or will be when it is sent again: with its key it has one effect. */
function isPassing({ status, code }: ProblemDocument): boolean {
  return [502, 503, 504].includes(status) ? code !== "unexpected-answer" : code === "key-in-use";
}

export function cancelledFault(): Fault {
  return new Fault("cancelled", "Cancelled.");
}

/** Gives what the promise gives, or throws `cancelled` as soon as the user asks to stop. */
export async function unlessCancelled<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const cancelled = Promise.withResolvers<never>();
  const stop = (): void => cancelled.reject(cancelledFault());
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([promise, cancelled.promise]);
  } catch (cause) {
    // An abort surfaces as whatever the call throws; all of it means `cancelled`.
    throw signal.aborted ? cancelledFault() : cause;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
