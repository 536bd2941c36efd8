import type { Fetch } from "../../packages/base/exchange/fetch.ts";
import type { Json } from "../../packages/base/json/json.ts";
import { matchTemplate } from "../../packages/base/path-template.ts";
import { type NeededCall, neededCalls } from "./needed-calls.ts";
import { addressOf, type Vendor, vendorOf } from "./reply.ts";
import { wireOutcome } from "./wire-outcome.ts";

const pageParameters = ["pagetoken", "$skiptoken"];

type Sent = Pick<Request, "method" | "url">;

/** Whether a driver sends such a call: this method, at such a path, in such a version. */
export function isNeeded(request: Sent): boolean {
  const { version } = addressOf(request);
  const { needed } = neededOf(request);
  return needed !== undefined && (needed.versions ?? [""]).includes(version);
}

function neededOf(request: Sent) {
  const { method, path } = addressOf(request);
  const vendor = vendorOf(path);
  const calls = vendor === undefined ? [] : neededCalls[vendor];
  const needed = calls.find(
    (each) => each.method === method && matchTemplate(each.path, path, vendor === "azure") !== undefined,
  );
  return { vendor, needed };
}

/**
 * `METHOD path template[?api-version=…] -> outcome`, as the ledger writes it; undefined for what is no call of a
 * driver.
 */
function entryOf(request: Sent, status: number, body: Json | undefined): string | undefined {
  const { vendor, needed } = neededOf(request);
  if (vendor === undefined || needed === undefined) return undefined;
  const outcome = wireOutcome(vendor, { method: request.method, status, body });
  const parameters = [...new URL(request.url).searchParams.keys()].map((name) => name.toLowerCase());
  const isBehind = pageParameters.some((name) => parameters.includes(name));
  return written(needed, addressOf(request).version, outcome === "done" && isBehind ? "next-page" : outcome);
}

function written({ method, path }: NeededCall, version: string, outcome: string): string {
  return `${method} ${path}${version === "" ? "" : `?api-version=${version}`} -> ${outcome}`;
}

/** Every entry that a vendor's calls must have. */
export function neededEntries(vendor: Vendor): readonly string[] {
  return neededCalls[vendor].flatMap((call) =>
    (call.versions ?? [""]).flatMap((version) => call.outcomes.map((outcome) => written(call, version, outcome))),
  );
}

/** Tells of every exchange that goes through: its entry, undefined for what is no call of a driver. */
export function telling(cloud: Fetch, tell: (request: Request, entry: string | undefined) => void): Fetch {
  return async (request) => {
    const response = await cloud(request);
    // Only an error's body says more of the outcome than its status.
    const text = response.ok ? "" : await response.clone().text();
    tell(request, entryOf(request, response.status, text === "" ? undefined : (JSON.parse(text) as Json)));
    return response;
  };
}
