import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import { attachments } from "../../src/service/use-cases/deployment.fixture.ts";
import type { Called, CallOptions } from "./api-world.ts";
import { brokenRun } from "./broken-run.ts";
import type { PeopledWorld } from "./people.ts";

export const attachment = "connectors:EndpointAttachment";
export const provider = { kind: "google", project: "acme", region: "here" };
export const serviceAttachment = "projects/p/regions/r/serviceAttachments/s";

/**
 * Makes what requests are about: each time anew, under names that nothing else has. All of it as an admin of
 * everything.
 */
export class Stage {
  readonly #world: PeopledWorld;
  #made = 0;

  constructor(world: PeopledWorld) {
    this.#world = world;
  }

  /** A request of the one who prepares, which must succeed. */
  async ask(method: string, path: string, body?: unknown, headers: CallOptions["headers"] = {}): Promise<Called> {
    const { api, owner: token } = this.#world;
    const called = await api.call(method, path, { token, headers, ...(body === undefined ? {} : { body }) });
    if (called.status >= 300) throw new Error(`${method} ${path}: ${called.status} ${called.text}`);
    return called;
  }

  fresh(prefix: string): string {
    this.#made += 1;
    return `${prefix}${this.#made}`;
  }

  /** A declaration of one attachment, of that name. */
  declaration(name: string): Json {
    return attachments({ [name]: "one" }) as unknown as Json;
  }

  id(name: string): string {
    return `projects/acme/locations/here/endpointAttachments/${name}`;
  }

  async stack(): Promise<string> {
    const name = this.fresh("s");
    await this.ask("POST", "/v1/projects/test/stacks", { name });
    await this.#world.belongsHere(`test/${name}`);
    return name;
  }

  /** A stack that is about to leave for another store. */
  async leaving(): Promise<{ readonly stack: string; readonly move: string; readonly content: Json }> {
    const stack = await this.stack();
    const called = await this.ask("PUT", `/v1/projects/test/stacks/${stack}/departure`, {
      to: "https://other.example",
    });
    const { move, content } = called.body as { readonly move: string; readonly content: Json };
    return { stack, move, content };
  }

  /** A stack that its source has given away, and that has not come yet. */
  async arriving(): Promise<{ readonly stack: string; readonly move: string; readonly receipt: string }> {
    const { stack: from, move, content } = await this.leaving();
    const stack = this.fresh("s");
    await this.ask("PUT", `/v1/projects/test/stacks/${stack}/arrival`, { from: "elsewhere", content });
    await this.#world.belongsHere(`test/${stack}`);
    const { body } = await this.ask("PUT", `/v1/projects/test/stacks/${from}/departure/receipt`, { move });
    return { stack, ...(body as { readonly move: string; readonly receipt: string }) };
  }

  async kept(): Promise<{ readonly stack: string }> {
    const stack = await this.stack();
    await this.ask("PUT", `/v1/projects/test/stacks/${stack}/declaration`, this.declaration(this.fresh("a")), {
      "if-none-match": "*",
    });
    return { stack };
  }

  async planned(): Promise<{ readonly stack: string; readonly digest: string; readonly name: string }> {
    const stack = await this.stack();
    const name = this.fresh("a");
    const body = { kind: "apply", newStack: true, declaration: this.declaration(name) };
    const { digest } = (await this.ask("POST", `/v1/projects/test/stacks/${stack}/plans`, body)).body as {
      readonly digest: string;
    };
    return { stack, digest, name };
  }

  /** A run that has ended, and what it made. */
  async up() {
    const planned = await this.planned();
    const run = await this.#started(planned);
    await this.ask("GET", `/v1/projects/test/stacks/${planned.stack}/runs/${run}/events`);
    return { ...planned, run };
  }

  /** A run that waits for somebody else to approve it. */
  async waiting() {
    const planned = await this.planned();
    await this.ask("PUT", `/v1/projects/test/stacks/${planned.stack}/settings`, { approvals: 1 }, { "if-match": "*" });
    return { stack: planned.stack, run: await this.#started(planned) };
  }

  /** A run that can be taken up. */
  async broken() {
    const names = [this.fresh("a"), this.fresh("a")] as const;
    const stack = await this.stack();
    const { run } = await brokenRun(`test/${stack}`, names, this.#world.api.deployment, this.#world.otherDeployment);
    return { stack, run };
  }

  /** An object that nobody manages. */
  async unmanaged(): Promise<{ readonly id: string; readonly name: string }> {
    const { stack, name } = await this.up();
    await this.ask("DELETE", `/v1/projects/test/stacks/${stack}/resources/${name}`);
    return { id: this.id(name), name };
  }

  /** An object that is managed by itself. */
  async object(): Promise<{ readonly type: string; readonly id: string }> {
    const endpointAttachmentId = this.fresh("o");
    const body = { provider, properties: { endpointAttachmentId, serviceAttachment } };
    const made = await this.ask("POST", `/v1/types/${encodeURIComponent(attachment)}/objects`, body);
    return { type: attachment, id: (made.body as JsonObject)["id"] as string };
  }

  async operation(): Promise<string> {
    const endpointAttachmentId = this.fresh("o");
    const path = `/v1/types/${encodeURIComponent(attachment)}/objects`;
    const body = { provider, properties: { endpointAttachmentId, serviceAttachment } };
    const begun = await this.ask("POST", path, body, { prefer: "respond-async" });
    const operation = (begun.headers.get("location") ?? "").slice("/v1/operations/".length);
    await this.ask("POST", `/v1/operations/${operation}:wait`);
    return operation;
  }

  async keptProvider(): Promise<string> {
    const name = this.fresh("p");
    await this.ask("PUT", `/v1/providers/${name}`, provider, { "if-none-match": "*" });
    return name;
  }

  async keptCredential(): Promise<string> {
    const name = this.fresh("c");
    const body = { kind: "databricks", origins: ["https://adb-9.databricks.test"] };
    await this.ask("PUT", `/v1/credentials/${name}`, body, { "if-none-match": "*" });
    return name;
  }

  async #started({ stack, digest }: { readonly stack: string; readonly digest: string }): Promise<string> {
    const { body } = await this.ask("POST", `/v1/projects/test/stacks/${stack}/runs`, { plan: digest });
    return (body as { readonly run: string }).run;
  }
}
