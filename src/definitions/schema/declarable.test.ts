import { describe, expect, test } from "vitest";
import { catalog } from "../resources/catalog.ts";
import { declarableInputs } from "./declarable.ts";

function inputsOf(type: string, outputs: Parameters<typeof declarableInputs>[1]) {
  const definition = catalog.resources[type];
  if (definition === undefined) throw new Error(`no definition of ${type}`);
  return declarableInputs(definition, outputs);
}

describe("declarable inputs", () => {
  test("leave out what only the platform adds to an input's answer", () => {
    const properties = {
      agentProperties: {
        id: "a",
        version: "1",
        lastHeartbeatUtc: "now",
        spnDetails: { tenantId: "t", audience: null },
      },
      discoverySiteId: "/site",
      createdTimestamp: "then",
      updatedTimestamp: "now",
    };
    expect(
      inputsOf("migrate:ServerCollector", {
        projectName: "p",
        eTag: '"1"',
        properties,
        id: "/x",
        name: "n",
        type: "t",
      }),
    ).toEqual({
      projectName: "p",
      properties: { agentProperties: { spnDetails: { tenantId: "t" } }, discoverySiteId: "/site" },
    });
  });

  test("keep lists and free maps as they are", () => {
    expect(inputsOf("iam:OAuthClient", { allowedGrantTypes: ["A", "B"], disabled: false, state: "ACTIVE" })).toEqual({
      allowedGrantTypes: ["A", "B"],
      disabled: false,
    });
    expect(inputsOf("connectors:EndpointAttachment", { labels: { any: "key" }, endpointIp: "10.0.0.1" })).toEqual({
      labels: { any: "key" },
    });
  });
});
