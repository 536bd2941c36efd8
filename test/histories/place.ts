import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import { type Run, type Started, startPlumb } from "../e2e/run-plumb.fixture.ts";

/** A stack of a history; it is declared in the file of its name unless another is given. */
export interface HistoryStack {
  readonly name: string;
  readonly file?: string;
}

/** Asks the local cloud, as another hand or as who steers it. */
type AskCloud = (method: string, path: string, body?: Json) => Promise<JsonObject>;

const secondCreation = { vendor: "google", method: "POST", path: "**/endpointAttachments", nth: 2 };
/** Where a process is killed: its call has been carried out, and no answer has come. */
export const afterSecondCreation = { match: secondCreation, fault: { kind: "lost-response", afterMs: 600_000 } };
/** Its call is noted, and has had no effect. */
export const beforeSecondCreation = { match: secondCreation, fault: { kind: "latency", ms: 600_000 } };
export const beforeDeletion = {
  match: { vendor: "google", method: "DELETE", path: "**/credentials/*" },
  fault: { kind: "latency", ms: 600_000 },
};

interface PlaceOptions {
  readonly folder: string;
  readonly program: string;
  /** The address of the PostgreSQL that holds the state; null for a file. */
  readonly database: string | null;
  /**
   * How far the clock of its commands is ahead. Left out: they run as on the machine on which histories are recorded.
   */
  readonly clockOffMs?: number;
}

/** The folder of a project in which a history is recorded, or opened again: declarations, and the state in `state`. */
export class HistoryPlace {
  readonly folder: string;
  readonly #program: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #clockOffMs: number;

  constructor({ folder, program, database, clockOffMs }: PlaceOptions) {
    this.folder = folder;
    this.#program = program;
    this.#clockOffMs = clockOffMs ?? 0;
    const preload = clockOffMs === undefined ? "as-recorded.mjs" : "../e2e/set-clock.mjs";
    this.#environment = {
      XDG_CONFIG_HOME: folder,
      NODE_OPTIONS: `--import ${fileURLToPath(new URL(preload, import.meta.url))}`,
      TEST_CLOCK_OFF_MS: `${this.#clockOffMs}`,
      ...(database === null
        ? {}
        : { PLUMB_STORE: database, PLUMB_SECRET_KEY_FILE: join(folder, "state", "secret.key") }),
    };
  }

  /** By the clock of its commands. */
  now(): number {
    return Date.now() + this.#clockOffMs;
  }

  start(command: string, stack?: HistoryStack): Started {
    const which = stack === undefined ? [] : ["-f", `${stack.file ?? stack.name}.yaml`, "-s", stack.name];
    const argv = [...command.split(" "), "--dir", "state", ...which];
    return startPlumb(argv, this.folder, this.#environment, this.#program);
  }

  run(command: string, stack?: HistoryStack): Promise<Run> {
    return this.start(command, stack).ended;
  }

  /** What a command prints that is to succeed. */
  async done(command: string, stack?: HistoryStack): Promise<string> {
    const { exitCode, stdout, stderr } = await this.run(command, stack);
    if (exitCode === 0) return stdout;
    throw new Error(`plumb ${command} of stack ${stack?.name} ended with ${exitCode}:\n${stdout}${stderr}`);
  }

  /** The document that such a command prints. */
  async json<T = JsonObject>(command: string, stack?: HistoryStack): Promise<T> {
    return JSON.parse(await this.done(`${command} --json`, stack)) as T;
  }

  /** Carries out a run that is to succeed, and gives its id. */
  async carriedOut(command: string, stack: HistoryStack): Promise<string> {
    const [started = ""] = (await this.done(`${command} --json`, stack)).split("\n");
    return (JSON.parse(started) as { readonly run: string }).run;
  }

  /** Serves the cloud of this place while the work is done. */
  async withCloud<T>(work: (ask: AskCloud) => Promise<T>): Promise<T> {
    const cloud = this.start("cloud --port 0 --json");
    try {
      await cloud.says("}");
      const { url } = JSON.parse(cloud.output()) as { readonly url: string };
      return await work(async (method, path, body) => {
        const response = await fetch(`${url}/${path}`, {
          method,
          headers: { authorization: "Bearer local:admin@local.example", "content-type": "application/json" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
        return (text === "" ? {} : JSON.parse(text)) as JsonObject;
      });
    } finally {
      cloud.signal("SIGTERM");
      await cloud.ended;
    }
  }

  /** Begins a process and kills it once the rule has hit one of its requests to the cloud. */
  async killAt(rule: JsonObject, begin: () => Started | Promise<Started>): Promise<void> {
    await this.withCloud(async (ask) => {
      await ask("POST", "_local/faults", rule);
      const process = await begin();
      const early = process.ended.then((run) => {
        throw new Error(`ended before it was killed: ${JSON.stringify(run)}`);
      });
      const hit = async () => {
        for (let fired = 0; fired === 0; await sleep(20)) {
          const { rules } = (await ask("GET", "_local/faults")) as { rules: readonly { readonly fired: number }[] };
          fired = rules[0]?.fired ?? 0;
        }
      };
      try {
        await Promise.race([hit(), early]);
      } finally {
        process.kill();
      }
      await process.ended;
      await ask("DELETE", "_local/faults");
    });
  }

  /** What the cloud has carried out on objects whose name begins so, in order. */
  async writes(prefix: string): Promise<readonly string[]> {
    const { writes } = await this.withCloud(
      async (ask) => (await ask("GET", "_local/log")) as { writes: readonly { action: string; object: string }[] },
    );
    const names = writes.map(({ action, object }) => ({ action, name: object.split("/").at(-1) ?? "" }));
    return names.filter(({ name }) => name.startsWith(prefix)).map(({ action, name }) => `${action} ${name}`);
  }
}
