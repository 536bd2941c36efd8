import type { JsonObject } from "../../../base/json/json.ts";
import { migrateVersionShape } from "../../../vendor-wire/azure/migrate-version-shape.ts";
import { armNamespace, assessmentProjects, migrateProjects } from "../../../vendor-wire/azure/resource-types.ts";
import type { LocalRoute } from "../../runtime/local-vendor.ts";
import { done } from "../arm-reply.ts";
import { guardedRoute } from "../arm-route.ts";

const texts: readonly (readonly [string, string])[] = [
  ["Read", "Reads a project"],
  ["Write", "Creates or updates a project"],
];

/** What the migration service says can be done with its projects; the version tells which kind is meant. */
export const providerOperationRoutes: readonly LocalRoute[] = [
  guardedRoute({
    method: "GET",
    template: `providers/${armNamespace}.Migrate/operations`,
    action: `${armNamespace}.Migrate/operations/read`,
    typeName: `${armNamespace}.Migrate/operations`,
    versions: [...new Set([...assessmentProjects.versions, ...migrateProjects.versions])].sort(),
    // Its description of 2019 has no version among the parameters, so that official clients send none.
    unspoken: "2019-10-01",
    handle: ({ apiVersion }) => {
      const hub = migrateProjects.versions.includes(apiVersion);
      const resource = hub ? migrateProjects.name : assessmentProjects.name;
      const value = texts.map(
        ([operation, description]): JsonObject => ({
          name: operation,
          ...(hub && migrateVersionShape(apiVersion).modern ? { isDataAction: false } : {}),
          display: { provider: `${armNamespace}.Migrate`, resource, operation, description },
          origin: "user,system",
        }),
      );
      return done(200, { value });
    },
  }),
];
