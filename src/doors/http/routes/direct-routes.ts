import { isJsonObject, type Json, type JsonObject } from "../../../base/json.ts";
import type { ObjectView, ProviderProperties } from "../../../contract/documents/objects.ts";
import { keepProvider, listProviders, removeProvider, showProvider } from "../../../service/direct/keep-providers.ts";
import type { ProviderChoice } from "../../../service/direct/locate-object.ts";
import { listObjects, showObject } from "../../../service/direct/show-objects.ts";
import {
  createObject,
  deleteObject,
  importObject,
  updateObject,
  type Written,
} from "../../../service/direct/write-objects.ts";
import { FailedOperation } from "../../../service/operations/failed-operation.ts";
import {
  type OperationDesk,
  operationSubject,
  showOperation,
  waitForOperation,
} from "../../../service/operations/operations.ts";
import { preferencesOf } from "../conventions/prefer.ts";
import { Refusal } from "../conventions/refusal.ts";
import { type Answer, type QueryValue, type Route, route } from "../route.ts";
import type { RouteContext } from "../route-context.ts";

/** How long a write is waited for unless the caller says otherwise, in seconds. */
const usualWait = 10;

const objectPath = "/v1/types/{type}/objects/{id}";

const providerParameter = {
  provider: {
    description: "Name of a kept provider; the service's own surroundings where none is named.",
    schema: { type: "string", minLength: 1, maxLength: 256, pattern: "^[A-Za-z_][A-Za-z0-9_-]*$" },
    example: "google",
  },
} as const;

const written = {
  202: { description: "It is under way.", schema: "Operation", headers: ["Location"] },
} as const;

interface ObjectBody {
  readonly properties: JsonObject;
  readonly options?: JsonObject | null;
  readonly provider?: ProviderChoice;
}

/** Objects by type and id, without any stack; the same checks, plans and runs as for declared ones stand behind them. */
export const directRoutes: readonly Route[] = [
  route({
    operationId: "listObjects",
    method: "GET",
    path: "/v1/types/{type}/objects",
    tag: "Objects",
    summary: "List objects that are managed by themselves",
    description: "With `within`, the first page also has what else the platform lists and no stack here manages.",
    action: "object:read",
    pages: { member: "objects", filter: ["status"] },
    query: {
      ...providerParameter,
      within: {
        description: "JSON: what an id holds before its last part, as far as the provider does not say it.",
        schema: { type: "string", minLength: 2, maxLength: 2048, pattern: "^[{].*[}]$" },
        example: '{"location":"global"}',
      },
    },
    responses: { 200: { description: "A page of the objects.", schema: "ObjectList" } },
    handle: async ({ path, query, page }, { deployment }) => {
      const request = { type: path.type, page, within: withinOf(query["within"]), provider: named(query["provider"]) };
      const { objects, next, problems, unmanaged = [] } = await listObjects(request, deployment);
      return { status: 200, document: { ...page.answer({ items: objects, next }), unmanaged, problems } };
    },
  }),
  route<"/v1/types/{type}/objects", ObjectBody>({
    operationId: "createObject",
    method: "POST",
    path: "/v1/types/{type}/objects",
    tag: "Objects",
    summary: "Make an object",
    description:
      "Managed by itself. Answers when it is made, or with an operation when that takes its time: `Prefer: respond-async` asks for one at once, `wait=N` waits so many seconds.",
    action: "object:write",
    body: { schema: "ObjectCreate" },
    isIdempotentByKey: true,
    isAudited: true,
    hasEtag: true,
    refusals: { 409: "It exists, or the platform refused." },
    responses: { 201: { description: "The object.", schema: "Object", headers: ["Location"] }, ...written },
    handle: async ({ path, body, headers }, context) => {
      const { properties, options, provider } = body;
      const request = { type: path.type, provider: provider ?? null, properties, options: options ?? {} };
      return answerOf(201, await createObject(request, deskOf(context), patienceOf(headers, context)));
    },
  }),
  route({
    operationId: "getObject",
    method: "GET",
    path: objectPath,
    tag: "Objects",
    summary: "Get an object",
    description:
      "What is recorded of it; `live` reads its platform, and tells how that differs. One that no stack manages is always read.",
    action: "object:read",
    hasEtag: true,
    query: {
      ...providerParameter,
      live: { description: "Read the platform now.", schema: { type: "boolean", default: false }, example: false },
    },
    refusals: { 404: "There is no such object." },
    responses: { 200: { description: "The object.", schema: "Object" } },
    handle: async ({ path, query }, { deployment }) => {
      const address = { type: path.type, id: path.id, provider: named(query["provider"]) };
      const view = await showObject(address, query["live"] === true, deployment);
      return { status: 200, document: view, etag: view.etag };
    },
  }),
  route<typeof objectPath, ObjectBody>({
    operationId: "replaceObject",
    method: "PUT",
    path: objectPath,
    tag: "Objects",
    summary: "Change an object in place",
    description:
      "To these properties: what is left out is cleared, but for what names the object. A change that takes another object is refused.",
    action: "object:write",
    takesSealed: true,
    body: { schema: "ObjectReplace" },
    precondition: "required",
    isAudited: true,
    hasEtag: true,
    refusals: { 404: "There is no such object.", 409: "It can't be changed in place, or the platform refused." },
    responses: { 200: { description: "The object.", schema: "Object" }, ...written },
    handle: async ({ path, body, headers, expected }, context) => {
      const { properties, options, provider } = body;
      const address = { type: path.type, id: path.id, provider: provider ?? null };
      const request = { ...address, properties, options: options ?? null, expected };
      return answerOf(200, await updateObject(request, deskOf(context), patienceOf(headers, context)));
    },
  }),
  route({
    operationId: "deleteObject",
    method: "DELETE",
    path: objectPath,
    tag: "Objects",
    summary: "End the care for an object",
    description: "As its `onDestroy` says: it is deleted, or gets back what it was before, or stays as it is.",
    action: "object:write",
    query: providerParameter,
    precondition: "possible",
    isAudited: true,
    refusals: { 404: "There is no such object.", 409: "It is protected, or the platform refused." },
    responses: { 204: { description: "It is done." }, ...written },
    handle: async ({ path, query, headers, expected }, context) => {
      const request = { type: path.type, id: path.id, provider: named(query["provider"]), expected };
      return answerOf(204, await deleteObject(request, deskOf(context), patienceOf(headers, context)));
    },
  }),
  route<"/v1/types/{type}/objects:import", { readonly id: string; readonly provider?: ProviderChoice }>({
    operationId: "importObject",
    method: "POST",
    path: "/v1/types/{type}/objects:import",
    tag: "Objects",
    summary: "Manage an existing object",
    description: "As it stands; the platform is not changed.",
    action: "object:write",
    body: { schema: "ObjectImport" },
    isIdempotentByKey: true,
    isAudited: true,
    hasEtag: true,
    refusals: { 404: "There is no such object.", 409: "It is managed already." },
    responses: { 201: { description: "The object.", schema: "Object", headers: ["Location"] }, ...written },
    handle: async ({ path, body, headers }, context) => {
      const request = { type: path.type, id: body.id, provider: body.provider ?? null };
      return answerOf(201, await importObject(request, deskOf(context), patienceOf(headers, context)));
    },
  }),
  route({
    operationId: "listProviders",
    method: "GET",
    path: "/v1/providers",
    tag: "Objects",
    summary: "List providers that are kept by name",
    action: "object:read",
    pages: { member: "providers", filter: ["name"] },
    responses: { 200: { description: "A page of the providers, by name.", schema: "ProviderList" } },
    handle: async ({ page }, { deployment }) => ({
      status: 200,
      document: page.answer(await listProviders(page, deployment)),
    }),
  }),
  route({
    operationId: "getProvider",
    method: "GET",
    path: "/v1/providers/{provider}",
    tag: "Objects",
    summary: "Get a provider",
    action: "object:read",
    hasEtag: true,
    refusals: { 404: "There is no such provider." },
    responses: { 200: { description: "The provider.", schema: "Provider" } },
    handle: async ({ path }, { deployment }) => {
      const view = await showProvider(path.provider, deployment);
      return { status: 200, document: view, etag: view.etag };
    },
  }),
  route<"/v1/providers/{provider}", ProviderProperties>({
    operationId: "replaceProvider",
    method: "PUT",
    path: "/v1/providers/{provider}",
    tag: "Objects",
    summary: "Keep a provider under a name",
    description:
      "For objects to be reached through. Those that were made through the one it replaces go on as they were recorded.",
    action: "object:write",
    body: { schema: "ProviderWrite" },
    precondition: "required",
    isAudited: true,
    hasEtag: true,
    responses: { 200: { description: "The provider.", schema: "Provider" } },
    handle: async ({ path, body, expected }, { deployment }) => {
      const view = await keepProvider(path.provider, body, expected, deployment);
      return { status: 200, document: view, etag: view.etag };
    },
  }),
  route({
    operationId: "deleteProvider",
    method: "DELETE",
    path: "/v1/providers/{provider}",
    tag: "Objects",
    summary: "Forget a provider",
    description: "Objects that were made through it go on being reached as they were recorded.",
    action: "object:write",
    precondition: "possible",
    isAudited: true,
    refusals: { 404: "There is no such provider." },
    responses: { 204: { description: "It is forgotten." } },
    handle: async ({ path, expected }, { deployment }) => {
      await removeProvider(path.provider, expected, deployment);
      return { status: 204 };
    },
  }),
  route({
    operationId: "getOperation",
    method: "GET",
    path: "/v1/operations/{operation}",
    tag: "Operations",
    summary: "Get an operation",
    description: "How it stands; once it is done, what it came to.",
    action: "authenticated",
    sight: sightOf,
    refusals: { 404: "There is no such operation that the caller may see." },
    responses: { 200: { description: "The operation.", schema: "Operation" } },
    handle: async ({ path }, context) => {
      return { status: 200, document: await showOperation(path.operation, deskOf(context)) };
    },
  }),
  route<"/v1/operations/{operation}:wait">({
    operationId: "waitForOperation",
    method: "POST",
    path: "/v1/operations/{operation}:wait",
    tag: "Operations",
    summary: "Wait for an operation",
    description:
      "Until it is done, or for as many seconds as `Prefer: wait=N` says (60 at most, 10 where it says nothing).",
    action: "authenticated",
    sight: sightOf,
    refusals: { 404: "There is no such operation that the caller may see." },
    responses: { 200: { description: "The operation, as it stands then.", schema: "Operation" } },
    handle: async ({ path, headers }, context) => {
      const { waitMs, signal } = patienceOf(headers, context);
      return { status: 200, document: await waitForOperation(path.operation, waitMs, deskOf(context), signal) };
    },
  }),
];

function deskOf({ deployment, dispatcher, effect }: RouteContext): OperationDesk {
  return { deployment, runs: dispatcher, effect };
}

function patienceOf(headers: Headers, { signal }: RouteContext) {
  const { isAsync, wait } = preferencesOf(headers);
  return { waitMs: isAsync ? 0 : (wait ?? usualWait) * 1000, signal };
}

/** What was done, or the operation that goes on. */
function answerOf(status: 200 | 201 | 204, written: Written): Answer {
  if ("made" in written) return objectAnswer(status, written.made);
  if (!written.done) return { status: 202, document: written, location: `/v1/${written.name}` };
  const { problems, result } = written;
  if (problems.length > 0) throw new FailedOperation(problems);
  return objectAnswer(status, result?.object ?? null);
}

function objectAnswer(status: 200 | 201 | 204, object: ObjectView | null): Answer {
  if (status === 204 || object === null) return { status: 204 };
  const location = `/v1/types/${encodeURIComponent(object.type)}/objects/${encodeURIComponent(object.id)}`;
  return { status, document: object, etag: object.etag, ...(status === 201 ? { location } : {}) };
}

function named(value: QueryValue | undefined): string | null {
  return value === undefined ? null : String(value);
}

function withinOf(text: QueryValue | undefined): JsonObject | null {
  if (text === undefined) return null;
  let parsed: Json;
  try {
    parsed = JSON.parse(String(text)) as Json;
  } catch {
    throw new Refusal("bad-request", "`within` is not JSON");
  }
  if (isJsonObject(parsed)) return parsed;
  throw new Refusal("bad-request", "`within` is not a JSON object");
}

/** Who may see the run, or objects that are managed by themselves, may see the operation. */
function sightOf({ operation: id = "" }: Readonly<Record<string, string>>) {
  const { stack } = operationSubject(id);
  const absent = `there is no operation ${JSON.stringify(id)}`;
  return { action: stack === null ? ("object:read" as const) : ("run:read" as const), stack, absent };
}
