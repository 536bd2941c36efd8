import type { Fetch } from "../../packages/base/exchange/fetch.ts";
import type { Json } from "../../packages/base/json/json.ts";
import type { Calls } from "../../src/contract/call.ts";
import type { PlanView } from "../../src/contract/documents/plans/plan.ts";
import type { RunEvent } from "../../src/contract/documents/runs/run-events.ts";
import { stackAddress } from "../../src/contract/stack-name.ts";
import type { Application } from "../../src/http/application.ts";
import { type ApiOptions, testApplication, testCalls } from "../../src/http/fetch-api.fixture.ts";
import { fetchOf } from "../../src/http/fetch-of.ts";
import { type TestAccess, testAccess } from "../../src/service/access/access.fixture.ts";
import type { AccessControl } from "../../src/service/access/access-control.ts";
import { Audit } from "../../src/service/audit/audit.ts";
import { RunDispatcher } from "../../src/service/background/run-dispatcher.ts";
import { attachments, type TestDeployment, testDeployment } from "../../src/service/use-cases/deployment.fixture.ts";
import type { Deployment } from "../../src/service/use-cases/deployment.ts";
import { Witness } from "./witness.ts";

export interface CallOptions {
  /** JSON, or a text that is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: string;
  readonly signal?: AbortSignal;
}

export interface Called {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The document; undefined where the body is none. */
  readonly body: unknown;
}

/** Where a stack is: by its whole name, or by the one that it has within the project `test`. */
function addressOf(stack: string): string {
  return stackAddress(stack.includes("/") ? stack : `test/${stack}`);
}

/** An answer, once its body has come. */
export async function called(response: Response): Promise<Called> {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = /[/+]json$/.test((headers.get("content-type") ?? "").split(";")[0] ?? "");
  return { status, headers, text, body: isJson && text !== "" ? JSON.parse(text) : undefined };
}

/** One application over a deployment in memory, with a witness around it. */
export class ApiWorld {
  readonly deployment: TestDeployment;
  readonly witness: Witness;
  readonly calls: Calls;
  readonly application: Application;
  readonly fetch: Fetch;
  /** Null: nobody but the owner is there. */
  readonly access: TestAccess | null;

  private constructor(deployment: TestDeployment, access: TestAccess | null, more: Partial<ApiOptions>) {
    this.deployment = deployment;
    this.access = access;
    this.witness = new Witness();
    const { clock, documentStore } = deployment;
    const served: Deployment = more.deployment ?? deployment;
    const options: ApiOptions = {
      dispatcher: new RunDispatcher({
        deployment: served,
        serves: access !== null,
        ...(access === null ? {} : { authorityOf: (caller) => access.access.authorityOf(caller) }),
      }),
      access: access?.access ?? null,
      audit: access === null ? null : new Audit({ documentStore, clock, key: null, place: null }),
      ...more,
      deployment: served,
    };
    this.calls = testCalls(options);
    this.application = testApplication(this.calls, options);
    this.fetch = this.witness.around(fetchOf(this.application));
  }

  /** As the command has it in one process. */
  static alone(more: Partial<ApiOptions> = {}, deployment = testDeployment()): ApiWorld {
    return new ApiWorld(deployment, null, more);
  }

  /** As a service has it: with access control and an audit log. */
  static async served(
    more: Partial<ApiOptions> = {},
    deployment = testDeployment(),
    access?: TestAccess,
  ): Promise<ApiWorld> {
    return new ApiWorld(
      deployment,
      access ?? (await testAccess({ documentStore: deployment.documentStore, stacks: deployment.store })),
      more,
    );
  }

  get accessControl(): AccessControl {
    if (this.access === null) throw new Error("there is no access control here");
    return this.access.access;
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Called> {
    return called(await this.open(method, path, options));
  }

  /** The same, before the body has come. */
  open(method: string, path: string, { body, headers = {}, token, signal }: CallOptions = {}): Promise<Response> {
    const sent = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
    return this.fetch(
      new Request(`http://test${path}`, {
        method,
        headers: {
          ...(sent === undefined ? {} : { "content-type": "application/json" }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(sent === undefined ? {} : { body: sent }),
        ...(signal === undefined ? {} : { signal }),
      }),
    );
  }

  async plan(stack = "dev", declaration = attachments({ a: "one" }), options: CallOptions = {}): Promise<PlanView> {
    const body = { kind: "apply", newStack: true, declaration: declaration as unknown as Json, refresh: true };
    const called = await this.call("POST", `${addressOf(stack)}/plans`, { ...options, body });
    if (called.status !== 201) throw new Error(`not planned: ${called.text}`);
    return called.body as PlanView;
  }

  /** Plans and runs; all events of the run. */
  async up(stack = "dev", options: CallOptions = {}): Promise<readonly RunEvent[]> {
    const { digest } = await this.plan(stack, undefined, options);
    return this.follow(stack, await this.start(stack, digest, options), options);
  }

  async start(stack: string, plan: string, options: CallOptions = {}): Promise<string> {
    const started = await this.call("POST", `${addressOf(stack)}/runs`, {
      ...options,
      body: { plan, allowEmpty: true },
    });
    if (started.status !== 202) throw new Error(`not started: ${started.text}`);
    return (started.body as { readonly run: string }).run;
  }

  async follow(stack: string, run: string, options: CallOptions = {}): Promise<readonly RunEvent[]> {
    const { text } = await this.call("GET", `${addressOf(stack)}/runs/${run}/events`, options);
    return text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as RunEvent);
  }
}
