import type { Clock } from "../../base/clock.ts";
import type { Fetch } from "../../base/fetch.ts";
import type { Ids } from "../../base/ids.ts";
import type { Json } from "../../base/json.ts";
import { matchTemplate } from "../../base/path-template.ts";
import { controlRoutes, principalOf } from "./control-surface.ts";
import type { LocalStorage } from "./local-storage.ts";
import type { LocalMode, LocalReply, LocalRequest, LocalRoute, LocalVendor, World } from "./local-vendor.ts";

export interface LocalCloudOptions {
  readonly storage: LocalStorage;
  readonly vendors: readonly LocalVendor[];
  readonly clock: Clock;
  readonly ids: Ids;
  readonly mode: LocalMode;
  /** How long a long-running operation stays pending, in virtual milliseconds. */
  readonly operationMs: number;
}

interface Waiting {
  readonly request: Request;
  readonly body: string;
  resolve(response: Response): void;
  reject(cause: unknown): void;
}

/**
 * The embedded cloud as one `fetch`: all vendors on their own paths, one database. Requests that wait together
 * share one transaction (group commit); an answer leaves only after its effects are durable.
 */
export class LocalCloud {
  readonly #options: LocalCloudOptions;
  readonly #routes: readonly { readonly vendor: LocalVendor | null; readonly route: LocalRoute }[];
  #waiting: Waiting[] = [];

  constructor(options: LocalCloudOptions) {
    this.#options = options;
    this.#routes = [
      ...controlRoutes(options).map((route) => ({ vendor: null, route })),
      ...options.vendors.flatMap((vendor) => vendor.routes.map((route) => ({ vendor, route }))),
    ];
  }

  readonly fetch: Fetch = async (request) => {
    const body = await request.text();
    return new Promise<Response>((resolve, reject) => {
      this.#waiting.push({ request, body, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#answerWaiting());
    });
  };

  #answerWaiting(): void {
    const batch = this.#waiting;
    this.#waiting = [];
    let settled: readonly (() => void)[];
    try {
      settled = this.#options.storage.transaction(() => batch.map((each) => this.#settle(each)));
    } catch (cause) {
      for (const each of batch) each.reject(cause);
      return;
    }
    for (const tell of settled) tell();
  }

  /** Answers one request of a batch; how to tell its sender is for after the commit. A failure is its own sender's only. */
  #settle(each: Waiting): () => void {
    try {
      // An error answer leaves no trace.
      const response = this.#options.storage.savepoint(
        () => this.#answer(each.request, each.body),
        (answer) => answer.status < 400,
      );
      return () => each.resolve(response);
    } catch (cause) {
      return () => each.reject(cause);
    }
  }

  #answer(request: Request, bodyText: string): Response {
    const url = new URL(request.url);
    const path = url.pathname.replace(/^\/+/, "");
    for (const { vendor, route } of this.#routes) {
      if (route.method !== request.method) continue;
      const encoded = matchTemplate(route.template, path, route.ignoreCase === true);
      if (encoded === undefined) continue;
      const params = decodeParams(encoded);
      if (params === undefined) return toResponse({ status: 400, body: { message: "malformed path" } });
      const body = parseBody(bodyText);
      if (body === malformed) return toResponse({ status: 400, body: { message: "malformed JSON in the body" } });
      const documents = this.#options.storage.documents("_local");
      const local: LocalRequest = {
        method: request.method,
        path,
        url,
        query: url.searchParams,
        headers: request.headers,
        body,
        caller: principalOf(request.headers, documents),
      };
      return toResponse(route.handle(local, params, this.#world(vendor?.name ?? "_local", local)));
    }
    return toResponse({
      status: 404,
      body: { error: { code: 404, message: `no such path: /${path}`, status: "NOT_FOUND" } },
    });
  }

  #world(vendor: string, request: LocalRequest): World {
    const { storage, clock, ids, mode, operationMs } = this.#options;
    // One request happens at one moment.
    let moment: number | undefined;
    const now = () => {
      moment ??= clock.now() + storage.count("clock-offset-ms", 0);
      return moment;
    };
    const timestamp = (digits: number) =>
      new Date(now()).toISOString().replace(/\.(\d{3})Z$/, (_, ms: string) => `.${ms.padEnd(digits, "0")}Z`);
    return {
      mode,
      documents: storage.documents(vendor),
      now,
      timestamp,
      unique: () => ids.unique(),
      next: () => storage.count(`sequence-${vendor}`, 1),
      operationMs,
      wrote: (action, object) =>
        storage.log({
          at: timestamp(3),
          vendor,
          action,
          object,
          method: request.method,
          path: `/${request.path}`,
          caller: request.caller?.name ?? "",
        }),
    };
  }
}

/** Percent-decodes what the path's variables stand for; undefined on a malformed escape. */
function decodeParams(encoded: Readonly<Record<string, string>>): Readonly<Record<string, string>> | undefined {
  try {
    return Object.fromEntries(Object.entries(encoded).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return undefined;
  }
}

const malformed = Symbol("malformed");

function parseBody(text: string): Json | undefined | typeof malformed {
  if (text === "") return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return malformed;
  }
}

function toResponse(reply: LocalReply): Response {
  const headers = new Headers(reply.headers);
  if (reply.body === undefined) return new Response(null, { status: reply.status, headers });
  if (typeof reply.body === "string" && headers.has("content-type")) {
    return new Response(reply.body, { status: reply.status, headers });
  }
  if (!headers.has("content-type")) headers.set("content-type", "application/json; charset=utf-8");
  return new Response(JSON.stringify(reply.body), { status: reply.status, headers });
}
