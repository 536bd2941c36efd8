import { LoginList, WhoAmI } from "../documents/access.ts";
import { Health, MetricsText, OpenApiDocument, StoreHealth, Version } from "../documents/service.ts";
import { operations } from "../operation.ts";

export const serviceOperations = operations({
  getVersion: {
    method: "GET",
    path: "/v1/version",
    tag: "Service",
    summary: "Show the version",
    action: "authenticated",
    responses: { 200: { description: "The version of the service.", schema: Version } },
  },

  getCaller: {
    method: "GET",
    path: "/v1/whoami",
    tag: "Service",
    summary: "Show who the caller is",
    description: "What is known of this token's holder, and what the token is limited to.",
    action: "authenticated",
    responses: { 200: { description: "The caller.", schema: WhoAmI } },
  },

  listLogins: {
    method: "GET",
    path: "/v1/logins",
    tag: "Service",
    summary: "List where one can sign in",
    description: "The issuers of tokens that the service believes and that offer a login of their own.",
    action: null,
    responses: {
      200: { description: "The issuers; none where only the service's own tokens let in.", schema: LoginList },
    },
  },

  getDescription: {
    method: "GET",
    path: "/v1/openapi.json",
    tag: "Service",
    summary: "Get this description",
    action: null,
    responses: { 200: { description: "This description, in OpenAPI 3.1.", schema: OpenApiDocument } },
  },

  getEarlierDescription: {
    method: "GET",
    path: "/v1/openapi-3.0.json",
    tag: "Service",
    summary: "Get this description in OpenAPI 3.0",
    description:
      "For generators that read no later one. It says the same in fewer words: " +
      "`nullable` for a type that may be null, one example of a schema.",
    action: null,
    responses: { 200: { description: "This description, in OpenAPI 3.0.", schema: OpenApiDocument } },
  },

  getStoreHealth: {
    method: "GET",
    path: "/v1/store/health",
    tag: "Service",
    summary: "Examine the store",
    description: "Reads the whole store and compares it with its checksums; changes nothing.",
    action: "operations:read",
    responses: { 200: { description: "How the store is.", schema: StoreHealth } },
  },

  repairStore: {
    method: "POST",
    path: "/v1/store/health:repair",
    tag: "Service",
    summary: "Repair the store",
    description:
      "Recovers what can be of a damaged store, and keeps the damaged file; one that is whole stays as it is.",
    action: "operations:manage",
    isIdempotentByKey: true,
    isAudited: true,
    responses: { 200: { description: "How the store is now.", schema: StoreHealth } },
  },

  getLiveness: {
    method: "GET",
    path: "/livez",
    tag: "Service",
    summary: "Tell whether the process lives",
    action: null,
    responses: { 200: { description: "It lives.", schema: Health } },
  },

  getReadiness: {
    method: "GET",
    path: "/readyz",
    tag: "Service",
    summary: "Tell whether requests can be served",
    description:
      "Asks the store. 503 while it can't be read or written to or does not answer within 2 s, while the key of the " +
      "process does not open what is sealed in it, and once the process is asked to end.",
    action: null,
    responses: {
      200: { description: "Requests can be served.", schema: Health },
      503: { description: "They can't.", schema: Health },
    },
  },

  getMetrics: {
    method: "GET",
    path: "/metrics",
    tag: "Service",
    summary: "Get what is counted",
    action: "operations:read",
    responses: {
      200: { description: "Counters in OpenMetrics.", schema: MetricsText, media: ["application/openmetrics-text"] },
    },
  },
});
