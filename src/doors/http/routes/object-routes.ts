import type { JsonObject } from "../../../base/json.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import { atNoStack } from "../../../service/at-stack.ts";
import type { Deployment } from "../../../service/deployment.ts";
import { type ReachedThrough, reachedThrough } from "../../../service/direct/reached-through.ts";
import { callLookup, readObject } from "../../../service/read-objects.ts";
import { findUnmanaged } from "../../../service/unmanaged.ts";
import { type Route, route } from "../route.ts";
import { withConfig } from "./type-routes.ts";

/** Where a provider and a configuration come from: a declaration, a provider that is kept, or what surrounds the service. */
interface Reach {
  readonly declaration?: DeclarationText | null;
  readonly provider?: string | null;
}

export const objectRoutes: readonly Route[] = [
  route<"/v1/types/{type}/objects:read", Reach & { readonly id: string; readonly state?: JsonObject }>({
    operationId: "readObject",
    method: "POST",
    path: "/v1/types/{type}/objects:read",
    tag: "Objects",
    summary: "Read an object through the providers of a declaration",
    description:
      "Live, by any form of its id, managed or not; `state` gives qualifiers that must match what is read. Without a declaration the provider is a kept one, or what surrounds the service.",
    action: "object:read",
    body: { schema: "ReadRequest" },
    refusals: { 404: "There is no such object." },
    responses: { 200: { description: "The object.", schema: "ObjectRead" } },
    handle: async ({ path, body }, { deployment }) => {
      const { id, state = {} } = body;
      const request = { type: path.type, id, state, ...(await reachOf(body, deployment)) };
      const read = await readObject(request, atNoStack(deployment));
      return { status: 200, document: { type: read.type, id: read.id, outputs: read.outputs } };
    },
  }),
  route<"/v1/types/{type}/objects:findUnmanaged", Reach & { readonly within?: JsonObject }>({
    operationId: "findUnmanagedObjects",
    method: "POST",
    path: "/v1/types/{type}/objects:findUnmanaged",
    tag: "Objects",
    summary: "Find objects that no stack manages",
    description: "Those of one collection, live. Reads only.",
    action: "object:read",
    body: { schema: "UnmanagedRequest" },
    responses: { 200: { description: "The objects.", schema: "UnmanagedList" } },
    handle: async ({ path, body }, { deployment }) => {
      const request = { type: path.type, within: body.within ?? {}, ...(await reachOf(body, deployment)) };
      return { status: 200, document: { unmanaged: await findUnmanaged(request, deployment) } };
    },
  }),
  route<"/v1/functions/{function}:call", Reach & { readonly arguments?: JsonObject }>({
    operationId: "callFunction",
    method: "POST",
    path: "/v1/functions/{function}:call",
    tag: "Objects",
    summary: "Call a look-up function",
    description: "Live. Reads only.",
    action: "object:read",
    body: { schema: "CallRequest" },
    refusals: { 404: "There is nothing that the arguments name." },
    responses: { 200: { description: "What was found.", schema: "CallResult" } },
    handle: async ({ path, body }, { deployment }) => ({
      status: 200,
      document: await callLookup(
        { function: path.function, arguments: body.arguments ?? {}, ...(await reachOf(body, deployment)) },
        atNoStack(deployment),
      ),
    }),
  }),
];

function reachOf({ declaration = null, provider = null }: Reach, deployment: Deployment): Promise<ReachedThrough> {
  return reachedThrough({ declaration: declaration === null ? null : withConfig(declaration), provider }, deployment);
}
