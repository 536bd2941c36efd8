import { isJsonObject, type JsonObject } from "../../../packages/base/json/json.ts";
import { parsedJson } from "../../../packages/base/json/parsed-json.ts";
import type { Outcome, Preferences } from "../../contract/call.ts";
import type { ObjectView } from "../../contract/documents/objects.ts";
import type { OperationView } from "../../contract/documents/operations.ts";
import type { QueryValue } from "../../contract/operation.ts";
import { objectOperations } from "../../contract/operations/objects.ts";
import type { CallContext } from "../requests/call-context.ts";
import { CallRefusal } from "../requests/call-refusal.ts";
import { handledBy } from "../requests/handler.ts";
import { keepProvider, listProviders, removeProvider, showProvider } from "../use-cases/direct/keep-providers.ts";
import { listObjects, showObject } from "../use-cases/direct/show-objects.ts";
import {
  createObject,
  deleteObject,
  importObject,
  updateObject,
  type Written,
} from "../use-cases/direct/write-objects.ts";
import { FailedOperation } from "../use-cases/operations/failed-operation.ts";
import {
  type OperationContext,
  operationSubject,
  showOperation,
  waitForOperation,
} from "../use-cases/operations/show-operation.ts";

/** How long a write is waited for unless the caller says otherwise, in seconds. */
const usualWait = 10;

/**
 * Objects by type and id, without any stack; the same checks, plans and runs as for declared ones stand behind them.
 */
export const objectHandlers = handledBy(objectOperations, {
  listObjects: {
    handle: async ({ path, query, page }, { deployment }) => {
      const request = { type: path.type, page, within: withinOf(query["within"]), provider: named(query["provider"]) };
      const { objects, next, problems, unmanaged = [] } = await listObjects(request, deployment);
      return { status: 200, document: { ...page.answer({ items: objects, next }), unmanaged, problems } };
    },
  },
  createObject: {
    handle: async ({ path, body, preferences }, context) => {
      const { properties, options, provider } = body;
      const request = { type: path.type, provider: provider ?? null, properties, options: options ?? {} };
      return answerOf(201, await createObject(request, contextOf(context), patienceOf(preferences, context)));
    },
  },
  getObject: {
    handle: async ({ path, query }, { deployment }) => {
      const address = { type: path.type, id: path.id, provider: named(query["provider"]) };
      const view = await showObject(address, query["live"] === true, deployment);
      return { status: 200, document: view, etag: view.etag };
    },
  },
  replaceObject: {
    handle: async ({ path, body, preferences, expected }, context) => {
      const { properties, options, provider } = body;
      const address = { type: path.type, id: path.id, provider: provider ?? null };
      const request = { ...address, properties, options: options ?? null, expected };
      return answerOf(200, await updateObject(request, contextOf(context), patienceOf(preferences, context)));
    },
  },
  deleteObject: {
    handle: async ({ path, query, preferences, expected }, context) => {
      const request = { type: path.type, id: path.id, provider: named(query["provider"]), expected };
      return deletedAnswer(await deleteObject(request, contextOf(context), patienceOf(preferences, context)));
    },
  },
  importObject: {
    handle: async ({ path, body, preferences }, context) => {
      const request = { type: path.type, id: body.id, provider: body.provider ?? null };
      return answerOf(201, await importObject(request, contextOf(context), patienceOf(preferences, context)));
    },
  },
  listProviders: {
    handle: async ({ page }, { deployment }) => ({
      status: 200,
      document: page.answer(await listProviders(page, deployment)),
    }),
  },
  getProvider: {
    handle: async ({ path }, { deployment }) => {
      const view = await showProvider(path.provider, deployment);
      return { status: 200, document: view, etag: view.etag };
    },
  },
  replaceProvider: {
    handle: async ({ path, body, expected }, { deployment }) => {
      const view = await keepProvider(path.provider, body, expected, deployment);
      return { status: 200, document: view, etag: view.etag };
    },
  },
  deleteProvider: {
    handle: async ({ path, expected }, { deployment }) => {
      await removeProvider(path.provider, expected, deployment);
      return { status: 204 };
    },
  },
  getOperation: {
    sight: sightOf,
    handle: async ({ path }, context) => {
      return { status: 200, document: await showOperation(path.operation, contextOf(context)) };
    },
  },
  waitForOperation: {
    sight: sightOf,
    handle: async ({ path, preferences }, context) => {
      const { waitMs, signal } = patienceOf(preferences, context);
      return { status: 200, document: await waitForOperation(path.operation, waitMs, contextOf(context), signal) };
    },
  },
});

function contextOf({ deployment, dispatcher, effect }: CallContext): OperationContext {
  return { deployment, runs: dispatcher, effect };
}

function patienceOf({ isAsync, wait }: Preferences, { signal }: CallContext) {
  return { waitMs: isAsync ? 0 : (wait ?? usualWait) * 1000, signal };
}

/** The object that was written, or the operation that goes on. */
function answerOf(status: 200 | 201, written: Written): Outcome<ObjectView | OperationView> {
  if (isGoingOn(written)) return goingOn(written);
  const object = "made" in written ? written.made : (resultOf(written)?.object ?? null);
  if (object === null) return { status: 204 };
  const location = `/v1/types/${encodeURIComponent(object.type)}/objects/${encodeURIComponent(object.id)}`;
  return { status, document: object, etag: object.etag, ...(status === 201 ? { location } : {}) };
}

/** That the object is deleted, or the operation that goes on. */
function deletedAnswer(written: Written): Outcome<OperationView> {
  if (isGoingOn(written)) return goingOn(written);
  if (!("made" in written)) resultOf(written);
  return { status: 204 };
}

function isGoingOn(written: Written): written is OperationView {
  return !("made" in written) && !written.done;
}

function goingOn(operation: OperationView): Outcome<OperationView> {
  return { status: 202, document: operation, location: `/v1/${operation.name}` };
}

/** The result of an operation; throws what it failed of. */
function resultOf({ problems, result }: OperationView): OperationView["result"] {
  if (problems.length > 0) throw new FailedOperation(problems);
  return result;
}

function named(value: QueryValue | undefined): string | null {
  return value === undefined ? null : String(value);
}

function withinOf(text: QueryValue | undefined): JsonObject | null {
  if (text === undefined) return null;
  const parsed = parsedJson(String(text));
  if (parsed === undefined) throw new CallRefusal("bad-request", "`within` is not JSON");
  if (isJsonObject(parsed)) return parsed;
  throw new CallRefusal("bad-request", "`within` is not a JSON object");
}

/** Who may see the run, or objects that are managed by themselves, may see the operation. */
function sightOf({ operation: id = "" }: Readonly<Record<string, string>>) {
  const { stack } = operationSubject(id);
  const absent = `there is no operation ${JSON.stringify(id)}`;
  return { action: stack === null ? ("object:read" as const) : ("run:read" as const), stack, absent };
}
