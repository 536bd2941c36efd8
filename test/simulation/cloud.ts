import type { Ids } from "../../src/base/ids.ts";
import type { Json } from "../../src/base/json.ts";
import { matchTemplate } from "../../src/base/path-template.ts";
import { armLocal } from "../../src/clouds/arm/local/arm-local.ts";
import { databricksLocal } from "../../src/clouds/databricks/local/databricks-local.ts";
import { googleLocal } from "../../src/clouds/google/local/google-local.ts";
import type {
  LocalReply,
  LocalRequest,
  LocalRoute,
  Principal,
  World as VendorWorld,
} from "../../src/clouds/ground/local-vendor.ts";
import { addressOf } from "../shapes/reply.ts";
import type { ShapeWitness } from "../shapes/shape-witness.ts";
import type { CloudMemory } from "./cloud-memory.ts";

interface Routed {
  readonly vendor: string;
  readonly route: LocalRoute;
}

const routes = Map.groupBy(
  [googleLocal, armLocal, databricksLocal].flatMap((vendor) =>
    vendor.routes.map((route): Routed => ({ vendor: vendor.name, route })),
  ),
  ({ route }) => route.method,
);

/** The two who call: our processes, and everybody else. */
const callers = {
  us: { name: "us", accountAdmin: true, workspaceMember: true, permitted: true },
  stranger: { name: "stranger", accountAdmin: true, workspaceMember: true, permitted: true },
} as const;

const none = new URLSearchParams();

/** The vendors' local servers over a memory, one request at a time: no transactions to wait for, no faults of its own. */
export class SimulatedCloud {
  readonly #storage: CloudMemory;
  readonly #ids: Ids;
  readonly #operationMs: number;
  readonly #now: () => number;
  readonly #witness: ShapeWitness;

  constructor(storage: CloudMemory, ids: Ids, operationMs: number, now: () => number, witness: ShapeWitness) {
    this.#witness = witness;
    this.#storage = storage;
    this.#ids = ids;
    this.#operationMs = operationMs;
    this.#now = now;
  }

  /** Carries a request out; an error leaves no trace. */
  answer(request: Request, bodyText: string, who: keyof typeof callers): Response {
    const url = new URL(request.url);
    const path = url.pathname.slice(1);
    for (const { vendor, route } of routes.get(request.method) ?? []) {
      const encoded = matchTemplate(route.template, path, route.ignoreCase === true);
      if (encoded === undefined) continue;
      const params: Record<string, string> = {};
      for (const name of Object.keys(encoded)) params[name] = decodeURIComponent(encoded[name] ?? "");
      const asked: LocalRequest = {
        method: request.method,
        path,
        url,
        query: url.searchParams,
        headers: request.headers,
        body: bodyText === "" ? undefined : (JSON.parse(bodyText) as Json),
        form: none,
        caller: callers[who],
      };
      const world = this.#world(vendor, asked, callers[who]);
      const reply = this.#storage.savepoint(
        () => route.handle(asked, params, world),
        ({ status, keepsWrites }) => status < 400 || keepsWrites === true,
      );
      const { status, headers, body } = reply;
      const text = textOf(reply);
      this.#witness.hear({ ...addressOf(asked), mode: "documented", status, body }, text);
      return new Response(body === undefined ? null : text, {
        status,
        ...(headers === undefined ? {} : { headers }),
      });
    }
    throw new Error(`no such path: ${request.method} ${path}`);
  }

  #world(vendor: string, { method, path }: LocalRequest, { name }: Principal): VendorWorld {
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

function textOf({ headers, body }: LocalReply): string {
  if (body === undefined) return "";
  return typeof body === "string" && headers !== undefined ? body : JSON.stringify(body);
}
