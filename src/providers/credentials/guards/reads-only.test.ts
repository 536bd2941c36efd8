import { describe, expect, test } from "vitest";
import { asking } from "../../../../packages/base/exchange/asking.fixture.ts";
import { exchangeOver } from "../../../../packages/base/exchange/exchange-over.fixture.ts";
import type { Fetch } from "../../../../packages/base/exchange/fetch.ts";
import { NotSent } from "../../../engine/ports/not-sent.ts";
import { accesses } from "../shipped-accesses.fixture.ts";
import { readsOnly } from "./reads-only.ts";

async function sendsThrough(kind: string, method: string, url: string, headers: Record<string, string> = {}) {
  const sent: string[] = [];
  const network: Fetch = async (request) => {
    sent.push(request.method);
    return Response.json({});
  };
  const answer = await asking(readsOnly(exchangeOver(network), accesses.of(kind).places.readingPosts))(
    new Request(url, { method, headers }),
  ).catch((cause: unknown) => cause);
  if (sent.length === 0) expect(answer).toBeInstanceOf(NotSent);
  return { isSent: sent.length === 1, answer };
}

describe("a fetch that only reads", () => {
  test.each([
    ["google", "GET", "https://iam.googleapis.com/v1/projects/p/locations/global/oauthClients/a"],
    ["google", "HEAD", "https://iam.googleapis.com/v1/projects/p"],
    [
      "google",
      "POST",
      "https://compute.googleapis.com/compute/v1/projects/p/zones/z/reservations/r/testIamPermissions",
    ],
    ["google", "POST", "https://iam.googleapis.com/v1/projects/p/serviceAccounts/a:testIamPermissions"],
    ["google", "POST", "https://cloudresourcemanager.googleapis.com/v1/projects/p:getIamPolicy?alt=json"],
    ["azure", "GET", "https://management.azure.com/subscriptions/s?api-version=2022-12-01"],
    ["databricks", "GET", "https://dbc-1.cloud.databricks.com/.well-known/databricks-config"],
  ])("of %s sends %s %s", async (kind, method, url) => {
    expect((await sendsThrough(kind, method, url)).isSent).toBe(true);
  });

  test.each([
    ["google", "POST", "https://iam.googleapis.com/v1/projects/p/locations/global/oauthClients"],
    ["google", "POST", "https://compute.googleapis.com/compute/v1/projects/p/zones/z/reservations/r/setIamPolicy"],
    ["google", "POST", "https://iam.googleapis.com/v1/projects/p/locations/global/oauthClients?x=:testIamPermissions"],
    [
      "google",
      "POST",
      "https://iam.googleapis.com/v1/projects/p/locations/global/oauthClients/testIamPermissions:undelete",
    ],
    ["google", "PATCH", "https://iam.googleapis.com/v1/projects/p/locations/global/oauthClients/a"],
    ["google", "DELETE", "https://iam.googleapis.com/v1/projects/p/locations/global/oauthClients/a"],
    ["azure", "PUT", "https://management.azure.com/subscriptions/s/resourceGroups/g"],
    ["azure", "POST", "https://management.azure.com/subscriptions/s/x/listKeys"],
    ["azure", "POST", "https://management.azure.com/subscriptions/s/providers/Microsoft.Migrate/register"],
    ["azure", "POST", "https://management.azure.com/subscriptions/s:testIamPermissions"],
    [
      "databricks",
      "PATCH",
      "https://dbc-1.cloud.databricks.com/api/2.0/settings/types/restrict_workspace_admins/names/default",
    ],
    ["databricks", "POST", "https://dbc-1.cloud.databricks.com/api/2.0/preview/scim/v2/Me"],
  ])("of %s withholds %s %s", async (kind, method, url) => {
    const { isSent, answer } = await sendsThrough(kind, method, url);
    expect(isSent).toBe(false);
    expect(answer).toMatchObject({
      refusal: { kind: "invalid", code: "read-only", detail: expect.stringContaining("PLUMB_READ_ONLY") },
    });
  });

  test.each(["x-http-method-override", "X-HTTP-Method", "x-method-override"])(
    "withholds a read that %s makes a write",
    async (header) => {
      const url = "https://iam.googleapis.com/v1/projects/p/locations/global/oauthClients/a";
      expect((await sendsThrough("google", "GET", url, { [header]: "DELETE" })).isSent).toBe(false);
    },
  );
});
