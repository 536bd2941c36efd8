import type { ExchangeRequest, ExchangeResponse } from "../../../packages/base/exchange/exchange.ts";
import type { Ids } from "../../../packages/base/ids.ts";
import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import { matchTemplate } from "../../../packages/base/path-template.ts";
import { armLocal } from "../../../packages/local-cloud/azure/arm-local.ts";
import { databricksLocal } from "../../../packages/local-cloud/databricks/databricks-local.ts";
import { googleLocal } from "../../../packages/local-cloud/google/google-local.ts";
import type {
  LocalReply,
  LocalRequest,
  LocalRoute,
  OperationFailure,
  Principal,
  EmulatorContext as VendorWorld,
} from "../../../packages/local-cloud/runtime/local-vendor.ts";
import { addressOf } from "../../vendor-interfaces/reply.ts";
import type { ShapeWitness } from "../../vendor-interfaces/shape-witness.ts";
import type { Scenario } from "../scenario.ts";
import type { CloudMemory } from "./cloud-memory.ts";

interface Routed {
  readonly vendor: string;
  readonly route: LocalRoute;
}

/** Where a request goes. */
interface Destination extends Routed {
  readonly url: URL;
  /** Without slashes at its start. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** The address as the witness takes it. */
  readonly address: ReturnType<typeof addressOf>;
}

const vendors = [googleLocal, armLocal, databricksLocal];

const routes = Map.groupBy(
  vendors.flatMap((vendor) => vendor.routes.map((route): Routed => ({ vendor: vendor.name, route }))),
  ({ route }) => route.method,
);

/** The two who call: our processes, and everybody else. */
const callers = {
  us: { name: "us", accountAdmin: true, workspaceMember: true, permitted: true },
  stranger: { name: "stranger", accountAdmin: true, workspaceMember: true, permitted: true },
} as const;

const none = new URLSearchParams();

/**
 * The vendors' local servers over a memory, one request at a time: no transactions to wait for, no faults of its own.
 */
export class SimulatedCloud {
  readonly #storage: CloudMemory;
  readonly #ids: Ids;
  readonly #operationMs: number;
  readonly #now: () => number;
  readonly #witness: ShapeWitness;

  readonly #renamesPolicies: boolean;

  constructor(
    storage: CloudMemory,
    ids: Ids,
    { operationMs, renamesPolicies = false }: Pick<Scenario, "operationMs" | "renamesPolicies">,
    now: () => number,
    witness: ShapeWitness,
  ) {
    this.#renamesPolicies = renamesPolicies;
    this.#witness = witness;
    this.#storage = storage;
    this.#ids = ids;
    this.#operationMs = operationMs;
    this.#now = now;
  }

  /** Carries a request out; an error leaves no trace. `failure`: how an operation that it begins ends. */
  answer(request: ExchangeRequest, who: keyof typeof callers, failure?: OperationFailure): ExchangeResponse {
    const { status, headers, body, text } = this.reply(request, request.body, who, failure);
    const fields = { ...headers, date: new Date(this.#now()).toUTCString() };
    return { status, headers: inLowerCase(fields), body: body === undefined ? "" : text };
  }

  /** The same, with the answer as it is before it goes on its way. */
  reply(
    { method, headers, url: href }: Pick<ExchangeRequest, "method" | "headers" | "url">,
    bodyText: string,
    who: keyof typeof callers,
    failure?: OperationFailure,
  ): LocalReply & { readonly text: string } {
    const { vendor, route, url, path, params, address } = destinationOf(method, href);
    const asked: LocalRequest = {
      method,
      path,
      url,
      query: url.searchParams,
      headers,
      body: bodyText === "" ? undefined : (JSON.parse(bodyText) as Json),
      form: none,
      caller: callers[who],
    };
    const mode =
      this.#renamesPolicies && (isPolicyEdit(method, path) || this.#isOfRenamed(method, path))
        ? "faithful"
        : "documented";
    const world = {
      ...this.#world(vendor, asked, callers[who]),
      mode,
      ...(failure === undefined ? {} : { failure }),
    } as const;
    const reply = this.#storage.savepoint(() => route.handle(asked, params, world), isKept);
    const { status, body } = reply;
    const text = textOf(reply);
    this.#witness.hear({ ...address, mode, status, body }, text);
    return { ...reply, text };
  }

  /**
   * Whether a call would make another assignment of a role beside the one that was renamed, which the vendor refuses.
   */
  #isOfRenamed(method: string, path: string): boolean {
    const [, scope = "", policy, role] =
      /^(.*)\/providers\/Microsoft.Authorization\/roleManagementPolicyAssignments\/([^/_]+)_([^/]+)$/i.exec(path) ?? [];
    if (method !== "PUT" || policy === undefined || role === undefined) return false;
    const prefix = `${encodeURIComponent(scope.toLowerCase())}|${role.toLowerCase()}|`;
    return [...this.#storage.contents("arm", "assignment")].some(
      ([key, { deleted }]) => key.startsWith(prefix) && key !== `${prefix}${policy.toLowerCase()}` && deleted !== true,
    );
  }

  /** Plants what comes from elsewhere on the platform. */
  plant(vendor: string, kind: string, seed: JsonObject): void {
    const local = vendors.find(({ name }) => name === vendor);
    local?.seeds[kind]?.(seed, this.#world(vendor, { method: "POST", path: "" }, callers.stranger));
  }

  #world(vendor: string, { method, path }: Pick<LocalRequest, "method" | "path">, { name }: Principal): VendorWorld {
    const storage = this.#storage;
    const now = this.#now;
    const timestamp = (digits: number) =>
      `${new Date(now())
        .toISOString()
        .slice(0, -1)
        .padEnd(20 + digits, "0")}Z`;
    return {
      mode: "documented",
      documents: storage.documents(vendor),
      principals: () => [callers.us, callers.stranger],
      now,
      timestamp,
      unique: () => this.#ids.unique(),
      next: () => storage.count(vendor, 1),
      operationMs: this.#operationMs,
      wrote: (action, object) =>
        storage.log({ at: timestamp(3), vendor, action, object, method, path: `/${path}`, caller: name }),
    };
  }
}

const destinations = new Map<string, Destination>();
const mostDestinations = 5_000;

/** The same addresses come over and over, in one run and in others: each is taken apart once. */
function destinationOf(method: string, href: string): Destination {
  const key = `${method} ${href}`;
  const known = destinations.get(key);
  if (known !== undefined) return known;
  const url = new URL(href);
  const path = url.pathname.slice(1);
  for (const routed of routes.get(method) ?? []) {
    const encoded = matchTemplate(routed.route.template, path, routed.route.ignoreCase === true);
    if (encoded === undefined) continue;
    const params: Record<string, string> = {};
    for (const name of Object.keys(encoded)) params[name] = decodeURIComponent(encoded[name] ?? "");
    const made = { ...routed, url, path, params, address: addressOf({ method, url }) };
    if (destinations.size >= mostDestinations) destinations.clear();
    destinations.set(key, made);
    return made;
  }
  throw new Error(`no such path: ${method} ${path}`);
}

/** Where only the mode of the emulator that is closest to the vendor gives the policy another name. */
function isPolicyEdit(method: string, path: string): boolean {
  return method === "PATCH" && path.includes("/roleManagementPolicies/");
}

function isKept({ status, keepsWrites }: LocalReply): boolean {
  return status < 400 || keepsWrites === true;
}

function inLowerCase(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function textOf({ headers, body }: LocalReply): string {
  if (body === undefined) return "";
  return typeof body === "string" && headers !== undefined ? body : JSON.stringify(body);
}
