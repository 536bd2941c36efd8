import type { Route } from "./route.ts";
import { accessRoutes } from "./routes/access-routes.ts";
import { auditRoutes } from "./routes/audit-routes.ts";
import { configRoutes } from "./routes/config-routes.ts";
import { credentialRoutes } from "./routes/credential-routes.ts";
import { declarationRoutes } from "./routes/declaration-routes.ts";
import { directRoutes } from "./routes/direct-routes.ts";
import { objectRoutes } from "./routes/object-routes.ts";
import { planRoutes } from "./routes/plan-routes.ts";
import { resourceRoutes } from "./routes/resource-routes.ts";
import { roleRoutes } from "./routes/role-routes.ts";
import { runRoutes } from "./routes/run-routes.ts";
import { serviceRoutes } from "./routes/service-routes.ts";
import { stackRoutes } from "./routes/stack-routes.ts";
import { stateRoutes } from "./routes/state-routes.ts";
import { typeRoutes } from "./routes/type-routes.ts";

/** Every operation of the API. What it answers, whom it lets in and how it is described all follow from here. */
export const routeTable: readonly Route[] = [
  ...serviceRoutes,
  ...typeRoutes,
  ...declarationRoutes,
  ...stackRoutes,
  ...configRoutes,
  ...planRoutes,
  ...runRoutes,
  ...resourceRoutes,
  ...stateRoutes,
  ...objectRoutes,
  ...directRoutes,
  ...accessRoutes,
  ...roleRoutes,
  ...credentialRoutes,
  ...auditRoutes,
];
