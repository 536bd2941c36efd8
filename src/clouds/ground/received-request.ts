import type { Json } from "../../base/json.ts";
import { matchTemplate } from "../../base/path-template.ts";
import type { LocalReply, LocalRequest, LocalRoute, LocalVendor, Principal, World } from "./local-vendor.ts";

/** All routes in the order in which they are asked; the control surface's have no vendor. */
export type RouteTable = readonly { readonly vendor: LocalVendor | null; readonly route: LocalRoute }[];

/** A request that is understood as far as the ground does, and who answers it. */
export interface Received {
  /** Null where no vendor knows the path. */
  readonly vendor: LocalVendor | null;
  readonly request: LocalRequest;
  handle(request: LocalRequest, world: World): LocalReply;
}

/** Has the routes that a request may go to load what they need. */
export async function prepareRoutes(table: RouteTable, request: Request, body: string): Promise<void> {
  const path = pathOf(new URL(request.url));
  for (const { route } of table) {
    if (route.prepare === undefined || route.method !== request.method) continue;
    if (matchTemplate(route.template, path, route.ignoreCase === true) === undefined) continue;
    const loading = route.prepare(body);
    // Requests that wait for nothing keep the order in which they came.
    if (loading !== undefined) await loading;
  }
}

/** Finds the route of a request and reads the request for it; what can't be read is answered without one. */
export function receive(
  table: RouteTable,
  sent: Request,
  bodyText: string,
  callerOf: (request: LocalRequest, vendor: LocalVendor | null) => Principal | null,
): Received {
  const url = new URL(sent.url);
  const path = pathOf(url);
  const bare: LocalRequest = {
    method: sent.method,
    path,
    url,
    query: url.searchParams,
    headers: sent.headers,
    body: undefined,
    form: new URLSearchParams(),
    caller: null,
  };
  const refused = (vendor: LocalVendor | null, reply: LocalReply) => ({ vendor, request: bare, handle: () => reply });
  for (const { vendor, route } of table) {
    if (route.method !== sent.method) continue;
    const encoded = matchTemplate(route.template, path, route.ignoreCase === true);
    if (encoded === undefined) continue;
    const params = decodeParams(encoded);
    if (params === undefined) return refused(vendor, { status: 400, body: { message: "malformed path" } });
    // Some programs call anything they post a form; no form begins like JSON.
    const isForm = sent.headers.get("content-type")?.startsWith(formType) === true && !/^\s*[[{]/.test(bodyText);
    const body = isForm ? undefined : parseBody(bodyText);
    if (body === malformed) {
      const unreadable = { status: 400, body: { message: "malformed JSON in the body" } };
      return refused(vendor, vendor?.unreadableBody?.(path) ?? unreadable);
    }
    const request: LocalRequest = { ...bare, body, form: new URLSearchParams(isForm ? bodyText : "") };
    return {
      vendor,
      request: { ...request, caller: callerOf(request, vendor) },
      handle: (known, world) => route.handle(known, params, world),
    };
  }
  return refused(null, {
    status: 404,
    body: { error: { code: 404, message: `no such path: /${path}`, status: "NOT_FOUND" } },
  });
}

function pathOf(url: URL): string {
  return url.pathname.replace(/^\/+/, "");
}

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
