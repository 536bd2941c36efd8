import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { noteMissing } from "../client-ledger.ts";
import { GoogleCloud } from "./google-cloud.ts";
import { PythonEnvironment } from "./python-client.ts";

const python = await PythonEnvironment.install();

if (python instanceof PythonEnvironment) {
  afterAll(() => python.remove());
  describe("reservations by Python's google-cloud-compute", () => withClient(python));
} else {
  // The one reason for which anything is left out here: the machine has no Python, or can't reach the package.
  noteMissing("python", python.reason);
  test("google-cloud-compute", ({ skip }) => skip(python.reason));
}

function withClient(environment: PythonEnvironment): void {
  const zone = { project: "p1", zone: "us-central1-a" };
  const resource = { ...zone, resource: "r1" };
  const condition = { title: "until-2100", expression: "request.time < timestamp('2100-01-01T00:00:00Z')" };
  const binding = { role: "roles/compute.viewer", members: ["group:staff@example.com"], condition };
  let cloud: GoogleCloud;

  beforeEach(async () => {
    cloud = await GoogleCloud.start({ mode: "faithful" });
  });
  afterEach(() => {
    expect(cloud.close()).toEqual([]);
  });

  const insert = (name: string) => ({
    call: "insert_unary",
    request: { ...zone, reservation_resource: { name, specific_reservation: { count: 1 } } },
  });
  const set = (etag: string) => ({
    call: "set_iam_policy",
    request: {
      ...resource,
      zone_set_policy_request_resource: { policy: { version: 3, etag, bindings: [binding] } },
    },
  });
  const testAs = (caller: string) => ({
    call: "test_iam_permissions",
    request: {
      ...resource,
      test_permissions_request_resource: { permissions: ["compute.reservations.get", "compute.reservations.delete"] },
    },
    token: `local:${caller}`,
  });
  const call = (...orders: Parameters<PythonEnvironment["call"]>[1]) =>
    environment.call(new URL(cloud.url).host, orders);

  test("are made, listed by pages and deleted", async () => {
    const list = { call: "list", request: { ...zone, max_results: 1 } };
    const remove = { call: "delete_unary", request: { ...zone, reservation: "r1" } };
    const read = { call: "get", request: { ...zone, reservation: "r1" } };
    const outcomes = await call(insert("r1"), insert("r2"), list, remove, read, insert("r2"));
    expect(outcomes[0]?.result).toMatchObject({ operationType: "insert" });
    expect(outcomes[2]?.result).toMatchObject([{ name: "r1" }, { name: "r2" }]);
    expect(outcomes[4]?.refusal).toEqual({ type: "NotFound", status: 404 });
    expect(outcomes[5]?.refusal).toEqual({ type: "Conflict", status: 409 });
  });

  test("have policies that decide, under their etag", async () => {
    await cloud.seed({ kind: "googleGroup", email: "staff@example.com", members: ["user:ann@example.com"] });
    const get = { call: "get_iam_policy", request: { ...resource, options_requested_policy_version: 3 } };
    const outcomes = await call(
      insert("r1"),
      set("ACAB"),
      get,
      set("ACAB"),
      testAs("ann@example.com"),
      testAs("bob@example.com"),
      { ...get, token: "local:nobody@local.example" },
      { ...get, request: { ...get.request, resource: "R1" } },
    );
    expect(outcomes[1]?.result).toMatchObject({ version: 3, bindings: [binding] });
    expect(outcomes[2]?.result).toEqual(outcomes[1]?.result);
    expect(outcomes[3]?.refusal).toEqual({ type: "PreconditionFailed", status: 412 });
    expect(outcomes[4]?.result).toEqual({ permissions: ["compute.reservations.get"] });
    expect(outcomes[5]?.result).toEqual({});
    expect(outcomes[6]?.refusal).toEqual({ type: "Forbidden", status: 403 });
    expect(outcomes[7]?.refusal).toEqual({ type: "BadRequest", status: 400 });
  });
}
