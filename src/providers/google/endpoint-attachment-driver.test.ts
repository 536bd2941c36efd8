import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { rpcCodes } from "../../../packages/vendor-wire/google/rpc-codes.ts";
import { change, scripted, target } from "./driver.fixture.ts";
import { endpointAttachmentDriver } from "./endpoint-attachment-driver.ts";

const origin = "https://connectors.googleapis.com/v1";
const location = "projects/p1/locations/us-central1";
const id = `${location}/endpointAttachments/ea1`;
const operation = `${location}/operations/operation-1700000000000-5f0c0d-abc`;
const attachment = target("connectors:EndpointAttachment", id, {
  project: "p1",
  location: "us-central1",
  endpointAttachmentId: "ea1",
});
const wire = {
  name: id,
  serviceAttachment: "projects/p2/regions/us-central1/serviceAttachments/sa1",
  endpointIp: "10.0.0.7",
  createTime: "2026-01-01T00:00:00.123456789Z",
  updateTime: "2026-01-01T00:02:30Z",
};
const outputs = {
  ...wire,
  id,
  project: "p1",
  location: "us-central1",
  endpointAttachmentId: "ea1",
  description: null,
  labels: null,
};
const inputs = {
  endpointAttachmentId: "ea1",
  serviceAttachment: wire.serviceAttachment,
  labels: { team: "a" },
  location: "us-central1",
  project: "p1",
};
const running = {
  name: operation,
  metadata: { "@type": "type.googleapis.com/google.cloud.connectors.v1.OperationMetadata", target: id, verb: "create" },
  done: false,
};
const finished = {
  ...running,
  done: true,
  response: { "@type": "type.googleapis.com/google.cloud.connectors.v1.EndpointAttachment", ...wire },
};
const emptied = { ...running, done: true, response: { "@type": "type.googleapis.com/google.protobuf.Empty" } };

test("read gives every field", async () => {
  const script = scripted(wire);
  expect(await endpointAttachmentDriver(script.exchange).read(attachment)).toEqual({
    kind: "done",
    observation: { outputs, version: null, deleted: false, displaces: [] },
  });
  expect(script.requests.map((each) => each.line)).toEqual([`GET ${origin}/${id}`]);
});

describe("list", () => {
  test("reads all pages", async () => {
    const second = { ...wire, name: `${location}/endpointAttachments/ea2` };
    const script = scripted(
      { endpointAttachments: [wire], nextPageToken: "t" },
      { endpointAttachments: [second], unreachable: [] },
    );
    const driver = endpointAttachmentDriver(script.exchange);
    expect(await driver.list(attachment)).toMatchObject({ kind: "done", items: [{ id }, { id: second.name }] });
    expect(driver.collectionOf(attachment)).toBe(`${origin}/${location}/endpointAttachments`);
  });

  test("is not taken for whole where the platform could not reach a part", async () => {
    const script = scripted({ endpointAttachments: [wire], unreachable: [location] });
    expect((await endpointAttachmentDriver(script.exchange).list(attachment)).kind).toBe("unavailable");
  });
});

describe("write", () => {
  test("create begins an operation", async () => {
    const script = scripted(running);
    expect(await endpointAttachmentDriver(script.exchange).write(change("create", attachment, { inputs }))).toEqual({
      kind: "pending",
      operationName: operation,
      pollAfterMs: 1000,
    });
    expect(script.requests).toEqual([
      {
        line: `POST ${origin}/${location}/endpointAttachments?endpointAttachmentId=ea1`,
        body: { serviceAttachment: wire.serviceAttachment, labels: { team: "a" } },
      },
    ]);
  });

  test("an operation that is done at once is used at once", async () => {
    const outcome = await endpointAttachmentDriver(scripted(finished).exchange).write(
      change("create", attachment, { inputs }),
    );
    expect(outcome).toEqual({
      kind: "done",
      observation: { outputs, version: null, deleted: false, displaces: [] },
    });
  });

  test("update masks what changes, the service attachment too", async () => {
    const script = scripted(running);
    const fields = ["serviceAttachment", "description"];
    await endpointAttachmentDriver(script.exchange).write(change("update", attachment, { inputs, fields }));
    expect(script.requests).toEqual([
      {
        line: `PATCH ${origin}/${id}?updateMask=serviceAttachment%2Cdescription`,
        body: { serviceAttachment: wire.serviceAttachment },
      },
    ]);
  });

  test("delete begins an operation too; undelete does not exist", async () => {
    const script = scripted(running);
    const driver = endpointAttachmentDriver(script.exchange);
    expect(await driver.write(change("delete", attachment))).toMatchObject({
      kind: "pending",
      operationName: operation,
    });
    expect(script.requests).toEqual([{ line: `DELETE ${origin}/${id}`, body: undefined }]);
    expect((await driver.write(change("undelete", attachment))).kind).toBe("invalid");
  });

  test("an answer without the operation's name leaves the outcome unknown", async () => {
    expect((await endpointAttachmentDriver(scripted({}).exchange).write(change("delete", attachment))).kind).toBe(
      "unknown",
    );
  });
});

describe("poll", () => {
  const poll = (operationKind: "create" | "delete", answer: JsonObject | Response, operationName = operation) => {
    const script = scripted(answer);
    const driver = endpointAttachmentDriver(script.exchange);
    return driver.poll(change(operationKind, attachment), operationName).then((outcome) => ({ outcome, script }));
  };

  test("pending while it runs, also where `done` is left out", async () => {
    const { outcome, script } = await poll("create", { name: operation });
    expect(outcome).toEqual({ kind: "pending", operationName: operation, pollAfterMs: 2000 });
    expect(script.requests.map((each) => each.line)).toEqual([`GET ${origin}/${operation}`]);
  });

  test("done with the attachment, or with nothing after a delete", async () => {
    expect((await poll("create", finished)).outcome).toMatchObject({ kind: "done", observation: { outputs } });
    expect((await poll("delete", emptied)).outcome).toEqual({ kind: "done", observation: null });
  });

  test("an error of the operation is told by its number", async () => {
    const error = { code: 9, message: "the service attachment is closed" };
    expect((await poll("create", { name: operation, done: true, error })).outcome).toEqual({
      kind: "failed",
      code: "FAILED_PRECONDITION",
      detail: `FAILED_PRECONDITION: the service attachment is closed (operation ${operation})`,
    });
  });

  test.each(Object.entries(rpcCodes))("an operation that ended with %s is over", async (code, { number }) => {
    const { outcome } = await poll("create", { name: operation, done: true, error: { code: number, message: "m" } });
    const isTaken = code === "ALREADY_EXISTS" ? { isTaken: true } : {};
    expect(outcome).toEqual({ kind: "failed", code, detail: `${code}: m (operation ${operation})`, ...isTaken });
  });

  test("a number that is no code is unknown, and the operation is over all the same", async () => {
    const { outcome } = await poll("create", { name: operation, done: true, error: { code: 99 } });
    expect(outcome).toMatchObject({ kind: "failed", code: "UNKNOWN" });
  });

  test("a forgotten operation, or a operationName that is none, says nothing about the object", async () => {
    const gone = Response.json({ error: { code: 404, message: "no", status: "NOT_FOUND" } }, { status: 404 });
    expect((await poll("create", gone)).outcome.kind).toBe("unknown");
    const strange = await poll("create", {}, "https://elsewhere.test/");
    expect(strange.outcome.kind).toBe("unknown");
    expect(strange.script.requests).toEqual([]);
  });

  test("a look that fails can be repeated", async () => {
    expect((await poll("create", new Response("", { status: 500 }))).outcome.kind).toBe("unavailable");
  });
});
