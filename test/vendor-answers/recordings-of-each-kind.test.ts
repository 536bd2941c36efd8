import { expect, test } from "vitest";
import { asking } from "../../packages/base/exchange/asking.fixture.ts";
import { armLocal } from "../../packages/local-cloud/azure/arm-local.ts";
import { databricksLocal } from "../../packages/local-cloud/databricks/databricks-local.ts";
import { googleLocal } from "../../packages/local-cloud/google/google-local.ts";
import type { LocalVendor } from "../../packages/local-cloud/runtime/local-vendor.ts";
import { admin, ContractCloud, cloudOrigin } from "../contract/contract-cloud.ts";
import { playAndReplay } from "./replayed-recording.ts";
import { subjects } from "./subjects.ts";

const connection = "migrate:getPrivateEndpointConnectionControllerPrivateEndpointConnection";
const whole = ["up --yes", "plan --detailed-exitcode", "drift --detailed-exitcode", "refresh", "destroy --yes", "plan"];
const project = { resourceGroupName: "rg-migration", migrateProjectName: "datacenter" };
const named = Object.entries({ ...project, peConnectionName: "hub-pe.one" }).map((each) => each.join("="));
const subscription = "/subscriptions/11111111-2222-3333-4444-555555555555";

const kinds: readonly (readonly [string, LocalVendor, readonly string[]])[] = [
  ["client", googleLocal, whole],
  ["client", googleLocal, ["up --yes", "unmanaged iam:OAuthClient location=global"]],
  ["attachment", googleLocal, whole],
  ["member", googleLocal, whole],
  ["member of a service account", googleLocal, whole],
  ["assignment", armLocal, whole],
  ["collector", armLocal, whole],
  ["collector", armLocal, [`lookup ${connection} ${named.join(" ")}`]],
  ["setting", databricksLocal, whole],
];

test.each(kinds)("a recording of %s replays: %#", async (name, local, lines) => {
  const subject = subjects[name];
  if (subject === undefined) throw new Error(`there is no subject ${name}`);
  const cloud = new ContractCloud(local, 0);
  try {
    if (local === armLocal)
      await cloud.seed([
        {
          ...{ kind: "privateEndpointConnection", ...project, name: "hub-pe.one", status: "Approved" },
          subscriptionId: subscription.slice("/subscriptions/".length),
          privateEndpointId: `${subscription}/resourceGroups/rg-hub/providers/Microsoft.Network/privateEndpoints/hub-pe`,
        },
      ]);
    const writes: string[] = [];
    const answer = async (request: Request): Promise<Response> => {
      const { pathname, search } = new URL(request.url);
      const isRead = request.method === "GET";
      if (!isRead) writes.push(`${request.method} ${pathname.split("/").at(-1)}`);
      const body = isRead ? null : await request.text();
      const { method, headers } = request;
      return asking(cloud.exchangeAs(admin))(
        new Request(`${cloudOrigin}${pathname}${search}`, { method, headers, body }),
      );
    };
    const commands = lines.map((line) => ({ line, exits: 0, sends: [] }));
    const { first, again } = await playAndReplay(subject, { answer, writes, command: 1 }, commands);
    expect(again).toEqual(first);
    expect(
      first.map(({ code }) => code),
      JSON.stringify(first),
    ).toEqual(lines.map(() => 0));
  } finally {
    cloud.close();
  }
});
