import type { ExchangeRequest } from "../../base/exchange/exchange.ts";
import type { Json } from "../../base/json/json.ts";
import { matchTemplate } from "../../base/path-template.ts";
import type { EmulatorContext, LocalReply, LocalRequest, LocalRoute, LocalVendor, Principal } from "./local-vendor.ts";

interface KnownRoute {
  /** The control surface's routes have none. */
  readonly vendor: LocalVendor | null;
  readonly route: LocalRoute;
}

/** All routes by their method, in the order in which they are asked. */
export type RouteTable = ReadonlyMap<string, readonly KnownRoute[]>;

export function routeTable(routes: readonly KnownRoute[]): RouteTable {
  return Map.groupBy(routes, ({ route }) => route.method);
}

/** A request before anybody has read it, and where it goes. */
export interface Arrived {
  readonly sent: ExchangeRequest;
  readonly url: URL;
  /** Without leading slashes. */
  readonly path: string;
  /**
   * The first route that its path fits, and what the path has for its variables; undefined where the path is unknown.
   */
  readonly found: (KnownRoute & { readonly params: Readonly<Record<string, string>> }) | undefined;
}

/** A request that is understood as far as the emulator runtime does, and who answers it. */
export interface Received {
  /** Null where no vendor knows the path. */
  readonly vendor: LocalVendor | null;
  readonly request: LocalRequest;
  handle(request: LocalRequest, context: EmulatorContext): LocalReply;
}

/** Finds the route of a request. */
export function arrive(table: RouteTable, sent: ExchangeRequest): Arrived {
  const url = new URL(sent.url);
  const path = url.pathname.replace(/^\/+/, "");
  for (const known of table.get(sent.method) ?? []) {
    const params = matchTemplate(known.route.template, path, known.route.ignoreCase === true);
    if (params !== undefined) return { sent, url, path, found: { ...known, params } };
  }
  return { sent, url, path, found: undefined };
}

/** Reads a request for its route; what can't be read is answered without one. */
export function receive(
  { sent, url, path, found }: Arrived,
  callerOf: (request: LocalRequest, vendor: LocalVendor | null) => Principal | null,
): Received {
  const bare = bareRequest(sent, url, path);
  const { body: text } = sent;
  const refused = (reply: LocalReply): Received => ({
    vendor: found?.vendor ?? null,
    request: bare,
    handle: () => reply,
  });
  if (found === undefined) {
    return refused({
      status: 404,
      body: { error: { code: 404, message: `no such path: /${path}`, status: "NOT_FOUND" } },
    });
  }
  const { vendor, route } = found;
  const params = decodeParams(found.params);
  if (params === undefined) return refused({ status: 400, body: { message: "malformed path" } });
  // Some programs call anything they post a form; no form begins like JSON.
  const isForm = sent.headers["content-type"]?.startsWith(formType) === true && !/^\s*[[{]/.test(text);
  const body = isForm ? undefined : parseBody(text);
  if (body === malformed) {
    const unreadable = { status: 400, body: { message: "malformed JSON in the body" } };
    return refused(vendor?.unreadableBody?.(path) ?? unreadable);
  }
  const request: LocalRequest = { ...bare, body, ...(isForm ? { form: new URLSearchParams(text) } : {}) };
  return {
    vendor,
    request: { ...request, caller: callerOf(request, vendor) },
    handle: (known, context) => route.handle(known, params, context),
  };
}

/** A request of which nothing is read but its head. */
export function bareRequest(sent: ExchangeRequest, url: URL, path: string): LocalRequest {
  return {
    method: sent.method,
    path,
    url,
    query: url.searchParams,
    headers: sent.headers,
    body: undefined,
    form: noForm,
    caller: null,
  };
}

const noForm: LocalRequest["form"] = new URLSearchParams();

/** Percent-decodes what the path's variables stand for; undefined on a malformed escape. */
function decodeParams(encoded: Readonly<Record<string, string>>): Readonly<Record<string, string>> | undefined {
  try {
    return Object.fromEntries(Object.entries(encoded).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return undefined;
  }
}

const formType = "application/x-www-form-urlencoded";

const malformed = Symbol("malformed");

function parseBody(text: string): Json | undefined | typeof malformed {
  if (text === "") return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return malformed;
  }
}
