import { describe, expect, test } from "vitest";
import { change, scripted, target } from "./driver.fixture.ts";
import { endpointAttachmentDriver } from "./endpoint-attachment-driver.ts";
import { googleDriver } from "./google-driver.ts";

const location = "projects/p1/locations/us-central1";
const id = `${location}/endpointAttachments/ea1`;
const attachment = target("connectors:EndpointAttachment", id, {
  project: "p1",
  location: "us-central1",
  endpointAttachmentId: "ea1",
});
const operation = (name: string, verb: string, of: string, done?: boolean) => ({
  name: `${location}/operations/${name}`,
  metadata: { target: of, verb },
  ...(done === undefined ? {} : { done }),
});

describe("the operation that a lost answer named", () => {
  test("is the one of the same verb on the same object that still runs, on whatever page", async () => {
    const script = scripted(
      {
        operations: [
          operation("ended", "create", id, true),
          operation("other-verb", "delete", id),
          operation("other-object", "create", `${location}/endpointAttachments/ea11`),
        ],
        nextPageToken: "more",
      },
      // The platform may name the project by its number.
      { operations: [operation("it", "create", id.replace("p1", "4711"))] },
    );
    const found = await endpointAttachmentDriver(script.exchange).operationOf?.(change("create", attachment));
    expect(found).toEqual({ kind: "found", operationName: `${location}/operations/it` });
    expect(script.requests.map(({ line }) => line)).toEqual([
      `GET https://connectors.googleapis.com/v1/${location}/operations?pageSize=100`,
      `GET https://connectors.googleapis.com/v1/${location}/operations?pageSize=100&pageToken=more`,
    ]);
  });

  test("is not there when none runs", async () => {
    const script = scripted({});
    expect(await endpointAttachmentDriver(script.exchange).operationOf?.(change("delete", attachment))).toEqual({
      kind: "none",
    });
  });

  const ended = (name: string, verb: string, second: number, error?: { code: number; message: string }) => ({
    ...operation(name, verb, id, true),
    metadata: { target: id, verb, createTime: `2026-01-01T00:00:0${second}Z` },
    ...(error === undefined ? {} : { error }),
  });
  const failure = { code: 13, message: "no such thing" };
  const failed = {
    kind: "failed",
    code: "INTERNAL",
    detail: `INTERNAL: no such thing (operation ${ended("b", "", 0).name})`,
  };

  test.each([
    ["the last one", [ended("a", "create", 1), ended("b", "create", 2, failure)], { kind: "none", failed }],
    ["not the last", [ended("b", "create", 2), ended("a", "create", 1, failure)], { kind: "none" }],
    ["of another kind", [ended("a", "create", 1), ended("b", "delete", 2, failure)], { kind: "none" }],
    ["before a change", [ended("b", "create", 1, failure), ended("a", "update", 2)], { kind: "none", failed }],
    ["before a deletion", [ended("a", "create", 1, failure), ended("b", "delete", 2)], { kind: "none" }],
  ])("tells the error of one that has ended, where that is %s", async (_, operations, expected) => {
    const script = scripted({ operations });
    const found = await endpointAttachmentDriver(script.exchange).operationOf?.(change("create", attachment));
    expect(found).toEqual(expected);
  });

  test("tells how old one is that has ended with an error, by the platform's clock alone", async () => {
    const headers = { date: "Thu, 01 Jan 2026 00:00:07 GMT" };
    const script = scripted(Response.json({ operations: [ended("b", "create", 2, failure)] }, { headers }));
    const found = await endpointAttachmentDriver(script.exchange).operationOf?.(change("create", attachment));
    expect(found).toEqual({ kind: "none", failed, failedAgeMs: 5_000 });
  });

  test("is not known while the platform does not answer", async () => {
    const script = scripted(new Response("{}", { status: 429, headers: { "retry-after": "7" } }));
    const found = await endpointAttachmentDriver(script.exchange).operationOf?.(change("create", attachment));
    expect(found).toMatchObject({ kind: "throttled", retryAfterMs: 7000 });
  });

  test("is never asked for where the type has none", async () => {
    const script = scripted();
    const client = target("iam:OAuthClient", "c", {});
    expect(await googleDriver(script.exchange).operationOf?.(change("create", client))).toEqual({ kind: "none" });
    expect(script.requests).toEqual([]);
  });
});
