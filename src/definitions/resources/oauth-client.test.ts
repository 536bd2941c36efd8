import { expect, test } from "vitest";
import { vendorLimitBreaches } from "../schema/checks/vendor-limits.ts";
import { oauthClient } from "./oauth-client.ts";

test.each([
  ["https://app.example/callback", true],
  ["http://localhost:8080", true],
  ["com.example.app:callback", true],
  ["https://", false],
  ["https:///callback", false],
  ["app.example/callback", false],
  ["https://app.example/call back", false],
  [`https://${"x".repeat(200_000)} `, false],
])("%.40s is a redirect URI that the vendor takes: %s", (uri, isTaken) => {
  expect(vendorLimitBreaches(oauthClient.inputs, { allowedRedirectUris: [uri] })).toHaveLength(isTaken ? 0 : 1);
});
