import { asking } from "../../packages/base/exchange/asking.fixture.ts";
import type { Exchange } from "../../packages/base/exchange/exchange.ts";
import { exchangeOver } from "../../packages/base/exchange/exchange-over.fixture.ts";
import { tokenInfoAddress } from "../../packages/vendor-wire/google/sign-in-hosts.ts";
import { runCommand } from "../../src/cli/run-command.ts";
import { storeCare } from "../../src/composition/backups/store-care.ts";
import { openEmbedded } from "../../src/composition/embedded.ts";
import { countingIds, testClock } from "../scenarios/test-time.ts";

interface Outcome {
  readonly code: number;
  /** Both streams together, with `DIR` for the state directory. */
  readonly output: string;
}

const tokens = {
  PLUMB_CLOUD: "vendors",
  GOOGLE_OAUTH_ACCESS_TOKEN: "g",
  ARM_ACCESS_TOKEN: "a",
  DATABRICKS_HOST: "https://dbc-1.cloud.databricks.com",
  DATABRICKS_CLIENT_ID: "spn",
  DATABRICKS_CLIENT_SECRET: "s",
};

/**
 * Commands one after the other in one directory, each opened anew, against vendors that an embedded cloud stands in
 * for. Whatever leaves the process is noted as `METHOD URL`.
 */
export class ReadOnlyStage {
  readonly sent: string[] = [];
  /** What a vendor answers otherwise than the embedded cloud; undefined leaves it to that one. */
  otherwise: (request: Request) => Response | undefined = () => undefined;
  /** What is typed at each question; null: there is no terminal. */
  typed: string | null = null;
  /** What was asked. */
  readonly questions: string[] = [];
  readonly #dir: string;
  readonly #files: Map<string, string>;
  readonly #clock = testClock("moves");
  readonly #ids = countingIds();
  readonly #vendors: ReturnType<typeof openEmbedded>;

  /** `dir`: where the stage keeps its state; whoever opens the stage removes it. */
  constructor(dir: string, declaration: string) {
    this.#dir = dir;
    this.#files = new Map([["plumb.yaml", declaration]]);
    const nothing: Exchange = () => Promise.reject(new Error("the vendors call nobody"));
    const own = { version: "0.0.0", dir: ":memory:", environment: {}, clock: this.#clock, ids: this.#ids };
    this.#vendors = openEmbedded({ ...own, network: nothing });
  }

  /** Puts a file there, as a person would. */
  put(path: string, text: string): void {
    this.#files.set(path, text);
  }

  declare(declaration: string): void {
    this.#files.set("plumb.yaml", declaration);
  }

  async close(): Promise<void> {
    await this.#vendors.close();
  }

  /** What was written at the vendors so far. */
  async writes(): Promise<number> {
    const response = await asking(this.#vendors.localCloud)(new Request("http://cloud.test/_local/log?after=0"));
    return ((await response.json()) as { readonly writes: readonly unknown[] }).writes.length;
  }

  async play(line: readonly string[], variables: Readonly<Record<string, string>>): Promise<Outcome> {
    let output = "";
    const write = (text: string) => {
      output += text;
    };
    const stream = { isTTY: false, columns: 0, write };
    const environment = { ...tokens, ...variables };
    let opened: ReturnType<typeof openEmbedded> | undefined;
    const own = { version: "0.0.0", dir: this.#dir, environment, clock: this.#clock, ids: this.#ids };
    const refuse = (what: string) => () => Promise.reject(new Error(`there is no ${what} here`));
    const code = await runCommand([...line, "--dir", this.#dir], {
      calls: async () => {
        opened ??= openEmbedded({
          ...own,
          network: exchangeOver(async (request) => {
            const answer = await this.#answer(request);
            const headers = new Headers(answer.headers);
            if (!headers.has("date")) headers.set("date", new Date(this.#clock.now()).toUTCString());
            return new Response(answer.body, { status: answer.status, headers });
          }),
        });
        return opened.calls;
      },
      ...{
        localCloud: async () => this.#vendors.localCloud,
        network: refuse("network"),
        browser: { open: refuse("browser"), redirect: refuse("browser") },
        serveCloud: refuse("cloud"),
        serve: refuse("service"),
        work: refuse("worker"),
        packReport: refuse("recording"),
        storeCare: async () => storeCare(own),
      },
      ...{ stdout: stream, stderr: stream, lostOutput: async () => null, environment },
      stdin: {
        isTTY: this.typed !== null,
        ask: async (question) => {
          this.questions.push(question);
          return this.typed ?? refuse("terminal")();
        },
        rest: async () => "",
      },
      files: {
        read: async (path) => this.#files.get(path),
        write: async () => {},
        readPrivate: async () => undefined,
        writePrivate: async () => {},
        changePrivate: async () => {},
        readBeside: async () => undefined,
        make: async () => true,
        change: async () => ({ ok: true, value: undefined }),
        namesIn: async () => [],
        realPath: async (path) => path,
        exists: async (path) => this.#files.has(path),
      },
      version: "0.0.0",
      signal: new AbortController().signal,
      leaving: () => {},
      now: () => this.#clock.now(),
      sleep: (milliseconds) => this.#clock.sleep(milliseconds),
      ...{
        isStateFile: async () => false,
        startProgram: refuse("program"),
        openLesson: refuse("lesson"),
        natureOf: async () => ({ kind: "public" as const }),
        fileChange: refuse("file"),
        generator: refuse("generator"),
      },
    }).catch((cause: unknown) => {
      // What the stage lacks is no part of the command: it ended there.
      output += String(cause);
      return -1;
    });
    await opened?.close();
    return { code, output: output.replaceAll(this.#dir, "DIR") };
  }

  /** The token endpoint of the workspace answers by itself; all else is the embedded cloud's. */
  async #answer(request: Request): Promise<Response> {
    this.sent.push(`${request.method} ${request.url}`);
    const given = this.otherwise(request);
    if (given !== undefined) return given;
    const { origin, pathname, search } = new URL(request.url);
    if (pathname.endsWith("/oauth-authorization-server"))
      return Response.json({ token_endpoint: `${origin}/oidc/v1/token` });
    if (request.url === tokenInfoAddress) return Response.json({ error: "invalid_token" }, { status: 400 });
    if (pathname === "/oidc/v1/token") return Response.json({ access_token: "t", expires_in: 3600 });
    const headers = new Headers(request.headers);
    headers.set("authorization", "Bearer local:admin@local.example");
    const body = ["GET", "HEAD"].includes(request.method) ? {} : { body: await request.text() };
    return asking(this.#vendors.localCloud)(
      new Request(`http://cloud.test${pathname}${search}`, { method: request.method, headers, ...body }),
    );
  }
}
