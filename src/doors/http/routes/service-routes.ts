import { examineStore, repairStore } from "../../../service/doctor.ts";
import { type Route, route } from "../route.ts";

export const serviceRoutes: readonly Route[] = [
  route({
    operationId: "getVersion",
    method: "GET",
    path: "/v1/version",
    tag: "Service",
    summary: "Show the version",
    action: "authenticated",
    responses: { 200: { description: "The version of the service.", schema: "Version" } },
    handle: async (_, { deployment: { version, isReadOnly = false } }) => ({
      status: 200,
      document: { version, readOnly: isReadOnly },
    }),
  }),
  route({
    operationId: "getCaller",
    method: "GET",
    path: "/v1/whoami",
    tag: "Service",
    summary: "Show who the caller is",
    description: "What is known of this token's holder, and what the token is limited to.",
    action: "authenticated",
    responses: { 200: { description: "The caller.", schema: "WhoAmI" } },
    handle: async (_, { authority, deployment: { isReadOnly = false } }) => ({
      status: 200,
      document: { caller: authority.caller, readOnly: isReadOnly },
    }),
  }),
  route({
    operationId: "listLogins",
    method: "GET",
    path: "/v1/logins",
    tag: "Service",
    summary: "List where one can sign in",
    description: "The issuers of tokens that the service believes and that offer a login of their own.",
    action: null,
    responses: {
      200: { description: "The issuers; none where only the service's own tokens let in.", schema: "LoginList" },
    },
    handle: async (_, { accessControl }) => ({ status: 200, document: { logins: accessControl?.logins() ?? [] } }),
  }),
  route({
    operationId: "getDescription",
    method: "GET",
    path: "/v1/openapi.json",
    tag: "Service",
    summary: "Get this description",
    action: null,
    responses: { 200: { description: "This description, in OpenAPI 3.1.", schema: "OpenApiDocument" } },
    handle: async (_, { describe }) => ({ status: 200, document: await describe() }),
  }),
  route({
    operationId: "getStoreHealth",
    method: "GET",
    path: "/v1/store/health",
    tag: "Service",
    summary: "Examine the store",
    description: "Reads the whole store and compares it with its checksums; changes nothing.",
    action: "operations:read",
    responses: { 200: { description: "How the store is.", schema: "StoreHealth" } },
    handle: async (_, { doctor, authority }) => ({ status: 200, document: await examineStore(doctor, authority) }),
  }),
  route({
    operationId: "repairStore",
    method: "POST",
    path: "/v1/store/health:repair",
    tag: "Service",
    summary: "Repair the store",
    description:
      "Recovers what can be of a damaged store, and keeps the damaged file; one that is whole stays as it is.",
    action: "operations:manage",
    isIdempotentByKey: true,
    isAudited: true,
    responses: { 200: { description: "How the store is now.", schema: "StoreHealth" } },
    handle: async (_, { doctor, authority }) => ({ status: 200, document: await repairStore(doctor, authority) }),
  }),
  route({
    operationId: "getLiveness",
    method: "GET",
    path: "/livez",
    tag: "Service",
    summary: "Tell whether the process lives",
    action: null,
    responses: { 200: { description: "It lives.", schema: "Health" } },
    handle: async () => ({ status: 200, document: { status: "ok" } }),
  }),
  route({
    operationId: "getReadiness",
    method: "GET",
    path: "/readyz",
    tag: "Service",
    summary: "Tell whether requests can be served",
    description: "Asks the store. 503 while it can't be read, and once the process is asked to end.",
    action: null,
    responses: {
      200: { description: "Requests can be served.", schema: "Health" },
      503: { description: "They can't.", schema: "Health" },
    },
    handle: async (_, { deployment, signal }) => {
      if (signal.aborted) return { status: 503, document: { status: "ending" } };
      await deployment.register.get("health", "ready");
      return { status: 200, document: { status: "ok" } };
    },
  }),
  route({
    operationId: "getMetrics",
    method: "GET",
    path: "/metrics",
    tag: "Service",
    summary: "Get what is counted",
    action: "operations:read",
    responses: {
      200: { description: "Counters in OpenMetrics.", schema: "MetricsText", media: ["application/openmetrics-text"] },
    },
    handle: async (_, { metrics }) => ({
      status: 200,
      text: {
        media: "application/openmetrics-text; version=1.0.0; charset=utf-8",
        content: metrics?.text() ?? "# EOF\n",
      },
    }),
  }),
];
