/** For tests: a world in memory, and an API that answers from canned documents. */

import { resolve } from "node:path";
import type { Json } from "../../packages/base/json/json.ts";
import { ok } from "../../packages/base/result.ts";
import type { ClientRequest, ClientResponse } from "../client/send.ts";
import { servedCalls } from "../client/served-calls.ts";
import { generatorOf } from "../codegen/generator.ts";
import type { PlanView } from "../contract/documents/plans/plan.ts";
import { noSteps } from "../contract/documents/plans/steps.ts";
import type { ProblemDocument } from "../contract/documents/problems.ts";
import type { RunEvent } from "../contract/documents/runs/run-events.ts";
import { catalog } from "../definitions/resources/catalog.ts";
import type { CliContext } from "./cli-context.ts";
import { runCommand } from "./run-command.ts";

type Answer = Response | { readonly status?: number; readonly body: unknown };
type Routes = Readonly<Record<string, Answer | ((request: Request) => Answer | Promise<Answer>)>>;

/** What lies here unless a test says otherwise: enough to tell the project of a stack. */
const filesHere = { "plumb.yaml": "name: x\n" };

interface FakeOptions {
  /** Without them a declaration of project `x` lies here, and nothing else. */
  readonly files?: Readonly<Record<string, string>>;
  /** Given the files as they are, before the command runs. */
  readonly meanwhile?: (files: Map<string, string>) => void;
  readonly tty?: boolean;
  readonly columns?: number;
  /** What the user types; without it a question is an error. */
  readonly answers?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly sleep?: CliContext["sleep"];
  readonly leaving?: CliContext["leaving"];
  readonly serveCloud?: CliContext["serveCloud"];
  readonly serve?: CliContext["serve"];
  readonly work?: CliContext["work"];
  readonly startProgram?: CliContext["startProgram"];
  readonly openLesson?: CliContext["openLesson"];
  readonly fileChange?: CliContext["fileChange"];
  readonly now?: () => number;
  /** Stands for every address but the server's. */
  readonly network?: CliContext["network"];
  readonly browser?: CliContext["browser"];
  readonly storeCare?: CliContext["storeCare"];
}

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both, and the questions, as they came, as on a terminal. */
  readonly screen: string;
  readonly files: ReadonlyMap<string, string>;
  /** `METHOD /path` and the body of every request, in order. */
  readonly requests: readonly { readonly line: string; readonly body: Json | undefined }[];
  readonly questions: readonly string[];
}

const address = "http://plumbline.local";

type SentRequest = Omit<ClientRequest, "signal">;

function clientResponse({ status, headers, body }: Response, signal: AbortSignal): ClientResponse {
  const bytes = body ?? new Blob([]).stream();
  return { status, headers: Object.fromEntries(headers), body: unlessAborted(bytes, signal) };
}

/** As a connection does, a body breaks off with the signal of its request. */
async function* unlessAborted(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => {});
  signal.addEventListener("abort", () => aborted.reject(signal.reason), { once: true });
  for (;;) {
    const next = await Promise.race([iterator.next(), aborted.promise]);
    if (next.done === true) return;
    yield next.value;
  }
}

/** Runs a command line (split at spaces unless given as a list) against canned routes, `METHOD /path` each. */
export async function runFake(
  line: string | readonly string[],
  routes: Routes = {},
  options: FakeOptions = {},
): Promise<Outcome> {
  const written = { stdout: "", stderr: "", screen: "" };
  const files = new Map<string, string>(Object.entries(options.files ?? filesHere));
  options.meanwhile?.(files);
  const requests: { line: string; body: Json | undefined }[] = [];
  const questions: string[] = [];
  const answers = [...(options.answers ?? [])];
  const stream = (name: "stdout" | "stderr") => ({
    isTTY: options.tty === true,
    columns: options.columns ?? 100,
    write: (text: string) => {
      written[name] += text;
      written.screen += text;
    },
  });
  const answered = async ({ method, url: asked, headers, body }: SentRequest): Promise<Response> => {
    const url = new URL(asked);
    // How much of a list is asked for at once is the client's own business.
    url.searchParams.delete("limit");
    const name = `${method} ${decodeURIComponent(url.pathname)}${url.search}`;
    requests.push({ line: name, body: body === null ? undefined : (JSON.parse(body) as Json) });
    const route = routes[name];
    if (route === undefined) throw new Error(`the test has no answer for ${name}`);
    const answer = typeof route === "function" ? await route(new Request(asked, { method, headers, body })) : route;
    return answer instanceof Response ? answer : Response.json(answer.body, { status: answer.status ?? 200 });
  };
  const world: CliContext = {
    calls: async () => servedCalls(address, async (request) => clientResponse(await answered(request), request.signal)),
    localCloud: async () => async (request) => {
      const { method, url, headers, body } = request;
      const answer = await answered({ method, url: new URL(url), headers, body: body === "" ? null : body });
      const { status, headers: told } = answer;
      return { status, headers: Object.fromEntries(told), body: await answer.text() };
    },
    network: options.network ?? (() => Promise.reject(new Error("the test has no network"))),
    browser: options.browser ?? {
      open: () => Promise.reject(new Error("the test has no browser")),
      redirect: () => Promise.reject(new Error("the test has no browser")),
    },
    serveCloud: options.serveCloud ?? (() => Promise.reject(new Error("the test serves no cloud"))),
    work: options.work ?? (() => Promise.reject(new Error("the test opens no worker"))),
    serve: options.serve ?? (() => Promise.reject(new Error("the test opens no service"))),
    stdout: stream("stdout"),
    stderr: stream("stderr"),
    lostOutput: async () => null,
    stdin: {
      isTTY: options.tty === true,
      ask: async (question) => {
        questions.push(question);
        written.screen += `${question}\n`;
        const answer = answers.shift();
        if (answer === undefined) throw new Error("the test has no answer for the question");
        return answer;
      },
      rest: async () => (options.answers ?? []).join("\n"),
    },
    environment: options.environment ?? {},
    files: {
      read: async (path) => files.get(path),
      readBeside: async (path) => files.get(path),
      make: async (path, text) => {
        if (files.has(path)) return false;
        files.set(path, text);
        return true;
      },
      write: async (path, text) => void files.set(path, text),
      change: async (path, next) => {
        const result = await next(files.get(path));
        if (!result.ok) return result;
        files.set(path, result.value);
        return ok(undefined);
      },
      readPrivate: async (path) => files.get(path),
      writePrivate: async (path, text) => void files.set(path, text),
      changePrivate: async (path, next) => {
        const text = next(files.get(path));
        if (text !== null) files.set(path, text);
      },
      realPath: async (path) => resolve("/here", path),
      exists: async (path) => files.has(path),
      namesIn: async () => [...files.keys()],
    },
    isStateFile: async (path) => resolve("/here", path).startsWith("/here/.plumb/"),
    openLesson: options.openLesson ?? (() => Promise.reject(new Error("there is no lesson"))),
    startProgram: options.startProgram ?? (() => Promise.reject(new Error("the test has no program"))),
    natureOf: async () => ({ kind: "public" }),
    packReport: () => Promise.reject(new Error("the test has no recording")),
    storeCare: options.storeCare ?? (() => Promise.reject(new Error("the test has no store"))),
    generator: async () => generatorOf(catalog),
    fileChange: options.fileChange ?? (() => Promise.reject(new Error("the test changes no file"))),
    version: "1.2.3",
    signal: options.signal ?? new AbortController().signal,
    leaving: options.leaving ?? (() => {}),
    now: options.now ?? (() => 0),
    sleep: options.sleep ?? (async () => {}),
  };
  const code = await runCommand(typeof line === "string" ? line.split(" ") : line, world);
  return { code, ...written, files, requests, questions };
}

export const sampleDigest = `sha256:${"0123456789abcdef".repeat(4)}`;

/** A plan that creates one OAuth client, unless told otherwise. */
export function samplePlan(parts: Partial<PlanView> = {}): PlanView {
  return {
    digest: sampleDigest,
    stack: "x/dev",
    kind: "apply",
    summary: { ...noSteps, create: 1 },
    steps: [
      {
        needs: [],
        name: "portal",
        type: "iam:OAuthClient",
        action: "create",
        fields: [{ path: "/oauthClientId", new: "web-portal", reason: "declared", replace: false }],
        warnings: [],
      },
    ],
    outputs: [],
    deferred: [],
    drift: [],
    options: [],
    records: [],
    imports: [],
    inFlight: [],
    included: [],
    left: [],
    notObserved: [],
    problems: [],
    ...parts,
  };
}

export const emptyPlan: PlanView = samplePlan({ steps: [], summary: { ...noSteps, same: 6 } });

/** A run of the sample plan. */
export const sampleEvents: readonly RunEvent[] = [
  { event: "started", run: "r1", stack: "x/dev", plan: sampleDigest, steps: 1, inFlight: [] },
  { event: "step", phase: "started", name: "portal", type: "iam:OAuthClient", action: "create" },
  { event: "step", phase: "done", name: "portal", type: "iam:OAuthClient", action: "create", id: "x", durationMs: 120 },
  {
    event: "summary",
    run: "r1",
    status: "done",
    ...noSteps,
    create: 1,
    failed: 0,
    skipped: 0,
    inFlight: [],
    durationMs: 400,
    outputs: { clientId: "abc-é", count: 2 },
    problems: [],
  },
];

/** The routes of the sample run: it is started, and its events are what they are. */
export const startRun = "POST /v1/projects/x/stacks/dev/runs";
export const runEvents = "GET /v1/projects/x/stacks/dev/runs/r1/events";
export const cancelSample = "POST /v1/projects/x/stacks/dev/runs/r1:cancel";
export const startedRun: Answer = { status: 202, body: { run: "r1", status: "queued", eventsBefore: 0 } };

/** An NDJSON answer, cut into chunks of `size` bytes wherever that falls. */
export function ndjson(events: readonly object[], size = 4096): Response {
  const bytes = new TextEncoder().encode(events.map((event) => `${JSON.stringify(event)}\n`).join(""));
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
  return new Response(body, { headers: { "content-type": "application/x-ndjson" } });
}

/** A failed answer. */
export function failureAnswer(status: number, code: string, problems: ProblemDocument["problems"] = []): Answer {
  const body: ProblemDocument = {
    type: "about:blank",
    title: "a title",
    status,
    detail: "What is wrong.",
    code,
    problems,
  };
  return { status, body };
}
