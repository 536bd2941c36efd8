import { asking } from "../../packages/base/exchange/asking.fixture.ts";
import type { Exchange, ExchangeResponse } from "../../packages/base/exchange/exchange.ts";
import { exchangeOver } from "../../packages/base/exchange/exchange-over.fixture.ts";
import type { Fetch } from "../../packages/base/exchange/fetch.ts";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import { loadConditionLanguage } from "../../packages/local-cloud/google/iam/condition-language.ts";
import { unbegunSummary } from "../../src/cli/runs/run-lines.ts";
import { environmentPolicy, trustRemedy } from "../../src/composition/cloud/environment-policy.ts";
import type { DeploymentPartsOptions } from "../../src/composition/deployment-parts-options.ts";
import { type Embedded, openEmbedded } from "../../src/composition/embedded.ts";
import { embeddedFetch } from "../../src/composition/embedded-fetch.fixture.ts";
import type { PlanView } from "../../src/contract/documents/plans/plan.ts";
import type { ProblemDocument } from "../../src/contract/documents/problems.ts";
import type { RunEvent, RunSummary } from "../../src/contract/documents/runs/run-events.ts";
import { type StackPath, wholeName } from "../../src/contract/stack-name.ts";
import type { CredentialPolicySource } from "../../src/providers/credentials/passages.ts";
import { Witness } from "../api/witness.ts";
import { isNeeded } from "../vendor-interfaces/call-ledger.ts";
import { countingIds, testClock } from "./test-time.ts";

/** One effective write on the local cloud, as its log has it. */
export interface Write {
  readonly seq: number;
  readonly action: string;
  readonly object: string;
  readonly method: string;
  readonly path: string;
  readonly caller: string;
}

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly value: ProblemDocument };

/** What a run told: each step's last word, in the order in which the steps ended, and the summary. */
export interface RunReport {
  readonly steps: readonly RunEvent[];
  readonly summary: RunSummary;
  /** All that it told, in order. */
  readonly events: readonly RunEvent[];
}

export interface WorldOptions {
  readonly dir?: string;
  /** What becomes of requests to vendors (`PLUMB_CLOUD=vendors`); the local cloud can stand in for them. */
  readonly network?: (request: Request, localCloud: Fetch) => Promise<Response>;
  /** Origins that the user has trusted, as if by `plumb provider trust`. */
  readonly trusted?: readonly string[];
  /** `moves`: each sleep sets time forward, instead of ending at once while time stands still. */
  readonly time?: "stands" | "moves";
  /** Whose stacks are planned and run; `test` unless told. */
  readonly project?: string;
  /** Opens it otherwise than as for one command. */
  readonly open?: (options: DeploymentPartsOptions) => Embedded;
  /** Hears what the local cloud answers to a driver: the path that was asked, and the answer. */
  readonly answered?: (path: string, answer: ExchangeResponse) => void;
}

const base = "http://plumb.test";

// Loaded beforehand: how long that takes must not decide the order in which calls arrive.
await loadConditionLanguage();

function groundTrusting(
  origins: readonly string[],
  environment: Readonly<Record<string, string>>,
): CredentialPolicySource {
  const trusted = origins.map((origin) => ({ origin, mayBePrivate: false }));
  const policy = { bindings: [], trusted, ...environmentPolicy(environment), remedy: trustRemedy };
  return { policy: async () => policy };
}

/** A whole Plumbline in this process: time stands still, ids count up; without a directory nothing is kept. */
export class InProcess {
  readonly project: string;
  readonly #embedded: Embedded;
  readonly #api: Fetch;
  readonly #witness = new Witness();
  readonly #clock: ReturnType<typeof testClock>;
  readonly #calls: string[] = [];
  readonly #stacks = new Set<string>();
  /** Of all configurations that were given so far. */
  readonly #configKeys = new Set<string>();
  readonly #unneeded = new Set<string>();

  constructor(environment: Readonly<Record<string, string>> = {}, options: WorldOptions = {}) {
    const { dir = ":memory:", network, trusted = [], time = "stands", project = "test", answered } = options;
    const open = options.open ?? openEmbedded;
    this.project = project;
    this.#clock = testClock(time);
    this.#embedded = open({
      version: "0.0.0",
      dir,
      environment,
      clock: this.#clock,
      ids: countingIds(),
      credentials: groundTrusting(trusted, environment),
      network: exchangeOver(async (request) => {
        this.#calls.push(request.url);
        if (network === undefined) throw new TypeError("there is no network here");
        return network(request, asking(this.#embedded.localCloud));
      }),
      aroundCloud: (cloud) => this.#noting(cloud, answered),
    });
    this.#api = this.#witness.around(embeddedFetch(this.#embedded));
  }

  /** Addresses outside of the local cloud that something was sent to. */
  get callsOutside(): readonly string[] {
    return this.#calls;
  }

  /** Notes what drivers send that no driver needs: only they know the embedded cloud's own address. */
  #noting(cloud: Exchange, answered: WorldOptions["answered"] = () => {}): Exchange {
    return async (request) => {
      const { hostname, pathname } = new URL(request.url);
      const isDriver = hostname === "cloud.plumbline.local";
      if (isDriver && !isNeeded(request)) this.#unneeded.add(`${request.method} ${request.url}`);
      const answer = await cloud(request);
      if (isDriver) answered(pathname.slice(1), answer);
      return answer;
    };
  }

  /**
   * Throws when a driver has sent anything that none needs, or the API has answered anything that it does not describe.
   */
  async close(): Promise<void> {
    await this.#embedded.close();
    this.#witness.testify();
    const [unneeded] = this.#unneeded;
    if (unneeded !== undefined) throw new Error(`test/vendor-interfaces/needed-calls.ts does not know of ${unneeded}`);
  }

  async ask<T>(method: string, path: string, body?: Json): Promise<Answer<T>> {
    const [, project, stack] = /^\/v1\/projects\/([^/]+)\/stacks\/([^/]+)\//.exec(path) ?? [];
    if (project !== undefined && stack !== undefined) await this.#makeStack({ project, stack });
    const response = await this.#api(request(`${base}${path}`, method, body));
    const value: unknown = response.status === 204 ? null : await response.json();
    return response.ok ? { ok: true, value: value as T } : { ok: false, value: value as ProblemDocument };
  }

  /** Every stack is there before the first request about it. */
  async #makeStack(path: StackPath): Promise<void> {
    const name = wholeName(path);
    if (this.#stacks.has(name)) return;
    this.#stacks.add(name);
    await this.#api(request(`${base}/v1/projects/${path.project}/stacks`, "POST", { name: path.stack }));
  }

  /** A call on the vendors' own wire, as somebody other than us makes it. */
  async wire(method: string, path: string, body?: Json, caller = "admin@local.example"): Promise<Response> {
    const call = request(`http://cloud.test/${path}`, method, body);
    call.headers.set("authorization", `Bearer local:${caller}`);
    return asking(this.#embedded.localCloud)(call);
  }

  async seed(seeds: readonly Json[]): Promise<void> {
    const response = await this.wire("POST", "_local/seed", [...seeds]);
    if (!response.ok) throw new Error(`the seed was refused: ${await response.text()}`);
  }

  async advance(milliseconds: number): Promise<void> {
    await this.wire("POST", "_local/clock", { advanceMs: milliseconds });
  }

  /** Lets so many milliseconds go by for everybody. */
  pass(milliseconds: number): void {
    this.#clock.pass(milliseconds);
  }

  async writes(after = 0): Promise<readonly Write[]> {
    const response = await this.wire("GET", `_local/log?after=${after}`);
    return ((await response.json()) as { readonly writes: readonly Write[] }).writes;
  }

  plan(text: string | null, options: PlanOptions = {}): Promise<Answer<PlanView>> {
    const { stack = "dev", kind = "apply", config = {}, file = "plumb.yaml" } = options;
    const declaration = text === null ? null : { file, text, config };
    // A value that a step leaves out is meant to go.
    for (const key of Object.keys(config)) this.#configKeys.add(key);
    const withoutConfig = [...this.#configKeys].filter((key) => !Object.hasOwn(config, key));
    const more = kind === "apply" ? { withoutConfig } : {};
    return this.ask("POST", `/v1/projects/${this.project}/stacks/${stack}/plans`, {
      kind,
      declaration,
      refresh: true,
      ...more,
    });
  }

  async run(plan: string, stack = "dev"): Promise<RunReport> {
    const started = await this.ask<{ readonly run: string }>(
      "POST",
      `/v1/projects/${this.project}/stacks/${stack}/runs`,
      {
        ...{ plan, parallel: 8, allowEmpty: true },
      },
    );
    if (!started.ok && started.value.problems.length === 0) throw new Error(started.value.detail);
    // What has errors is refused before there is a run.
    if (!started.ok) {
      return { steps: [], summary: unbegunSummary("refused", { problems: started.value.problems }), events: [] };
    }
    const path = `${base}/v1/projects/${this.project}/stacks/${stack}/runs/${started.value.run}/events`;
    const response = await this.#api(request(path, "GET"));
    const lines = (await response.text()).trimEnd().split("\n");
    const events = lines.map((line) => JSON.parse(line) as RunEvent);
    const summary = events.find((event) => event.event === "summary");
    if (summary === undefined) throw new Error(`the run ended without a summary: ${lines.join("\n")}`);
    const steps = events.filter((event) => event.event === "step" && event.phase !== "started");
    return { steps, summary, events };
  }

  /** Plan and run; throws when the text is refused at check. */
  async up(text: string, options: PlanOptions = {}): Promise<RunReport & { readonly plan: PlanView }> {
    const plan = await this.plan(text, options);
    if (!plan.ok) throw new Error(`not accepted: ${JSON.stringify(plan.value)}`);
    return { plan: plan.value, ...(await this.run(plan.value.digest, options.stack)) };
  }
}

export interface PlanOptions {
  readonly stack?: string;
  readonly kind?: "apply" | "destroy";
  readonly config?: JsonObject;
  readonly file?: string;
}

/** Steps of a plan that do something, as `name: action`; a replaced object's removal is told apart. */
export function changesOf(plan: PlanView): Readonly<Record<string, string>> {
  return Object.fromEntries(
    plan.steps
      .filter((step) => step.action !== "same" && step.action !== "read")
      .map((step) => [step.superseded === true ? `${step.name}~` : step.name, step.action]),
  );
}

function request(url: string, method: string, body?: Json): Request {
  if (body === undefined) return new Request(url, { method });
  return new Request(url, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
}
