import { expect, test } from "vitest";
import { replyComplaints } from "./check-reply.fixture.ts";

const path = "v1/projects/p1/locations/global/oauthClients/web-portal";

test("the check of replies finds what differs from the schema", () => {
  const body = { name: "n", state: "GONE", disabled: "no", colour: "red", allowedScopes: [1], expireTime: "soon" };
  expect(replyComplaints({ method: "GET", path, status: 200, body })).toEqual([
    'OauthClient.state is "GONE", not STATE_UNSPECIFIED|ACTIVE|DELETED',
    'OauthClient.disabled is "no", not boolean',
    "OauthClient has no field colour",
    "OauthClient.allowedScopes[0] is 1, not string",
    'OauthClient.expireTime is "soon", not time',
  ]);
  expect(replyComplaints({ method: "GET", path, status: 404, body: { error: "gone" } })).toEqual([
    "RpcError.error is no object",
  ]);
});
