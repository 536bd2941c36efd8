import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import { testAccess } from "../../src/service/access/access.fixture.ts";
import { client, clientPath, declared, testDeployment } from "../../src/service/use-cases/deployment.fixture.ts";
import { ApiWorld, type Called, type CallOptions } from "./api-world.ts";
import { brokenRun } from "./broken-run.ts";

/** What an example says of something that only the service names: the value that this world has for it. */
export interface Drawn {
  readonly digest?: string;
  readonly run?: string;
  readonly handle?: string;
  readonly operation?: string;
  readonly move?: string;
  readonly receipt?: string;
  /** By the names of sealed config keys. */
  readonly values?: JsonObject;
}

const portal = client();
const project = { name: "portal" };
const declaration = declared({ portal }, project) as unknown as Json;
const empty = declared({}, project) as unknown as Json;
const objects = "/v1/types/iam%3AOAuthClient/objects";
const nothingYet = { "if-none-match": "*" };
const google = { kind: "google", project: "acme", region: "europe-west1" };
const azure = { kind: "azure", subscriptionId: "11111111-2222-3333-4444-555555555555" };

/** A service in which there is what the examples of the description speak of, under the names that they have for it. */
export class ExamplesWorld {
  readonly api: ApiWorld;
  readonly token: string;

  private constructor(api: ApiWorld, token: string) {
    this.api = api;
    this.token = token;
  }

  static async open(): Promise<ExamplesWorld> {
    const deployment = testDeployment();
    const settings = { credentialSources: { environment: [], files: ["/run/secrets/"] } };
    const access = await testAccess({ documentStore: deployment.documentStore, stacks: deployment.store, settings });
    const api = await ApiWorld.served({}, deployment, access);
    return new ExamplesWorld(api, await access.tokenWith("admin"));
  }

  send(method: string, path: string, options: CallOptions = {}): Promise<Called> {
    return this.api.call(method, path, { token: this.token, ...options });
  }

  /** A request of the one who prepares, which must succeed. */
  async ask(method: string, path: string, body?: unknown, headers: CallOptions["headers"] = {}): Promise<JsonObject> {
    const called = await this.send(method, path, { headers, ...(body === undefined ? {} : { body }) });
    if (called.status >= 300) throw new Error(`${method} ${path}: ${called.status} ${called.text}`);
    return (called.body ?? {}) as JsonObject;
  }

  async stack(): Promise<Drawn> {
    await this.ask("POST", "/v1/projects/portal/stacks", { name: "dev" });
    return {};
  }

  /** A stack that is about to leave for another store. */
  async leaving(name = "dev"): Promise<Drawn & { readonly content: Json }> {
    await this.ask("POST", "/v1/projects/portal/stacks", { name });
    const body = { to: "https://plumb.example" };
    const { move, content = null } = await this.ask("PUT", `/v1/projects/portal/stacks/${name}/departure`, body);
    return { move: String(move), content };
  }

  /** A stack that its source, another one here, has given away. */
  async arriving(): Promise<Drawn> {
    const { move, content } = await this.leaving("source");
    await this.ask("PUT", "/v1/projects/portal/stacks/dev/arrival", { from: "elsewhere", content });
    const given = await this.ask("PUT", "/v1/projects/portal/stacks/source/departure/receipt", { move: String(move) });
    return { move: String(given["move"]), receipt: String(given["receipt"]) };
  }

  /** Three versions of it. */
  async kept(): Promise<Drawn> {
    await this.stack();
    await this.#keep(empty, nothingYet);
    await this.#keep(declared({}, { ...project, outputs: { answer: 42 } }) as unknown as Json);
    await this.#keep(declaration);
    return {};
  }

  async planned(): Promise<Drawn> {
    await this.kept();
    return {
      digest: String((await this.ask("POST", "/v1/projects/portal/stacks/dev/plans", { kind: "apply" }))["digest"]),
    };
  }

  async up(): Promise<Drawn> {
    const { digest } = await this.planned();
    const run = await this.#started(digest);
    await this.send("GET", `/v1/projects/portal/stacks/dev/runs/${run}/events`);
    return { digest: digest ?? "", run };
  }

  async waiting(): Promise<Drawn> {
    const { digest } = await this.planned();
    await this.ask("PUT", "/v1/projects/portal/stacks/dev/settings", { approvals: 1 }, { "if-match": "*" });
    return { run: await this.#started(digest) };
  }

  async broken(): Promise<Drawn> {
    await this.stack();
    const { run } = await brokenRun("portal/dev", ["one", "two"], this.api.deployment);
    return { run };
  }

  async provider(): Promise<Drawn> {
    await this.ask("PUT", "/v1/providers/google", google, nothingYet);
    return {};
  }

  /** An object that is managed by itself. */
  async object(): Promise<Drawn> {
    await this.provider();
    await this.ask("POST", objects, this.#asked);
    return {};
  }

  /** An object that nobody manages. */
  async unmanaged(): Promise<Drawn> {
    await this.kept();
    await this.provider();
    const { location: _, oauthClientId, ...body } = portal["properties"] as JsonObject;
    const collection = clientPath.slice(0, clientPath.lastIndexOf("/"));
    await this.api.deployment.wire("POST", `${collection}?oauthClientId=${oauthClientId}`, body);
    return {};
  }

  async operation(): Promise<Drawn> {
    await this.provider();
    const begun = await this.send("POST", objects, { body: this.#asked, headers: { prefer: "respond-async" } });
    return { operation: (begun.headers.get("location") ?? "").slice("/v1/operations/".length) };
  }

  async ownToken(): Promise<Drawn> {
    const made = await this.ask("POST", "/v1/tokens", { name: "deploys", role: "reader", expiresInDays: 30 });
    return { handle: String(made["id"]) };
  }

  async credential(): Promise<Drawn> {
    const body = { kind: "databricks", origins: ["https://adb-1.azuredatabricks.net"] };
    await this.ask("PUT", "/v1/credentials/prod", body, nothingYet);
    return {};
  }

  async role(): Promise<Drawn> {
    await this.stack();
    const subject = encodeURIComponent("group:platform-team");
    await this.ask("PUT", `/v1/role-assignments/${subject}`, { role: "operator" });
    await this.ask("PUT", `/v1/projects/portal/stacks/dev/role-assignments/${subject}`, { role: "operator" });
    return {};
  }

  async sealedConfig(): Promise<Drawn> {
    await this.stack();
    const body = { key: "password", value: "correct horse" };
    const { sealed } = await this.ask("POST", "/v1/projects/portal/stacks/dev/config:seal", body);
    return { values: { password: sealed ?? null } };
  }

  /** A run that waits for another than its starter. */
  async awaitingOther(): Promise<Drawn> {
    const { access } = this.api;
    if (access === null) throw new Error("a service has access control");
    return new ExamplesWorld(this.api, await access.tokenWith("admin")).waiting();
  }

  async namedStack(): Promise<Drawn> {
    await this.ask("POST", "/v1/projects/portal/stacks", { name: "prod" });
    return {};
  }

  /** A private endpoint connection, which Azure makes and nobody else. */
  async connection(): Promise<Drawn> {
    await this.ask("PUT", "/v1/providers/azure", azure, nothingYet);
    await this.api.deployment.wire("POST", "_local/seed", [
      {
        kind: "privateEndpointConnection",
        subscriptionId: azure.subscriptionId,
        resourceGroupName: "rg-migration",
        migrateProjectName: "datacenter-exit",
        name: "hub-pe",
        privateEndpointId: "/pe/hub",
      },
    ]);
    return {};
  }

  get #asked(): Json {
    return { provider: "google", properties: portal["properties"] ?? {} };
  }

  async #started(digest: string | undefined): Promise<string> {
    return String((await this.ask("POST", "/v1/projects/portal/stacks/dev/runs", { plan: digest }))["run"]);
  }

  #keep(body: Json, headers: CallOptions["headers"] = { "if-match": "*" }): Promise<JsonObject> {
    return this.ask("PUT", "/v1/projects/portal/stacks/dev/declaration", body, headers);
  }
}
