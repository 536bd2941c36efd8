import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exchangeOver } from "../../packages/base/exchange/exchange-over.fixture.ts";
import { tokenInfoAddress } from "../../packages/vendor-wire/google/sign-in-hosts.ts";
import { globalOptions } from "../../src/cli/global-options.ts";
import { runCommand } from "../../src/cli/run-command.ts";
import { type Embedded, openEmbedded } from "../../src/composition/embedded.ts";
import { packReport } from "../../src/composition/pack-report.ts";
import { catalog } from "../../src/definitions/resources/catalog.ts";
import { countingIds, testClock } from "../scenarios/test-time.ts";
import type { PlayedVendor } from "./played-vendor.ts";
import type { Subject } from "./subjects.ts";

export interface Played {
  readonly code: number;
  /** Both streams together, with `DIR` for the state directory. */
  readonly output: string;
  readonly writes: readonly string[];
}

/** What a command is played against. */
type CommandVendor = Pick<PlayedVendor, "answer" | "writes">;

const tokens = {
  GOOGLE_OAUTH_ACCESS_TOKEN: "g",
  ARM_ACCESS_TOKEN: "a",
  DATABRICKS_TOKEN: "d",
  DATABRICKS_HOST: "https://dbc-1.cloud.databricks.com",
};

/** One directory in which commands are carried out one after the other, each opened anew, against a played vendor. */
export class CommandStage {
  /** Where all is kept; it goes with the stage. */
  readonly dir = mkdtempSync(join(tmpdir(), "plumb-answers-"));
  readonly #clock = testClock("moves");
  readonly #ids = countingIds();
  readonly #vendor: CommandVendor;
  #declaration: string;
  readonly #variables: Readonly<Record<string, string>>;

  /** `variables`: of the environment, besides. */
  constructor(subject: Subject, vendor: CommandVendor, variables: Readonly<Record<string, string>> = {}) {
    this.#vendor = vendor;
    this.#variables = variables;
    this.#declaration = declarationOf(subject);
  }

  /** What is declared from now on, instead of the subject. */
  declare(declaration: object): void {
    this.#declaration = JSON.stringify(declaration);
  }

  close(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }

  /**
   * Carries out a command line as the shipped program does; time goes by only where somebody waits. A list has one
   * argument an item, which may hold spaces.
   */
  async play(line: string | readonly string[], after = 0): Promise<Played> {
    this.#clock.pass(after);
    const before = this.#vendor.writes.length;
    let output = "";
    const write = (text: string) => {
      output += text;
    };
    const stream = { isTTY: false, columns: 0, write };
    const opened: Embedded[] = [];
    const environment = { PLUMB_CLOUD: "vendors", ...tokens, ...this.#variables };
    const refuse = (what: string) => () => Promise.reject(new Error(`there is no ${what} here`));
    const argv = [...(typeof line === "string" ? line.split(" ") : line), "--dir", this.dir];
    const code = await runCommand(argv, {
      calls: async () => {
        const [known] = opened;
        if (known !== undefined) return known.calls;
        const made = openEmbedded({
          ...{ version: "0.0.0", dir: this.dir, environment, clock: this.#clock, ids: this.#ids },
          // What a token is asked is no call about an object: nothing is told.
          network: exchangeOver(async (request) =>
            request.url === tokenInfoAddress ? new Response(null, { status: 404 }) : this.#vendor.answer(request),
          ),
          notice: (text) => write(`${text}\n`),
          retryForMs: globalOptions(argv, {}).retryForMs,
        });
        opened.push(made);
        return made.calls;
      },
      localCloud: refuse("cloud"),
      browser: { open: refuse("browser"), redirect: refuse("browser") },
      ...{ network: refuse("network"), serveCloud: refuse("cloud"), serve: refuse("service"), work: refuse("worker") },
      ...{ stdout: stream, stderr: stream, lostOutput: async () => null, environment },
      stdin: { isTTY: false, ask: refuse("terminal"), rest: async () => "" },
      packReport: async (request) => packReport(request),
      storeCare: refuse("store"),
      files: {
        read: async (path) => (path.endsWith("plumb.yaml") ? this.#declaration : undefined),
        write: async () => {},
        readPrivate: async () => undefined,
        writePrivate: async () => {},
        changePrivate: async () => {},
        readBeside: async () => undefined,
        make: async () => true,
        change: async () => ({ ok: true, value: undefined }),
        realPath: async (path) => path,
        exists: async () => true,
        namesIn: async () => [],
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
    });
    for (const each of opened) await each.close();
    return { code, output: output.replaceAll(this.dir, "DIR"), writes: this.#vendor.writes.slice(before) };
  }
}

/** JSON is YAML as well. */
function declarationOf({ type, config, inputs, options = {} }: Subject): string {
  const kind = catalog.resources[type]?.provider ?? "";
  return JSON.stringify({
    name: "answers",
    providers: { [kind]: { kind, ...config } },
    resources: { a: { type, properties: inputs, options } },
  });
}
