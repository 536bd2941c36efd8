import {
  ManagedObject,
  ObjectCreate,
  ObjectImport,
  ObjectList,
  ObjectReplace,
  Provider,
  ProviderList,
  ProviderWrite,
} from "../documents/objects.ts";
import { Operation } from "../documents/operations.ts";
import { operations } from "../operation.ts";

const objectPath = "/v1/types/{type}/objects/{id}";

const providerParameter = {
  provider: {
    description: "Name of a kept provider; the service's own surroundings where none is named.",
    schema: { type: "string", minLength: 1, maxLength: 256, pattern: "^[A-Za-z_][A-Za-z0-9_-]*$" },
    example: "google",
  },
} as const;

const written = {
  202: { description: "It is under way.", schema: Operation, headers: ["Location"] },
} as const;

export const objectOperations = operations({
  listObjects: {
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
        example: '{"project":"acme","location":"global"}',
      },
    },
    responses: { 200: { description: "A page of the objects.", schema: ObjectList } },
  },

  createObject: {
    method: "POST",
    path: "/v1/types/{type}/objects",
    tag: "Objects",
    summary: "Make an object",
    description:
      "Managed by itself. Answers when it is made, or with an operation when that takes its time: " +
      "`Prefer: respond-async` asks for one at once, `wait=N` waits so many seconds.",
    action: "object:write",
    body: { schema: ObjectCreate },
    isIdempotentByKey: true,
    isAudited: true,
    hasEtag: true,
    refusals: { 409: "It exists, or the platform refused." },
    responses: { 201: { description: "The object.", schema: ManagedObject, headers: ["Location"] }, ...written },
  },

  getObject: {
    method: "GET",
    path: objectPath,
    tag: "Objects",
    summary: "Get an object",
    description:
      "What is recorded of it; `live` reads its platform, and tells how that differs. " +
      "One that no stack manages is always read.",
    action: "object:read",
    hasEtag: true,
    query: {
      ...providerParameter,
      live: { description: "Read the platform now.", schema: { type: "boolean", default: false }, example: false },
    },
    refusals: { 404: "There is no such object." },
    responses: { 200: { description: "The object.", schema: ManagedObject } },
  },

  replaceObject: {
    method: "PUT",
    path: objectPath,
    tag: "Objects",
    summary: "Change an object in place",
    description:
      "To these properties: what is left out is cleared, but for what names the object. " +
      "A change that takes another object is refused.",
    action: "object:write",
    takesSealed: true,
    body: { schema: ObjectReplace },
    precondition: "required",
    isAudited: true,
    hasEtag: true,
    refusals: { 404: "There is no such object.", 409: "It can't be changed in place, or the platform refused." },
    responses: { 200: { description: "The object.", schema: ManagedObject }, ...written },
  },

  deleteObject: {
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
  },

  importObject: {
    method: "POST",
    path: "/v1/types/{type}/objects:import",
    tag: "Objects",
    summary: "Manage an existing object",
    description: "As it stands; the platform is not changed.",
    action: "object:write",
    body: { schema: ObjectImport },
    isIdempotentByKey: true,
    isAudited: true,
    hasEtag: true,
    refusals: { 404: "There is no such object.", 409: "It is managed already." },
    responses: { 201: { description: "The object.", schema: ManagedObject, headers: ["Location"] }, ...written },
  },

  listProviders: {
    method: "GET",
    path: "/v1/providers",
    tag: "Objects",
    summary: "List providers that are kept by name",
    action: "object:read",
    pages: { member: "providers", filter: ["name"] },
    responses: { 200: { description: "A page of the providers, by name.", schema: ProviderList } },
  },

  getProvider: {
    method: "GET",
    path: "/v1/providers/{provider}",
    tag: "Objects",
    summary: "Get a provider",
    action: "object:read",
    hasEtag: true,
    refusals: { 404: "There is no such provider." },
    responses: { 200: { description: "The provider.", schema: Provider } },
  },

  replaceProvider: {
    method: "PUT",
    path: "/v1/providers/{provider}",
    tag: "Objects",
    summary: "Keep a provider under a name",
    description:
      "For objects to be reached through. Those that were made through the one it replaces go on as they were " +
      "recorded.",
    action: "object:write",
    body: { schema: ProviderWrite },
    precondition: "required",
    isAudited: true,
    hasEtag: true,
    responses: { 200: { description: "The provider.", schema: Provider } },
  },

  deleteProvider: {
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
  },

  getOperation: {
    method: "GET",
    path: "/v1/operations/{operation}",
    tag: "Operations",
    summary: "Get an operation",
    description: "How it stands; once it is done, its result.",
    action: "authenticated",
    refusals: { 404: "There is no such operation that the caller may see." },
    responses: { 200: { description: "The operation.", schema: Operation } },
  },

  waitForOperation: {
    method: "POST",
    path: "/v1/operations/{operation}:wait",
    tag: "Operations",
    summary: "Wait for an operation",
    description:
      "Until it is done, or for as many seconds as `Prefer: wait=N` says (60 at most, 10 where it says nothing).",
    waits: true,
    action: "authenticated",
    isLook: true,
    refusals: { 404: "There is no such operation that the caller may see." },
    responses: { 200: { description: "The operation, as it stands then.", schema: Operation } },
  },
});
