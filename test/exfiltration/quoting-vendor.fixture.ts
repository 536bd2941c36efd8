import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import { CommandStage, type Played } from "../vendor-answers/play-command.ts";
import { subjects } from "../vendor-answers/subjects.ts";

/** One request, as far as an answer depends on it. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: JsonObject;
}

/** A status and a document, or a text that is none; undefined: not there. */
export type Told = readonly [status: number, body: Json] | undefined;

/** Commands over one directory, each a process of its own, against a vendor that answers as the test says. */
export class QuotedStage {
  answers: (asked: Asked) => Told = () => undefined;
  /** All that was said so far. */
  said = "";
  readonly #stage: CommandStage;

  constructor(variables: Readonly<Record<string, string>> = {}) {
    const [subject] = Object.values(subjects);
    if (subject === undefined) throw new Error("there is no subject");
    const answer = async (request: Request): Promise<Response> => {
      const text = request.method === "GET" ? "" : await request.text();
      const { pathname } = new URL(request.url);
      const body = text === "" ? {} : (JSON.parse(text) as JsonObject);
      const told = this.answers({ method: request.method, path: decodeURIComponent(pathname), body });
      const [status, said] = told ?? [404, { error: { code: 404, message: "none", status: "NOT_FOUND" } }];
      if (typeof said === "string") return new Response(said, { status, headers: { "content-type": "text/html" } });
      return Response.json(said, { status });
    };
    this.#stage = new CommandStage(subject, { answer, writes: [] }, variables);
  }

  get dir(): string {
    return this.#stage.dir;
  }

  declare(resources: JsonObject, providers: JsonObject = { google: { kind: "google", project: "acme" } }): void {
    const config = { pw: { type: "string", secret: true } };
    this.#stage.declare({ name: "quoted", config, providers, resources });
  }

  async play(...line: readonly string[]): Promise<Played> {
    const played = await this.#stage.play(line);
    this.said += played.output;
    return played;
  }

  /** Everything that was said, that is kept, and that the stack's documents say. */
  async told(folder = this.dir): Promise<string> {
    await this.play("state", "export");
    for (const { run } of JSON.parse((await this.play("runs", "list", "--json")).output) as { run: string }[])
      await this.play("runs", "show", run, "--json");
    return `${this.said}\n${bytesBelow(folder)}`;
  }

  close(): void {
    this.#stage.close();
  }
}

/** Every byte below a folder, reports unpacked. */
function bytesBelow(folder: string): string {
  if (!existsSync(folder)) return "";
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => (path.endsWith(".gz") ? gunzipSync(readFileSync(path)) : readFileSync(path)).toString("latin1"))
    .join("\n");
}

/** An attachment that has the stack's secret for its description. */
export const attachment: JsonObject = {
  type: "connectors:EndpointAttachment",
  properties: {
    ...{ endpointAttachmentId: "one", location: "europe-west1", description: "${config.pw}" },
    serviceAttachment: "projects/net/regions/europe-west1/serviceAttachments/b",
  },
};
export const locationName = "projects/acme/locations/europe-west1";
export const attachmentName = `${locationName}/endpointAttachments/one`;
