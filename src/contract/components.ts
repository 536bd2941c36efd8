import { invariant } from "../../packages/base/invariant.ts";
import { accessComponents } from "./documents/access.ts";
import { auditComponents } from "./documents/audit.ts";
import { catalogComponents } from "./documents/catalog/catalog.ts";
import { resourceTypesComponents } from "./documents/catalog/resource-types.ts";
import { credentialsComponents } from "./documents/credentials.ts";
import { declarationsComponents } from "./documents/declarations.ts";
import { driftComponents } from "./documents/drift.ts";
import { eventsComponents } from "./documents/events.ts";
import { importsComponents } from "./documents/imports.ts";
import { inFlightCallsComponents } from "./documents/in-flight-calls.ts";
import { objectsComponents } from "./documents/objects.ts";
import { operationsComponents } from "./documents/operations.ts";
import { differencesComponents } from "./documents/plans/differences.ts";
import { plansComponents } from "./documents/plans/plan.ts";
import { PlanRequest } from "./documents/plans/plan-request.ts";
import { stepsComponents } from "./documents/plans/steps.ts";
import { problemsComponents } from "./documents/problems.ts";
import { readsComponents } from "./documents/reads.ts";
import { resourcesComponents } from "./documents/resources.ts";
import { runEventsComponents } from "./documents/runs/run-events.ts";
import { runsComponents } from "./documents/runs/runs.ts";
import { serviceComponents } from "./documents/service.ts";
import { stacksComponents } from "./documents/stacks.ts";
import { stateComponents } from "./documents/state.ts";
import { transfersComponents } from "./documents/transfers.ts";
import { vendorsComponents } from "./documents/vendors.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Component } from "./words.ts";

/** Every document of the API. */
export const components: readonly Component<unknown>[] = [
  ...accessComponents,
  ...auditComponents,
  ...catalogComponents,
  ...credentialsComponents,
  ...declarationsComponents,
  ...differencesComponents,
  ...driftComponents,
  ...eventsComponents,
  ...importsComponents,
  ...inFlightCallsComponents,
  ...objectsComponents,
  ...operationsComponents,
  ...plansComponents,
  PlanRequest,
  ...problemsComponents,
  ...readsComponents,
  ...resourceTypesComponents,
  ...resourcesComponents,
  ...runEventsComponents,
  ...runsComponents,
  ...serviceComponents,
  ...stacksComponents,
  ...stateComponents,
  ...stepsComponents,
  ...transfersComponents,
  ...vendorsComponents,
];

const schemas: ReadonlyMap<string, JsonSchema> = new Map(components.map(({ name, schema }) => [name, schema]));

/** The schema of a document of the API, by the name of its component. */
export function schemaNamed(name: string): JsonSchema {
  const schema = schemas.get(name);
  invariant(schema !== undefined, `the API has no document ${name}`);
  return schema;
}
