import type { Exchange } from "../../packages/base/exchange/exchange.ts";
import type { Fetch } from "../../packages/base/exchange/fetch.ts";
import { fetchOver } from "../../packages/base/exchange/fetch-over.ts";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import { type Embedded, openEmbedded } from "../../src/composition/embedded.ts";
import { embeddedFetch } from "../../src/composition/embedded-fetch.fixture.ts";
import { systemIds } from "../../src/composition/machine/system.ts";
import type { DriftView } from "../../src/contract/documents/drift.ts";
import type { PlanView } from "../../src/contract/documents/plans/plan.ts";
import type { RunEvent, RunSummary } from "../../src/contract/documents/runs/run-events.ts";
import { testClock } from "../scenarios/test-time.ts";
import { eighthProduct } from "./product.ts";

const stack = "http://plumb.test/v1/projects/test/stacks/dev";

interface WorldOptions {
  /** Left out: nothing is kept. */
  readonly dir?: string;
  /** How much later than others this one begins, in milliseconds. */
  readonly laterMs?: number;
  readonly aroundCloud?: (cloud: Exchange) => Exchange;
  readonly environment?: Readonly<Record<string, string>>;
  /** Left out: there is none. */
  readonly network?: Exchange;
}

const noNetwork: Exchange = () => Promise.reject(new Error("there is no network here"));

/** A whole Plumbline with the eighth resource, in this process. Each sleep sets its time forward. */
export class EighthWorld {
  readonly clock = testClock("moves");
  readonly #embedded: Embedded;
  readonly #api: Fetch;

  constructor({ dir = ":memory:", laterMs = 0, environment = {}, network = noNetwork, ...more }: WorldOptions = {}) {
    this.clock.pass(laterMs);
    this.#embedded = openEmbedded({
      ...{ version: "0.0.0", product: eighthProduct, dir, environment, clock: this.clock, ids: systemIds },
      ...{ network, ...more },
    });
    this.#api = embeddedFetch(this.#embedded);
  }

  close(): Promise<void> {
    return this.#embedded.close();
  }

  async ask<T>(method: string, path: string, body?: Json): Promise<T> {
    const answer = await this.#send(
      method,
      path.startsWith("/") ? `http://plumb.test${path}` : `${stack}/${path}`,
      body,
    );
    return JSON.parse(answer) as T;
  }

  /** Plans a declaration of keys by name, what the stack manages away, or whatever else is asked. */
  plan(asked: Readonly<Record<string, JsonObject>> | JsonObject): Promise<PlanView> {
    const request =
      typeof asked["kind"] === "string"
        ? asked
        : { kind: "apply", newStack: true, declaration: { file: "plumb.yaml", text: declared(asked), config: {} } };
    return this.ask("POST", "plans", request);
  }

  /** Plans, and carries out; the run must end well. */
  async up(asked: Readonly<Record<string, JsonObject>> | JsonObject): Promise<{ plan: PlanView; summary: RunSummary }> {
    const plan = await this.plan(asked);
    const { run } = await this.ask<{ readonly run: string }>("POST", "runs", { plan: plan.digest, allowEmpty: true });
    return { plan, summary: await this.ended(run) };
  }

  /** How a run ends. */
  async ended(run: string): Promise<RunSummary> {
    const lines = (await this.#send("GET", `${stack}/runs/${run}/events`)).trimEnd().split("\n");
    const last = lines.map((line) => JSON.parse(line) as RunEvent).find((event) => event.event === "summary");
    if (last?.status !== "done") throw new Error(`the run did not end well: ${lines.join("\n")}`);
    return last;
  }

  drift(): Promise<DriftView> {
    return this.ask("GET", "drift");
  }

  /** A call on the vendor's own wire, by another hand. */
  async wire(method: string, path: string, body?: Json): Promise<JsonObject> {
    const request = new Request(`http://cloud.test/${path}`, {
      method,
      headers: { authorization: "Bearer local:admin@local.example", "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await fetchOver(this.#embedded.localCloud)(request);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === "" ? {} : JSON.parse(text);
  }

  /** What was written on the platform, as method and path. */
  async writes(): Promise<readonly string[]> {
    const { writes } = await this.wire("GET", "_local/log");
    const log = writes as unknown as readonly { readonly method: string; readonly path: string }[];
    return log.map(({ method, path }) => `${method} ${path.replace(/^\//, "").replace(/k-[0-9a-f]{12}/, "{keyId}")}`);
  }

  async #send(method: string, url: string, body?: Json): Promise<string> {
    const headers = { "content-type": "application/json" };
    const sent = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
    const answer = await this.#api(new Request(url, sent));
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`);
    return text;
  }
}

/** A declaration of keys: properties by logical name, and options in `options`. */
export function declared(keys: Readonly<Record<string, Json>>): string {
  const resources = Object.entries(keys).map(([name, given]) => {
    const { options = {}, ...properties } = given as JsonObject;
    return [name, { type: "keys:SigningKey", properties, options }];
  });
  return JSON.stringify({
    name: "test",
    providers: { northwind: { kind: "northwind" } },
    resources: Object.fromEntries(resources),
    outputs: Object.fromEntries(Object.keys(keys).map((name) => [name, `\${${name}.material}`])),
  });
}
