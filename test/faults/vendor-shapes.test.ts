import { expect, test } from "vitest";
import { asking } from "../../packages/base/exchange/asking.fixture.ts";
import { armLocal } from "../../packages/local-cloud/azure/arm-local.ts";
import { databricksLocal } from "../../packages/local-cloud/databricks/databricks-local.ts";
import { googleLocal } from "../../packages/local-cloud/google/google-local.ts";
import type { LocalVendor } from "../../packages/local-cloud/runtime/local-vendor.ts";
import { admin, ContractCloud, cloudOrigin } from "../contract/contract-cloud.ts";

const client = "v1/projects/p/locations/l/oauthClients/c";
const policy = "compute/v1/projects/p/zones/z/reservations/r/getIamPolicy";
const collector =
  "subscriptions/s/resourceGroups/g/providers/Microsoft.Migrate/assessmentProjects/p/servercollectors/c" +
  "?api-version=2019-10-01";
const setting = "api/2.0/settings/types/restrict_workspace_admins/names/default";

test.each<[LocalVendor, string, number, object]>([
  [googleLocal, client, 429, { error: { code: 429, status: "RESOURCE_EXHAUSTED", message: expect.any(String) } }],
  [googleLocal, client, 503, { error: { code: 503, status: "UNAVAILABLE", message: expect.any(String) } }],
  [googleLocal, client, 418, { error: { code: 418, message: expect.any(String) } }],
  [googleLocal, policy, 429, { error: { code: 429, errors: [{ reason: "rateLimitExceeded", domain: "global" }] } }],
  [googleLocal, policy, 503, { error: { code: 503, errors: [{ reason: "backendError" }] } }],
  [armLocal, collector, 429, { error: { code: "TooManyRequests", message: expect.any(String) } }],
  [armLocal, collector, 503, { error: { code: "ServiceUnavailable" } }],
  [armLocal, collector, 599, { error: { code: "InternalServerError" } }],
  [databricksLocal, setting, 429, { error_code: "REQUEST_LIMIT_EXCEEDED", message: expect.any(String) }],
  [databricksLocal, setting, 503, { error_code: "TEMPORARILY_UNAVAILABLE" }],
  [databricksLocal, setting, 502, { error_code: 502 }],
])("$0.name answers %s with %i in its own shape", async (vendor, path, status, shape) => {
  const cloud = new ContractCloud(vendor, 0);
  try {
    cloud.faults.add({ match: { vendor: vendor.name }, fault: { kind: "status", status } });
    const answer = await asking(cloud.exchangeAs(admin))(new Request(`${cloudOrigin}/${path}`));
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject(shape);
  } finally {
    cloud.close();
  }
});
