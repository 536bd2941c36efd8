import { Fault } from "../../base/fault.ts";
import { Bug } from "../../base/invariant.ts";
import type { Json } from "../../base/json.ts";
import { err, ok, type Result } from "../../base/result.ts";
import type { AskedOfAny, DocumentOf, EntryOf, ListId, OperationId } from "../../contract/api.ts";
import { type Answered, type Call, callOf } from "../../contract/call.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { CliWorld } from "./cli-world.ts";
import { readOnlyAtServer } from "./read-only-server.ts";
import { unexpectedAnswer, unreachableServer } from "./server-failures.ts";
import { type AskedByName, type FindProject, withProject } from "./stack-by-name.ts";
import { unsayableName } from "./unsayable-name.ts";

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
 * The API of this process, or that of a server; what stands behind it is built on the first call. `project`: of stacks that are named
 * without one.
 */
export function apiClient(world: CliWorld, server: string | undefined, project: FindProject): ApiClient {
  const mayAsk = readOnlyAtServer(world, server, () => document("getVersion", {}, world.signal));
  const untilTheEnd = new AbortController().signal;

  async function answered(
    operation: OperationId,
    given: AskedOfAny,
    signal: AbortSignal,
  ): Promise<Result<Answered, ProblemDocument>> {
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
    const call = callOf(operation, { ...partsOf(asked), idempotencyKey });
    for (let attempt = 1; ; attempt += 1) {
      const sent = await sendOnce(call, signal);
      const isWorthIt = idempotencyKey !== null && !sent.ok && isPassing(sent.error) && attempt < mostAttempts;
      if (!isWorthIt || world.signal.aborted) return sent;
      await world.sleep(patienceMs * 2 ** attempt);
    }
  }

  async function sendOnce(call: Call, signal: AbortSignal): Promise<Result<Answered, ProblemDocument>> {
    signal.throwIfAborted();
    const calls = await world.calls();
    const known = await credentials();
    if (!known.ok) return known;
    const authorization = known.value;
    try {
      const from = { address: null, userAgent: `plumbline/${world.version}`, requestId: null, traceparent: null };
      const source = { ...from, authorization, signal };
      const answer = await calls(call, source);
      if (answer.kind === "answered") return ok(answer);
      if (answer.problem.status !== 401 || server === undefined) return err(answer.problem);
      const { notSignedIn } = await import("./login/not-signed-in.ts");
      return err(notSignedIn(answer.problem, server, authorization !== null));
    } catch (cause) {
      // Without a server nothing but our own code stands behind the calls: no network to blame.
      if (signal.aborted || server === undefined || cause instanceof Fault || cause instanceof Bug) throw cause;
      return err(unreachableServer(server, cause));
    }
  }

  /** Asked for anew each time: a token may have to be prolonged between two calls. */
  async function credentials(): Promise<Result<string | null, ProblemDocument>> {
    if (server === undefined) return ok(null);
    const { authorizationFor } = await import("./login/authorization.ts");
    return authorizationFor(server, world);
  }

  async function document<I extends OperationId>(
    operation: I,
    asked: AskedOfAny,
    signal: AbortSignal,
  ): Promise<Result<DocumentOf<I>, ProblemDocument>> {
    const answer = await answered(operation, asked, signal);
    return answer.ok ? ok(answer.value.document as DocumentOf<I>) : answer;
  }

  return {
    call: (operation, asked) => unlessCancelled(document(operation, asked as AskedOfAny, world.signal), world.signal),
    list: async <I extends ListId>(operation: I, of: AskedByName<I>) => {
      const asked = of as AskedOfAny;
      const { apiOperations } = await import("../../contract/api.ts");
      const { member } = apiOperations[operation].pages;
      const entries: EntryOf<I>[] = [];
      for (let cursor = {}; ; ) {
        const query = { ...asked.query, limit: pageLength, ...cursor };
        const page = await unlessCancelled(document(operation, { ...asked, query }, world.signal), world.signal);
        if (!page.ok) return page;
        const given = page.value as Readonly<Record<string, unknown>>;
        entries.push(...((given[member] ?? []) as readonly EntryOf<I>[]));
        const { nextCursor } = given;
        if (typeof nextCursor !== "string") return ok(entries);
        cursor = { cursor: nextCursor };
      }
    },
    start: (operation, asked) => document(operation, asked as AskedOfAny, untilTheEnd),
    follow: async (operation, asked) => {
      const answer = await answered(operation, asked as AskedOfAny, untilTheEnd);
      if (!answer.ok) return answer;
      const { stream, status } = answer.value;
      return stream === undefined ? err(unexpectedAnswer(status)) : ok(documentsOf(stream.events));
    },
  };
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
    return await unlessThrownByCancel(Promise.race([promise, cancelled.promise]), signal);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** An abort surfaces as whatever the call throws; all of it means `cancelled`. */
async function unlessThrownByCancel<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await promise;
  } catch (cause) {
    throw signal.aborted ? cancelledFault() : cause;
  }
}
