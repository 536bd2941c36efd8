import { Fault } from "../../../packages/base/fault.ts";
import { Bug } from "../../../packages/base/invariant.ts";
import type { Json } from "../../../packages/base/json/json.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { AskedOfAny, DocumentOf, EntryOf, ListId, OperationId } from "../../contract/api.ts";
import { type Answer, type Answered, type Call, type CallSource, callOf } from "../../contract/call.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { Expected } from "../../contract/expected.ts";
import { refusedOnTheWay } from "../../contract/refusals.ts";
import type { CliContext } from "../cli-context.ts";
import { located } from "../program/locate-problems.ts";
import { type AskedByName, type FindProject, withProject } from "../stacks/stack-by-name.ts";
import { unsayableName } from "../stacks/unsayable-name.ts";
import type { Terminal } from "../terminal.ts";
import { readOnlyAtServer } from "./read-only-server.ts";
import { waitReporter } from "./report-waits.ts";
import { unexpectedAnswer, unreachableServer } from "./server-failures.ts";

/** Entries that one request for a list asks for. */
const pageLength = 10_000;

/** How often a call with a key is sent, and how long is waited before it is sent again. */
const mostAttempts = 4;
const patienceMs = 500;

/**
 * The operations of the API. A failure is a problem document. Throws a Fault `cancelled` once the user asks to stop.
 */
export interface ApiClient {
  call<I extends OperationId>(operation: I, asked: AskedByName<I>): Promise<Result<DocumentOf<I>, ProblemDocument>>;
  /** A document, and what to expect when it is written: that it was not changed since. */
  read<I extends OperationId>(
    operation: I,
    asked: AskedByName<I>,
  ): Promise<Result<{ readonly document: DocumentOf<I>; readonly expected: Expected }, ProblemDocument>>;
  /** All entries of a list, page by page. */
  list<I extends ListId>(operation: I, asked: AskedByName<I>): Promise<Result<readonly EntryOf<I>[], ProblemDocument>>;
  /**
   * A call that is waited for even when the user asks to stop meanwhile: what it starts has to be known. `signal`: ends
   * the wait; it throws then.
   */
  start<I extends OperationId>(
    operation: I,
    asked: AskedByName<I>,
    signal?: AbortSignal,
  ): Promise<Result<DocumentOf<I>, ProblemDocument>>;
  /**
   * Events as they arrive, even when the user asks to stop. A SyntaxError where the stream breaks off within one.
   * `signal`: breaks it off.
   */
  follow<I extends OperationId>(
    operation: I,
    asked: AskedByName<I>,
    signal?: AbortSignal,
  ): Promise<Result<AsyncIterable<unknown>, ProblemDocument>>;
}

/**
 * The API of this process, or that of a server; what stands behind it is built on the first call. Problems of
 * declarations that a program made are told at the program's own lines. `project`: of stacks that are named without
 * one. `diagnostics`: where it is told what a long call waits for.
 */
export function apiClient(
  context: CliContext,
  server: string | undefined,
  project: FindProject,
  diagnostics: Terminal,
): ApiClient {
  const calls = new ApiCalls(context, server, project);
  const untilTheEnd = new AbortController().signal;
  const tellWait = waitReporter({ context, diagnostics, server });
  const answerOf = <T>(operation: OperationId, asked: AskedOfAny, wanted: Wanted<T>) =>
    unlessCancelled(calls.answered(operation, asked, context.signal, wanted), context.signal, tellWait());
  const documentOf = <I extends OperationId>(operation: I, asked: AskedOfAny) =>
    answerOf(operation, asked, documentIn<I>);
  return {
    call: <I extends OperationId>(operation: I, asked: AskedByName<I>) => documentOf(operation, asked as AskedOfAny),
    read: <I extends OperationId>(operation: I, asked: AskedByName<I>) =>
      answerOf(operation, asked as AskedOfAny, versionIn<I>),
    list: <I extends ListId>(operation: I, of: AskedByName<I>) => {
      const asked = of as AskedOfAny;
      return entriesOf(operation, (page) => documentOf(operation, { ...asked, query: { ...asked.query, ...page } }));
    },
    start: <I extends OperationId>(operation: I, asked: AskedByName<I>, signal = untilTheEnd) =>
      calls.answered(operation, asked as AskedOfAny, signal, documentIn<I>),
    follow: (operation, asked, signal = untilTheEnd) =>
      calls.answered(operation, asked as AskedOfAny, signal, eventsIn),
  };
}

/** What is wanted of the answer to a call. */
type Wanted<T> = (answer: Answered) => Result<T, ProblemDocument>;

/** Calls as they are sent: with all that they need, and again as long as the key allows it and a failure may pass. */
class ApiCalls {
  readonly #context: CliContext;
  readonly #server: string | undefined;
  readonly #project: FindProject;
  readonly #mayAsk: (method: string) => Promise<ProblemDocument | null>;

  constructor(context: CliContext, server: string | undefined, project: FindProject) {
    this.#context = context;
    this.#server = server;
    this.#project = project;
    const version = () => this.answered("getVersion", {}, context.signal, documentIn<"getVersion">);
    this.#mayAsk = readOnlyAtServer(context, server, version);
  }

  async answered<T>(
    operation: OperationId,
    asked: AskedOfAny,
    signal: AbortSignal,
    wanted: Wanted<T>,
  ): Promise<Result<T, ProblemDocument>> {
    const call = await this.#callFor(operation, asked);
    if (!call.ok) return located(call, asked.body);
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      const calls = await this.#context.calls(this.#server);
      const known = await this.#credentials();
      let sent: Result<Answered, ProblemDocument>;
      try {
        sent = known.ok
          ? await this.#told(await calls(call.value, this.#sourceOf(known.value, signal)), known.value !== null)
          : known;
      } catch (cause) {
        sent = err(this.#failureOf(cause, signal));
      }
      if (sent.ok) return located(wanted(sent.value), asked.body);
      const isWorthIt = call.value.idempotencyKey !== null && isPassing(sent.error) && attempt < mostAttempts;
      if (!isWorthIt || this.#context.signal.aborted) return located(sent, asked.body);
      await this.#context.sleep(patienceMs * 2 ** attempt);
    }
  }

  /** What is sent for an operation; the problem where nothing is to be sent. */
  async #callFor(operation: OperationId, given: AskedOfAny): Promise<Result<Call, ProblemDocument>> {
    const named = await withProject(given, this.#project);
    if (!named.ok) return named;
    const asked = named.value;
    // Without a server no address is made of the path.
    const unsayable = this.#server === undefined ? null : unsayableName(asked.path ?? {});
    if (unsayable !== null) return err(unsayable);
    const method =
      this.#server === undefined ? "" : (await import("../../contract/api.ts")).apiOperations[operation].method;
    const withheld = await this.#mayAsk(method);
    if (withheld !== null) return err(withheld);
    // A sender over a network can't know whether a call has arrived; without a network no key is needed.
    const idempotencyKey = method === "POST" ? crypto.randomUUID() : null;
    return ok(callOf(operation, { ...partsOf(asked), idempotencyKey }));
  }

  /** Asked for anew each time: a token may have to be prolonged between two calls. */
  async #credentials(): Promise<Result<string | null, ProblemDocument>> {
    if (this.#server === undefined) return ok(null);
    const { authorizationFor } = await import("../login/authorization.ts");
    return authorizationFor(this.#server, this.#context);
  }

  #sourceOf(authorization: string | null, signal: AbortSignal): CallSource {
    const userAgent = `plumbline/${this.#context.version}`;
    return { address: null, userAgent, requestId: null, traceparent: null, authorization, signal };
  }

  /** The answer; where a server does not know who asks, how to sign in. */
  async #told(answer: Answer, isSignedIn: boolean): Promise<Result<Answered, ProblemDocument>> {
    if (answer.kind === "answered") return ok(answer);
    const { problem } = answer;
    const isOurs = [401, 403].includes(problem.status) && problem.title !== refusedOnTheWay;
    if (!isOurs || this.#server === undefined) return err(problem);
    const { notPermitted, notSignedIn } = await import("../login/not-signed-in.ts");
    if (problem.status === 403) return err(notPermitted(problem));
    return err(notSignedIn(problem, this.#server, isSignedIn));
  }

  /** Throws what is not the network's: without a server nothing but our own code stands behind the calls. */
  #failureOf(cause: unknown, signal: AbortSignal): ProblemDocument {
    if (signal.aborted || this.#server === undefined || cause instanceof Fault || cause instanceof Bug) throw cause;
    return unreachableServer(this.#server, cause);
  }
}

/** All entries of a list, of which `pageAt` gets one page. */
async function entriesOf<I extends ListId>(
  operation: I,
  pageAt: (page: Readonly<Record<string, string | number>>) => Promise<Result<DocumentOf<I>, ProblemDocument>>,
): Promise<Result<readonly EntryOf<I>[], ProblemDocument>> {
  const { apiOperations } = await import("../../contract/api.ts");
  const { member } = apiOperations[operation].pages;
  const entries: EntryOf<I>[] = [];
  for (let cursor = {}; ; ) {
    const page = await pageAt({ limit: pageLength, ...cursor });
    if (!page.ok) return page;
    const given = page.value as Readonly<Record<string, unknown>>;
    entries.push(...((given[member] ?? []) as readonly EntryOf<I>[]));
    const { nextCursor } = given;
    if (typeof nextCursor !== "string") return ok(entries);
    cursor = { cursor: nextCursor };
  }
}

function documentIn<I extends OperationId>({ document }: Answered): Result<DocumentOf<I>, ProblemDocument> {
  return ok(document as DocumentOf<I>);
}

function versionIn<I extends OperationId>({ document, etag, status }: Answered) {
  if (etag === undefined) return err(unexpectedAnswer(status));
  return ok({ document: document as DocumentOf<I>, expected: { kind: "one of", etags: [etag] } as const });
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

/** Gives what the promise gives, or throws `cancelled` as soon as the user asks to stop. `over`: called at the end. */
export async function unlessCancelled<T>(promise: Promise<T>, signal: AbortSignal, over?: () => void): Promise<T> {
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
    over?.();
  }
}
