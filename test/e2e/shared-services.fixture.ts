import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { exchangeOver } from "../../packages/base/exchange/exchange-over.fixture.ts";
import { googleLocal } from "../../packages/local-cloud/google/google-local.ts";
import { LocalCloud } from "../../packages/local-cloud/runtime/local-cloud.ts";
import { LocalStorage } from "../../packages/local-cloud/runtime/local-storage.ts";
import { serveCloud } from "../../packages/local-cloud/runtime/serve-cloud.ts";
import { systemClock, systemIds } from "../../src/composition/machine/system.ts";
import { type PostgresServer, startPostgres } from "../contract/postgres-server.ts";
import { plumbProgram, type Started, startPlumb } from "./run-plumb.fixture.ts";

/** How slow the cloud is, in milliseconds. */
interface CloudPace {
  /** Over each write, so that a run can be broken off in its middle. */
  readonly writeMs: number;
  /** Over what it goes on with once it has answered. */
  readonly operationMs: number;
}

/** What is different at one process. */
interface Place {
  readonly environment?: Readonly<Record<string, string>>;
  /** A command that runs it. */
  readonly within?: readonly string[];
}

export interface Service {
  readonly process: Started;
  readonly url: string;
}

/** Real services on one store, and the cloud that they work on: its own log is the judge. */
export class SharedServices {
  readonly server: PostgresServer | null;
  /** Where its files are, `access.json` and `admin.token` among them. */
  readonly root = mkdtempSync(join(tmpdir(), "plumb-services-"));
  readonly #storage = new LocalStorage(":memory:");
  readonly #ending = new AbortController();
  readonly #cloud: LocalCloud;
  /** Where the cloud is served. */
  cloudUrl = "";
  #services: Service[] = [];
  #begun = 0;

  readonly #more: Readonly<Record<string, string>>;
  readonly #writeMs: number;

  private constructor(
    server: PostgresServer | null,
    more: Readonly<Record<string, string>>,
    { writeMs, operationMs }: CloudPace,
  ) {
    this.server = server;
    this.#more = more;
    this.#writeMs = writeMs;
    const options = { mode: "documented", operationMs, clock: systemClock, ids: systemIds } as const;
    this.#cloud = new LocalCloud({ storage: this.#storage, vendors: [googleLocal], ...options });
  }

  /** `programs`: where those of PostgreSQL are; null for a store in a file. `more`: variables of the services. */
  static async start(
    programs: string | null,
    more: Readonly<Record<string, string>> = {},
    pace: CloudPace = { writeMs: 60, operationMs: 0 },
  ): Promise<SharedServices> {
    const services = new SharedServices(programs === null ? null : await startPostgres(programs), more, pace);
    await services.#serveCloud();
    return services;
  }

  async #serveCloud(): Promise<void> {
    const slow = async (request: Request) => {
      if (request.method !== "GET") await sleep(this.#writeMs);
      return this.#cloud.fetch(request);
    };
    ({ url: this.cloudUrl } = await serveCloud(exchangeOver(slow), 0, this.#ending.signal));
    const lab = { name: "lab", kind: "google", origins: [new URL(this.cloudUrl).origin] };
    writeFileSync(join(this.root, "access.json"), JSON.stringify({ credentials: [lab] }));
  }

  /** `more`: further arguments of `plumb serve`. */
  async open(program = plumbProgram, more: readonly string[] = [], place: Place = {}): Promise<Service> {
    const process = this.#start(["serve", "--port", "0", ...more], program, place);
    await process.says('"firstAdmin"');
    await process.says('"serving"');
    const url = /"url": ?"([^"]+)"/.exec(process.output())?.[1] ?? "";
    const service = { process, url };
    this.#services.push(service);
    return service;
  }

  /** A process that only carries out what services have accepted. `more`: further arguments of `plumb worker`. */
  async openWorker(program = plumbProgram, more: readonly string[] = [], place: Place = {}): Promise<Started> {
    const process = this.#start(["worker", ...more], program, place);
    await process.says('"working"');
    this.#services.push({ process, url: "" });
    return process;
  }

  #start(command: readonly string[], program: string, { environment: own = {}, within }: Place): Started {
    const environment: Record<string, string> = {
      PLUMB_SECRET_KEY_FILE: join(this.root, "shared.key"),
      PLUMB_ADMIN_TOKEN_FILE: join(this.root, "admin.token"),
      GOOGLE_OAUTH_ACCESS_TOKEN: "local:admin@local.example",
      ...(this.server === null ? {} : { PLUMB_STORE: this.server.address }),
      ...this.#more,
      ...own,
    };
    // Over PostgreSQL each has a folder of its own, as on a machine of its own.
    const dir = this.server === null ? "state" : `state-${this.#begun}`;
    this.#begun += 1;
    const argv = [...command, "--json", "--dir", dir, "--access", "access.json"];
    return startPlumb(argv, this.root, environment, program, within);
  }

  /** `more`: further headers. */
  async call(
    { url }: Service,
    method: string,
    path: string,
    body?: object,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return fetch(`${url}${path}`, {
      method,
      headers: {
        ...more,
        authorization: `Bearer ${readFileSync(join(this.root, "admin.token"), "utf8").trim()}`,
        ...(body === undefined ? {} : { "content-type": "application/json", "idempotency-key": crypto.randomUUID() }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** What the cloud has carried out, in order. */
  async writes(): Promise<readonly string[]> {
    const headers = { authorization: "Bearer local:judge@local.example" };
    const answer = await this.#cloud.fetch(new Request("http://cloud.test/_local/log", { headers }));
    const log = (await answer.json()) as { writes: readonly { action: string; object: string }[] };
    return log.writes.map(({ action, object }) => `${action} ${object.split("/").at(-1)}`);
  }

  /**
   * A request for a plan that makes these objects, of this description. Each plan reads all objects of the region.
   */
  planOf(objects: readonly string[], description = "", region = "here") {
    return {
      kind: "apply",
      newStack: true,
      declaration: { file: "plumb.yaml", text: this.#text(objects, description, region), config: {} },
    };
  }

  #text(objects: readonly string[], description: string, region: string): string {
    const resources = objects.map(
      (name) =>
        `  ${name}: { type: "connectors:EndpointAttachment", properties: { endpointAttachmentId: ${name}, ` +
        `serviceAttachment: projects/p/regions/r/serviceAttachments/s, description: "${description}" } }\n`,
    );
    return `name: shared
providers:
  google: { kind: google, project: acme, region: ${region}, baseUrl: "${this.cloudUrl}" }
resources:
${resources.join("")}`;
  }

  /** Ends the services; the store and the cloud stay. */
  async endServices(): Promise<void> {
    for (const { process } of this.#services) process.kill();
    await Promise.all(this.#services.map(({ process }) => process.ended));
    this.#services = [];
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    this.#storage.close();
    await this.server?.stop();
    rmSync(this.root, { recursive: true, force: true });
  }
}
