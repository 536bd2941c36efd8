import { describe, expect, test } from "vitest";
import { armDriver } from "./arm-driver.ts";
import { changeOf, collectorTarget, provider, scriptedExchange } from "./scripted-exchange.fixture.ts";

describe("cloudId", () => {
  test.each([
    [{}, "https://management.azure.com"],
    [{ baseUrl: "http://127.0.0.1:8787/" }, "http://127.0.0.1:8787"],
    [{ baseUrl: "https://Management.Example/prefix" }, "https://management.example"],
    [{ baseUrl: "https://Management.Azure.com:443//x" }, "https://management.azure.com"],
    [{ baseUrl: "https://management.azure.com." }, "https://management.azure.com"],
    [{ baseUrl: "https://westeurope.management.azure.com" }, "https://management.azure.com"],
    [{ baseUrl: "https://management.privatelink.azure.com" }, "https://management.azure.com"],
    [{ baseUrl: "https://management.usgovcloudapi.net." }, "https://management.usgovcloudapi.net"],
    [{ environment: "china" }, "https://management.chinacloudapi.cn"],
    [{ baseUrl: "https://management.azure.com.evil.example" }, "https://management.azure.com.evil.example"],
  ])("of %j is %s", (config, expected) => {
    expect(armDriver(scriptedExchange().exchange).cloudId({ ...provider, config })).toBe(expected);
  });
});

test("verify has nothing to object to", async () => {
  expect(await armDriver(scriptedExchange().exchange).verify(provider)).toBeNull();
});

test("nothing is ever polled", async () => {
  const outcome = await armDriver(scriptedExchange().exchange).poll(changeOf(collectorTarget, "create"), "handle");
  expect(outcome).toMatchObject({ kind: "invalid", code: "unsupported" });
});

describe("lookup of a private endpoint connection", () => {
  const call = {
    function: "migrate:getPrivateEndpointConnectionControllerPrivateEndpointConnection",
    apiVersion: "2020-05-01",
    provider,
    arguments: { resourceGroupName: "Group", migrateProjectName: "project", peConnectionName: "c.1" },
  };
  const properties = { provisioningState: "Succeeded", privateEndpoint: { id: "/e" } };

  test("gives all fields of the result, and the version that was spoken", async () => {
    const body = { id: "/x", name: "c.1", type: "t", eTag: '"1"', properties };
    const { exchange, sent } = scriptedExchange({ status: 200, body });
    expect(await armDriver(exchange).lookup(call)).toEqual({
      kind: "done",
      result: { platformApiVersion: "2020-05-01", ...body, systemData: null },
      version: '"1"',
    });
    expect(sent[0]?.url).toBe(
      "https://management.azure.com/subscriptions/sub/resourceGroups/Group/providers/Microsoft.Migrate" +
        "/migrateProjects/project/privateEndpointConnections/c.1?api-version=2020-05-01",
    );
  });

  test("passes systemData on", async () => {
    const systemData = { createdBy: "me" };
    const { exchange } = scriptedExchange({ status: 200, body: { name: "c.1", properties, systemData } });
    const outcome = await armDriver(exchange).lookup({ ...call, apiVersion: "2023-01-01" });
    expect(outcome).toMatchObject({
      result: { platformApiVersion: "2023-01-01", systemData, eTag: null },
      version: null,
    });
  });

  test("404 is absent", async () => {
    const { exchange } = scriptedExchange({
      status: 404,
      body: { error: { code: "ResourceNotFound", message: "gone" } },
    });
    expect(await armDriver(exchange).lookup(call)).toMatchObject({ kind: "absent" });
  });

  test("without a subscription nothing is asked", async () => {
    const { exchange, sent } = scriptedExchange();
    const outcome = await armDriver(exchange).lookup({ ...call, provider: { ...provider, config: {} } });
    expect(outcome).toMatchObject({ kind: "invalid" });
    expect(sent).toEqual([]);
  });
});
