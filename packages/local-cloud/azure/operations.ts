import type { JsonObject } from "../../base/json/json.ts";
import { armNamespace, serverCollectors } from "../../vendor-wire/azure/resource-types.ts";
import type { LocalReply, LocalRoute } from "../runtime/local-vendor.ts";
import { originOf } from "./arm-page.ts";
import { done, resourceNotFound } from "./arm-reply.ts";
import { type ArmCall, guardedRoute } from "./arm-route.ts";
import { guidOf } from "./guid.ts";
import { memberOf } from "./json-access.ts";

const collection = "operation";

/** Where an object stands that is made or changed in the background; kept beside its properties, not shown as such. */
export interface Provisioning extends JsonObject {
  readonly state: string;
  /** Milliseconds of the virtual clock. */
  readonly until: number;
}

interface Started {
  /** Null where the cloud takes no time for operations. */
  readonly provisioning: Provisioning | null;
  /** Address that tells how the operation stands (always 200). */
  readonly status: string;
  /** Address that answers 202 until the end, then as the call itself would have. */
  readonly result: string;
  /** Whole seconds after which to look again. */
  readonly retryAfter: string;
}

/** Notes an operation on the object at `path` (no query), which lasts as long as the cloud says operations do. */
export function startOperation({ request, context, params, apiVersion }: ArmCall, state: string): Started {
  const name = guidOf(["operation", context.unique()]);
  const until = context.now() + context.operationMs;
  context.documents.put(collection, name, {
    startTime: context.timestamp(7),
    endTime: new Date(until).toISOString(),
    until,
    path: request.path,
  });
  const address = (kind: string) =>
    `${originOf(request)}/subscriptions/${params["subscriptionId"] ?? ""}/providers/${armNamespace}.Migrate` +
    `/locations/global/${kind}/${name}?api-version=${apiVersion}`;
  return {
    provisioning: context.operationMs > 0 ? { state, until } : null,
    status: address("operationStatuses"),
    result: address("operationResults"),
    retryAfter: secondsUntil(until, context.now()),
  };
}

function secondsUntil(until: number, now: number): string {
  return String(Math.min(Math.max(Math.ceil((until - now) / 1000), 1), 600));
}

/** The `provisioningState` of a stored object; undefined once nothing goes on. */
export function provisioningState(document: JsonObject, now: number): string | undefined {
  const until = memberOf(document["provisioning"], "until");
  const state = memberOf(document["provisioning"], "state");
  return typeof until === "number" && typeof state === "string" && now < until ? state : undefined;
}

/** `answer` gives what a GET of a path answers. */
export function operationRoutes(answer: (path: string, call: ArmCall) => LocalReply): readonly LocalRoute[] {
  const route = (kind: string, handle: (call: ArmCall, operation: JsonObject, until: number) => LocalReply) =>
    guardedRoute({
      method: "GET",
      template:
        `subscriptions/{subscriptionId}/providers/${armNamespace}.Migrate/locations/{location}/${kind}` +
        "/{operationId}",
      action: `${armNamespace}.Migrate/locations/${kind}/read`,
      typeName: `${armNamespace}.Migrate/locations/${kind}`,
      versions: serverCollectors.versions,
      handle: (call) => {
        const name = call.params["operationId"] ?? "";
        const operation = call.context.documents.get(collection, name.toLowerCase());
        if (operation === undefined) return resourceNotFound(`${armNamespace}.Migrate/${kind}/${name}`, undefined);
        return handle(call, operation, Number(operation["until"]));
      },
    });
  return [
    route("operationStatuses", (call, operation, until) => {
      const now = call.context.now();
      const { startTime = null, endTime = null } = operation;
      const about = { id: `/${call.request.path}`, name: call.params["operationId"] ?? "", startTime };
      if (now >= until) return done(200, { ...about, status: "Succeeded", endTime, percentComplete: 100 });
      const headers = { "retry-after": secondsUntil(until, now) };
      return { status: 200, headers, body: { ...about, status: "InProgress", percentComplete: 0 } };
    }),
    route("operationResults", (call, operation, until) => {
      const now = call.context.now();
      if (now >= until) return answer(String(operation["path"]), call);
      const headers = { location: `${originOf(call.request)}/${call.request.path}${call.request.url.search}` };
      return { status: 202, headers: { ...headers, "retry-after": secondsUntil(until, now) } };
    }),
  ];
}
