import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load } from "js-yaml";
import { startPlumb } from "../e2e/run-plumb.fixture.ts";
import { WithoutChance } from "./without-chance.ts";

/** A request of a story: `METHOD path` with a body in JSON behind it, where it has one. */
interface Asked {
  readonly ask: string;
  /** Who asks: a caller of the story, or `admin`; without it the one before. */
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Values of the answer, by JSON Pointer or `header:NAME`, which later requests name as `{{name}}`. */
  readonly keep?: Readonly<Record<string, string>>;
}

interface RequestStory {
  readonly about: string;
  /** The callers beside the admin, each with a token of the role; `none` has no token. */
  readonly callers?: Readonly<Record<string, { readonly role: string; readonly only?: readonly string[] }>>;
  /** Each of them is asked as each caller in turn, after the requests. */
  readonly asEach?: readonly string[];
  readonly requests: readonly (string | Asked)[];
}

/** Headers of an answer that its reader relies on. */
const shownHeaders = [
  "content-type",
  "etag",
  "location",
  "link",
  "retry-after",
  "allow",
  "www-authenticate",
  "preference-applied",
];

/** Plays a story against a service of its own, and gives every request with its answer. */
export async function playRequests(file: string, program: string): Promise<string> {
  const story = load(readFileSync(file, "utf8")) as RequestStory;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "plumb-recording-")));
  const service = startPlumb(
    ["serve", "--port", "0", "--log-level", "silent"],
    folder,
    { XDG_CONFIG_HOME: folder },
    program,
  );
  try {
    await service.says("admin.token");
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(service.output())?.[0] ?? "";
    const conversation = new Conversation(url, folder);
    const told = [`# ${story.about}`];
    for (const request of story.requests)
      told.push(await conversation.ask(typeof request === "string" ? { ask: request } : request));
    await conversation.admit(story.callers ?? {});
    for (const ask of story.asEach ?? [])
      for (const as of ["none", ...Object.keys(story.callers ?? {}), "admin"])
        told.push(await conversation.ask({ ask, as }));
    return `${told.join("\n\n")}\n`;
  } finally {
    service.signal("SIGTERM");
    await service.ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

class Conversation {
  readonly #url: string;
  readonly #tokens = new Map<string, string>();
  readonly #kept = new Map<string, string>();
  readonly #chance: WithoutChance;
  #caller = "admin";

  constructor(url: string, folder: string) {
    this.#url = url;
    this.#tokens.set("admin", readFileSync(join(folder, ".plumb", "admin.token"), "utf8").trim());
    this.#chance = new WithoutChance([
      [folder, "<folder>"],
      [url, "<server>"],
    ]);
  }

  /** Makes a token for each caller. */
  async admit(callers: NonNullable<RequestStory["callers"]>): Promise<void> {
    for (const [name, { role, only }] of Object.entries(callers)) {
      const response = await this.#send(
        "POST",
        "/v1/tokens",
        { name, role, expiresInDays: 90, ...(only === undefined ? {} : { stacks: only }) },
        {},
      );
      const answer = (await response.json()) as { readonly token?: string };
      if (answer.token === undefined) throw new Error(`no token for ${name}: ${JSON.stringify(answer)}`);
      this.#tokens.set(name, answer.token);
    }
  }

  async ask({ ask, as = this.#caller, headers = {}, keep = {} }: Asked): Promise<string> {
    this.#caller = as;
    const request = ask.replace(/\{\{(\w+)\}\}/g, (_, name: string) => this.#kept.get(name) ?? `{{${name}}}`);
    const [, method = "", path = "", body] = /^(\S+) (\S+)(?: (.*))?$/s.exec(request) ?? [];
    const sent = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value.replace(/\{\{(\w+)\}\}/g, (_, key: string) => this.#kept.get(key) ?? ""),
      ]),
    );
    const response = await this.#send(method, path, body === undefined ? undefined : (load(body) as unknown), sent);
    const text = await response.text();
    for (const [name, from] of Object.entries(keep)) this.#kept.set(name, valueAt(from, response, text));
    const shown = shownHeaders.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [`${name}: ${value}`];
    });
    const asked = [`-> ${as}: ${request}`, ...Object.entries(sent).map(([name, value]) => `   ${name}: ${value}`)];
    return this.#chance.of(
      [...asked, `<- ${response.status}`, ...shown, ...(text === "" ? [] : [readable(text)])].join("\n"),
    );
  }

  #send(method: string, path: string, body: unknown, headers: Readonly<Record<string, string>>): Promise<Response> {
    const token = this.#tokens.get(this.#caller);
    return fetch(`${this.#url}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  }
}

/** JSON by lines, one document a line where there are several; any other text as it is. */
function readable(text: string): string {
  const lines = text.trimEnd().split("\n");
  try {
    return lines.map((line) => JSON.stringify(JSON.parse(line), null, lines.length === 1 ? 1 : 0)).join("\n");
  } catch {
    return text.trimEnd();
  }
}

function valueAt(from: string, response: Response, text: string): string {
  if (from.startsWith("header:")) return response.headers.get(from.slice("header:".length)) ?? "";
  if (text === "") return "";
  let value: unknown = JSON.parse(text);
  for (const name of from.split("/").slice(1)) value = (value as Readonly<Record<string, unknown>>)[name];
  return String(value);
}
