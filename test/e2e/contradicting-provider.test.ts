import { expect, test } from "vitest";
import { exchangeOver } from "../../packages/base/exchange/exchange-over.fixture.ts";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { openEmbedded } from "../../src/composition/embedded.ts";
import { embeddedFetch } from "../../src/composition/embedded-fetch.fixture.ts";
import { systemClock, systemIds } from "../../src/composition/machine/system.ts";

const attachment = {
  type: "connectors:EndpointAttachment",
  properties: {
    endpointAttachmentId: "a",
    serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
    location: "here",
    project: "acme",
  },
};
const collector = {
  type: "migrate:ServerCollector",
  properties: { resourceGroupName: "rg", projectName: "center", serverCollectorName: "one" },
};
const subscriptionId = "11111111-2222-3333-4444-555555555555";

/** What a plan says of a provider, and where calls went. */
async function planned(kind: string, config: JsonObject, variables: Readonly<Record<string, string>> = {}) {
  const sent: string[] = [];
  const embedded = openEmbedded({
    ...{ version: "0", dir: ":memory:", clock: systemClock, ids: systemIds },
    environment: { PLUMB_CLOUD: "vendors", GOOGLE_OAUTH_ACCESS_TOKEN: "t", ARM_ACCESS_TOKEN: "t", ...variables },
    network: exchangeOver(async (request) => {
      sent.push(new URL(request.url).host);
      return Response.json({ error: { code: 404, status: "NOT_FOUND", message: "none" } }, { status: 404 });
    }),
  });
  const text = JSON.stringify({
    name: "test",
    providers: { it: { kind, ...config } },
    resources: { one: kind === "google" ? attachment : collector },
  });
  const body = JSON.stringify({ kind: "apply", newStack: true, declaration: { file: "plumb.yaml", config: {}, text } });
  const response = await embeddedFetch(embedded)(
    new Request("http://test/v1/projects/test/stacks/dev/plans", { method: "POST", body }),
  );
  const answer = (await response.json()) as {
    problems?: readonly { code: string; pointer?: string; detail: string }[];
  };
  await embedded.close();
  return { problems: (answer.problems ?? []).map(({ code, pointer, detail }) => ({ code, pointer, detail })), sent };
}

const otherUniverse = ".*`googleapis.com`,.*`universeDomain` .*`s3nsapis.fr`";

test.each<[string, JsonObject, string, string, Readonly<Record<string, string>>]>([
  [
    "google",
    { universeDomain: "s3nsapis.fr", baseUrl: "https://connectors.googleapis.com" },
    "baseUrl",
    `https://connectors.googleapis.com ${otherUniverse}`,
    {},
  ],
  [
    "google",
    { universeDomain: "S3NSapis.fr", iamBaseUrl: "https://iam.googleapis.com" },
    "iamBaseUrl",
    `https://iam.googleapis.com ${otherUniverse}`,
    {},
  ],
  [
    "google",
    { baseUrl: "https://connectors.googleapis.com" },
    "baseUrl",
    `https://connectors.googleapis.com ${otherUniverse}`,
    { GOOGLE_CLOUD_UNIVERSE_DOMAIN: "s3nsapis.fr" },
  ],
  [
    "azure",
    { environment: "china", baseUrl: "https://management.azure.com", subscriptionId },
    "baseUrl",
    "https://management.azure.com .*`public`,.*`environment` .*`china`",
    {},
  ],
])(
  "one of %s that names one cloud and leads to another is refused (%j)",
  async (kind, config, field, why, variables) => {
    const { problems, sent } = await planned(kind, config, variables);
    const detail = expect.stringMatching(new RegExp(`^${why}`));
    expect(problems).toEqual([{ code: "provider-untrusted", pointer: `/providers/it/${field}`, detail }]);
    expect(sent).toEqual([]);
  },
);

test.each<[string, JsonObject]>([
  ["google", { universeDomain: "googleapis.com", baseUrl: "https://connectors.googleapis.com" }],
  ["google", { baseUrl: "https://connectors.googleapis.com" }],
  ["azure", { environment: "china", baseUrl: "https://management.chinacloudapi.cn", subscriptionId }],
])("one of %s that names what it leads to is none: %j", async (kind, config) => {
  const { problems } = await planned(kind, config);
  expect(problems.filter(({ code }) => code === "provider-untrusted")).toEqual([]);
});
