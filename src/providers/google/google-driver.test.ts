import { describe, expect, test } from "vitest";
import { scripted, target } from "./driver.fixture.ts";
import { googleDriver } from "./google-driver.ts";

const provider = (config: Readonly<Record<string, string>>) => ({ ref: "google", kind: "google", config });

/** Every API's address, as the vendor has it. */
const spelt = {
  iamBaseUrl: "https://iam.googleapis.com",
  connectorsBaseUrl: "https://connectors.googleapis.com",
  computeBaseUrl: "https://compute.googleapis.com",
};

describe("cloudId", () => {
  test.each([
    [{}, "https://googleapis.com"],
    [{ baseUrl: "" }, "https://googleapis.com"],
    [{ baseUrl: "http://127.0.0.1:8787/google/" }, "http://127.0.0.1:8787"],
    [{ baseUrl: "nowhere" }, "nowhere"],
    [{ universeDomain: "s3nsapis.fr" }, "https://s3nsapis.fr"],
    // A private endpoint of the same cloud, and a place that may be another one.
    [{ iamBaseUrl: "https://iam-acme.p.googleapis.com" }, "https://googleapis.com"],
    [{ iamBaseUrl: "https://inside.example/x" }, "https://googleapis.com iam=https://inside.example"],
    [{ baseUrl: "https://inside.example", iamBaseUrl: "https://inside.example/iam" }, "https://inside.example"],
    // The vendor's own addresses, spelt out.
    [{ baseUrl: "https://iam.googleapis.com" }, "https://googleapis.com"],
    [{ baseUrl: "https://Compute.GoogleAPIs.com:443//x" }, "https://googleapis.com"],
    [{ baseUrl: "https://iam.googleapis.com." }, "https://googleapis.com"],
    [{ baseUrl: "https://iam.mtls.googleapis.com" }, "https://googleapis.com"],
    [{ baseUrl: "https://iam.s3nsapis.fr" }, "https://s3nsapis.fr"],
    [{ universeDomain: "mtls.googleapis.com" }, "https://googleapis.com"],
    [{ universeDomain: "acme.cloud", baseUrl: "https://iam.acme.cloud" }, "https://acme.cloud"],
    [
      { baseUrl: "https://iam.googleapis.com", computeBaseUrl: "https://compute.googleapis.com" },
      "https://googleapis.com",
    ],
    [{ baseUrl: "https://inside.example", ...spelt }, "https://googleapis.com"],
    // One set of places has one name, however it is spelt.
    [
      { baseUrl: "https://inside.example", iamBaseUrl: spelt.iamBaseUrl, computeBaseUrl: spelt.computeBaseUrl },
      "https://googleapis.com connectors=https://inside.example",
    ],
    [{ connectorsBaseUrl: "https://inside.example" }, "https://googleapis.com connectors=https://inside.example"],
    [{ baseUrl: "https://googleapis.com.evil.example" }, "https://googleapis.com.evil.example"],
  ])("%j", (config, expected) => {
    expect(googleDriver(scripted().exchange).cloudId(provider(config))).toBe(expected);
  });
});

test("each type goes to its own API", async () => {
  const script = scripted({}, {}, {});
  const driver = googleDriver(script.exchange);
  const variables = { project: "p", location: "l", zone: "z", reservation: "r", role: "roles/x", member: "user:a@b.c" };
  const ids = { oauthClientId: "client-1", endpointAttachmentId: "ea1" };
  for (const type of ["iam:OAuthClient", "connectors:EndpointAttachment", "compute:ReservationIamMember"]) {
    await driver.read(target(type, "id", { ...variables, ...ids }));
  }
  expect(script.requests.map((each) => new URL(each.line.split(" ")[1] ?? "").host)).toEqual([
    "iam.googleapis.com",
    "connectors.googleapis.com",
    "compute.googleapis.com",
  ]);
});

test("has no functions, nothing to discover and nothing to verify", async () => {
  const driver = googleDriver(scripted().exchange);
  const question = { type: "iam:OAuthClient", apiVersion: "v1", field: "x", provider: provider({}), inputs: {} };
  expect((await driver.discover(question)).kind).toBe("invalid");
  const call = { function: "f", apiVersion: "v1", provider: provider({}), arguments: {} };
  expect((await driver.lookup(call)).kind).toBe("invalid");
  expect(await driver.verify(provider({}))).toBeNull();
});
