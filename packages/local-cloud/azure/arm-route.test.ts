import { describe, expect, test } from "vitest";
import { ArmCloud } from "./arm-cloud.fixture.ts";

const group = "/subscriptions/s/resourceGroups/rg/providers";
const collector = `${group}/Microsoft.Migrate/assessmentProjects/p/servercollectors/c`;

describe("api-version", () => {
  test.each([
    ["missing", collector, "MissingApiVersionParameter"],
    ["malformed", `${collector}?api-version=latest`, "InvalidApiVersionParameter"],
    ["of another type", `${collector}?api-version=2020-10-01`, "NoRegisteredProviderFound"],
  ])("%s is refused", async (_, path, code) => {
    const { status, body } = await new ArmCloud().call("GET", path);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code } });
  });

  test("texts are the documented ones", async () => {
    const cloud = new ArmCloud();
    expect((await cloud.call("GET", collector)).body).toEqual({
      error: {
        code: "MissingApiVersionParameter",
        message: "The api-version query parameter (?api-version=) is required for all requests.",
      },
    });
    expect((await cloud.call("GET", `${collector}?api-version=latest`)).body).toEqual({
      error: {
        code: "InvalidApiVersionParameter",
        message:
          "The api-version 'latest' is invalid. The supported versions are " +
          "'2019-10-01,2023-03-15,2023-04-01-preview,2023-05-01-preview,2023-09-09-preview,2024-01-01-preview," +
          "2024-01-15,2024-03-03-preview'.",
      },
    });
  });
});

describe("callers", () => {
  test("without credentials: 401 with a challenge", async () => {
    const reply = await new ArmCloud().call("GET", `${collector}?api-version=2019-10-01`, undefined, {
      authorization: null,
    });
    expect(reply).toMatchObject({ status: 401, body: { error: { code: "AuthenticationFailed" } } });
    expect(reply.headers.get("www-authenticate")).toMatch(/^Bearer authorization_uri="/);
  });

  test("without rights: 403 that names the right", async () => {
    const reply = await new ArmCloud().call("DELETE", `${collector}?api-version=2019-10-01`, undefined, {
      authorization: "Bearer local:nobody@local.example",
    });
    expect(reply).toMatchObject({
      status: 403,
      body: {
        error: {
          code: "AuthorizationFailed",
          message: expect.stringContaining("'Microsoft.Migrate/assessmentProjects/servercollectors/delete'"),
        },
      },
    });
  });
});

test("the client's request id comes back when it asks for that", async () => {
  const headers = { "x-ms-client-request-id": "mine", "x-ms-return-client-request-id": "true" };
  const reply = await new ArmCloud().call("GET", `${collector}?api-version=2019-10-01`, undefined, headers);
  expect(reply.headers.get("x-ms-client-request-id")).toBe("mine");
});

describe("what no route takes", () => {
  test.each([
    ["PATCH", collector, 405, undefined],
    ["GET", `${group}/Microsoft.Migrate/assessmentProjects/p/hypervcollectors/c`, 404, "InvalidResourceType"],
    ["GET", `${group}/Microsoft.Unknown/things/t`, 404, "InvalidResourceNamespace"],
    ["GET", "/subscriptions/s/locations", 404, "InvalidResourceNamespace"],
  ])("%s %s is %i", async (method, path, status, code) => {
    const reply = await new ArmCloud().call(method, `${path}?api-version=2019-10-01`);
    expect(reply.status).toBe(status);
    if (code !== undefined) expect(reply.body).toMatchObject({ error: { code } });
  });
});
