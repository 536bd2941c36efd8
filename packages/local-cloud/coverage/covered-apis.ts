import { azureAssessment, azureAuthorization, azureMigrateHub } from "./azure-apis.ts";
import type { CoveredApi } from "./covered-api.ts";
import { databricks } from "./databricks-apis.ts";
import { googleCompute, googleConnectors, googleIam } from "./google-apis.ts";

/** Every interface that the emulator speaks, in the order of the page (decision 0095). */
export const coveredApis: readonly CoveredApi[] = [
  googleIam,
  googleConnectors,
  googleCompute,
  azureAuthorization,
  azureAssessment,
  azureMigrateHub,
  databricks,
];
