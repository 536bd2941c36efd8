import type { Json } from "../../../base/json.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { WatchEvent } from "../../../contract/documents/resources.ts";
import { forgetResource, renameResource } from "../../../service/edit-state.ts";
import { type ImportEntry, importObjects } from "../../../service/import-objects.ts";
import { inspectResource } from "../../../service/inspect-resource.ts";
import { requireStack } from "../../../service/require-stack.ts";
import { resourceHistory } from "../../../service/resource-history.ts";
import { showResource } from "../../../service/show-state.ts";
import { jsonLines, serverSentEvents, unopened } from "../event-stream.ts";
import { type Route, route } from "../route.ts";
import { withConfig } from "./type-routes.ts";

interface ImportEntryBody {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly provider?: string | null;
}

export interface ImportRequestBody {
  readonly imports: readonly ImportEntryBody[];
  readonly declaration?: DeclarationText | null;
}

export function entriesOf({ imports }: ImportRequestBody): readonly ImportEntry[] {
  return imports.map(({ type, name, id, provider = null }) => ({ type, name, id, provider }));
}

const resourcePath = "/v1/stacks/{stack}/resources/{name}";

export const resourceRoutes: readonly Route[] = [
  route({
    operationId: "listResources",
    method: "GET",
    path: "/v1/stacks/{stack}/resources",
    tag: "Resources",
    summary: "List what a stack manages, or watch it",
    description:
      "A list has a `resourceVersion`. With `watch` the answer streams what happens after that version, in order, once each: ADDED, MODIFIED, DELETED; a BOOKMARK tells how far the watcher has come, and an ERROR that it must list again. Without a version it begins with what there is.",
    action: "state:read",
    isStream: true,
    pages: { member: "resources", filter: ["name", "type", "status"] },
    query: {
      watch: {
        description: "Stream what happens instead of listing what there is.",
        schema: { type: "boolean", default: false },
        example: false,
      },
      resourceVersion: {
        description: "Of a list or an event: watch from here.",
        schema: { type: "string", minLength: 1, maxLength: 200, pattern: "^[\\x21-\\x7e]+$" },
      },
    },
    refusals: { 410: "What happened since that version is not kept any more: list again." },
    responses: {
      200: {
        description: "A page of the resources, by name; or what happens.",
        schema: "ResourceList",
        watched: { schema: "WatchEvent", media: [jsonLines, serverSentEvents] },
      },
    },
    handle: async ({ path: { stack }, query, page, headers, wantsBody }, context) => {
      if (query["watch"] === true && !wantsBody) return { status: 200, stream: unopened };
      if (query["watch"] === true) {
        const from = headers.get("last-event-id") ?? query["resourceVersion"];
        const events = await context.watch().watch(stack, from === undefined ? null : String(from), context.signal);
        return { status: 200, stream: { events: versioned(events), isShared: true } };
      }
      await requireStack(stack, context.deployment);
      const { resources, resourceVersion, next } = await context.watch().list(stack, page);
      return { status: 200, document: { resourceVersion, ...page.answer({ items: resources, next }) } };
    },
  }),
  route({
    operationId: "getResource",
    needsStack: true,
    method: "GET",
    path: resourcePath,
    tag: "Resources",
    summary: "Get what is recorded of a resource",
    description: "What was declared of it (`inputs`) and what its platform showed last (`outputs`).",
    action: "state:read",
    hasEtag: true,
    refusals: { 404: "The stack has no such resource." },
    responses: { 200: { description: "The resource.", schema: "Resource" } },
    handle: async ({ path }, { deployment }) => {
      const document = await showResource(path.stack, path.name, deployment);
      return { status: 200, document, etag: `g${document.generation}.${document.observedAt}` };
    },
  }),
  route({
    operationId: "inspectResource",
    needsStack: true,
    method: "GET",
    path: `${resourcePath}/inspection`,
    tag: "Resources",
    summary: "Look at a resource from every side",
    description: "As it is declared, as it is recorded, and how its platform differs now, which is read live.",
    action: "state:read",
    refusals: { 404: "The stack has no such resource." },
    responses: { 200: { description: "The resource.", schema: "ResourceInspection" } },
    handle: async ({ path }, { deployment }) => ({
      status: 200,
      document: await inspectResource(path.stack, path.name, deployment),
    }),
  }),
  route({
    operationId: "listResourceHistory",
    needsStack: true,
    method: "GET",
    path: `${resourcePath}/history`,
    tag: "Resources",
    summary: "List what befell a resource",
    description: "Newest first, through renames and replacements.",
    action: "state:read",
    pages: { member: "changes" },
    refusals: { 404: "The stack has no such resource." },
    responses: { 200: { description: "A page of its history.", schema: "ResourceHistory" } },
    handle: async ({ path, page }, { deployment }) => ({
      status: 200,
      document: page.answer(await resourceHistory(path.stack, path.name, page, deployment)),
    }),
  }),
  route({
    operationId: "forgetResource",
    needsStack: true,
    method: "DELETE",
    path: resourcePath,
    tag: "Resources",
    summary: "Forget a resource",
    description: "It is managed no more, and stays on its platform as it is.",
    action: "state:write",
    isAudited: true,
    refusals: { 404: "The stack has no such resource.", 409: "A run holds the stack." },
    responses: { 204: { description: "It is forgotten." } },
    handle: async ({ path }, { deployment }) => {
      await forgetResource(path.stack, path.name, deployment);
      return { status: 204 };
    },
  }),
  route<`${typeof resourcePath}:rename`, { readonly to: string }>({
    operationId: "renameResource",
    needsStack: true,
    method: "POST",
    path: `${resourcePath}:rename`,
    tag: "Resources",
    summary: "Give a resource another logical name",
    action: "state:write",
    body: { schema: "RenameRequest" },
    isIdempotentByKey: true,
    isAudited: true,
    refusals: { 404: "The stack has no such resource.", 409: "The name is taken, or a run holds the stack." },
    responses: { 204: { description: "It has the name.", headers: ["Location"] } },
    handle: async ({ path: { stack, name }, body }, { deployment, effect }) => {
      await renameResource(stack, name, body.to, deployment, effect);
      return { status: 204, location: `/v1/stacks/${stack}/resources/${encodeURIComponent(body.to)}` };
    },
  }),
  route<"/v1/stacks/{stack}/resources:import", ImportRequestBody>({
    operationId: "importResources",
    needsStack: true,
    method: "POST",
    path: "/v1/stacks/{stack}/resources:import",
    tag: "Resources",
    summary: "Bring existing objects under management",
    description: "Reads each object and records it: all of them, or none. Writes to no platform.",
    action: "state:write",
    body: { schema: "ImportRequest" },
    isIdempotentByKey: true,
    isAudited: true,
    refusals: { 404: "An object does not exist.", 409: "An object is managed already, or a run holds the stack." },
    responses: { 201: { description: "What was recorded.", schema: "ImportResult" } },
    handle: async ({ path, body }, { deployment, effect }) => {
      const { declaration = null } = body;
      const imported = await importObjects(
        {
          stack: path.stack,
          entries: entriesOf(body),
          declaration: declaration === null ? null : withConfig(declaration),
        },
        deployment,
        effect,
      );
      return { status: 201, document: { imported: imported as unknown as Json } };
    },
  }),
];

async function* versioned(events: AsyncIterable<WatchEvent>) {
  for await (const event of events)
    yield { ...("resourceVersion" in event ? { id: event.resourceVersion } : {}), data: event };
}
