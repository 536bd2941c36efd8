import { serviceOperations } from "../../contract/operations/service.ts";
import { everyStack } from "../access/roles/role-assignments.ts";
import { handledBy } from "../requests/handler.ts";
import { examineStore, repairStore } from "../use-cases/state/examine-store.ts";

export const serviceHandlers = handledBy(serviceOperations, {
  getVersion: {
    handle: async (_, { deployment: { version, isReadOnly = false } }) => ({
      status: 200,
      document: { version, readOnly: isReadOnly },
    }),
  },
  getCaller: {
    handle: async (_, { authority: { caller }, accessControl, deployment: { isReadOnly = false } }) => {
      const roles = accessControl?.rolesOf(caller) ?? [{ stack: everyStack, role: "admin" } as const];
      return { status: 200, document: { caller, roles, readOnly: isReadOnly } };
    },
  },
  listLogins: {
    handle: async (_, { accessControl }) => ({ status: 200, document: { logins: accessControl?.logins() ?? [] } }),
  },
  getDescription: {
    handle: async (_, { description }) => ({ status: 200, document: await description.current() }),
  },
  getEarlierDescription: {
    handle: async (_, { description }) => ({ status: 200, document: await description.earlier() }),
  },
  getStoreHealth: {
    handle: async (_, { doctor, authority, auditLog }) => {
      const view = await examineStore(doctor, authority);
      // A damaged store is told of by itself, and what stores nothing is not made for a look.
      const signedBy = view.status === "whole" ? ((await auditLog()?.strangeKeys()) ?? []) : [];
      return { status: 200, document: { ...view, auditKeys: signedBy.slice(0, 100) } };
    },
  },
  repairStore: {
    handle: async (_, { doctor, authority }) => ({ status: 200, document: await repairStore(doctor, authority) }),
  },
  getLiveness: {
    handle: async () => ({ status: 200, document: { status: "ok" as const } }),
  },
  getReadiness: {
    handle: async (_, { readiness, signal }) => {
      if (signal.aborted) return { status: 503, document: { status: "ending" as const } };
      const reason = await readiness.whyNot();
      if (reason === null) return { status: 200, document: { status: "ok" as const } };
      return { status: 503, document: { status: "unavailable" as const, reason }, headers: { "retry-after": "5" } };
    },
  },
  getMetrics: {
    handle: async (_, { metrics }) => ({
      status: 200,
      text: {
        media: "application/openmetrics-text; version=1.0.0; charset=utf-8",
        content: (await metrics?.text()) ?? "# EOF\n",
      },
    }),
  },
});
