import { ImportRequest, ImportResult } from "../documents/imports.ts";
import {
  RenameRequest,
  Resource,
  ResourceHistory,
  ResourceInspection,
  ResourceList,
  WatchEvent,
} from "../documents/resources.ts";
import { jsonLines, serverSentEvents } from "../media.ts";
import { operations } from "../operation.ts";

const resourcePath = "/v1/projects/{project}/stacks/{stack}/resources/{name}";

export const resourceOperations = operations({
  listResources: {
    method: "GET",
    path: "/v1/projects/{project}/stacks/{stack}/resources",
    tag: "Resources",
    summary: "List what a stack manages, or watch it",
    description:
      "A list has a `resourceVersion`. With `watch` the answer streams what happens after that version, " +
      "in order, once each: ADDED, MODIFIED, DELETED; a BOOKMARK tells how far the watcher has come, " +
      "and an ERROR that it must list again. Without a version it begins with what there is.",
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
        schema: ResourceList,
        watched: { schema: WatchEvent, media: [jsonLines, serverSentEvents] },
      },
    },
  },

  getResource: {
    needsStack: true,
    method: "GET",
    path: resourcePath,
    tag: "Resources",
    summary: "Get what is recorded of a resource",
    description: "What was declared of it (`inputs`) and what its platform showed last (`outputs`).",
    action: "state:read",
    hasEtag: true,
    refusals: { 404: "The stack has no such resource." },
    responses: { 200: { description: "The resource.", schema: Resource } },
  },

  inspectResource: {
    needsStack: true,
    method: "GET",
    path: `${resourcePath}/inspection`,
    tag: "Resources",
    summary: "Look at a resource from every side",
    description: "As it is declared, as it is recorded, and how its platform differs now, which is read live.",
    action: "state:read",
    refusals: { 404: "The stack has no such resource." },
    responses: { 200: { description: "The resource.", schema: ResourceInspection } },
  },

  listResourceHistory: {
    needsStack: true,
    method: "GET",
    path: `${resourcePath}/history`,
    tag: "Resources",
    summary: "List what befell a resource",
    description: "Newest first, through renames and replacements.",
    action: "state:read",
    pages: { member: "changes" },
    refusals: { 404: "The stack has no such resource." },
    responses: { 200: { description: "A page of its history.", schema: ResourceHistory } },
  },

  forgetResource: {
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
  },

  renameResource: {
    needsStack: true,
    method: "POST",
    path: `${resourcePath}:rename`,
    tag: "Resources",
    summary: "Give a resource another logical name",
    action: "state:write",
    body: { schema: RenameRequest },
    isIdempotentByKey: true,
    isAudited: true,
    refusals: { 404: "The stack has no such resource.", 409: "The name is taken, or a run holds the stack." },
    responses: { 204: { description: "It has the name.", headers: ["Location"] } },
  },

  importResources: {
    needsStack: true,
    method: "POST",
    path: "/v1/projects/{project}/stacks/{stack}/resources:import",
    tag: "Resources",
    summary: "Bring existing objects under management",
    description: "Reads each object and records it: all of them, or none. Writes to no platform.",
    action: "state:write",
    body: { schema: ImportRequest },
    isIdempotentByKey: true,
    isAudited: true,
    refusals: { 404: "An object does not exist.", 409: "An object is managed already, or a run holds the stack." },
    responses: { 201: { description: "What was recorded.", schema: ImportResult } },
  },
});
