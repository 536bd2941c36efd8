import { expect, test } from "vitest";
import { badRequest, computeErrorBody, errorInfo, readErrorBody, rpcErrorBody } from "./error-envelope.ts";

test("reads what it builds, in either style", () => {
  const details = [errorInfo("IAM_PERMISSION_DENIED", "iam.googleapis.com", { permission: "p" })];
  expect(readErrorBody(rpcErrorBody("PERMISSION_DENIED", "no", details))).toEqual({
    message: "no",
    status: "PERMISSION_DENIED",
    reasons: ["IAM_PERMISSION_DENIED"],
    retryDelayMs: null,
    disabled: null,
    words: [],
    requestId: null,
    permission: "p",
  });
  expect(readErrorBody(computeErrorBody(412, "conditionNotMet", "stale"))).toEqual({
    message: "stale",
    status: null,
    reasons: ["conditionNotMet"],
    retryDelayMs: null,
    disabled: null,
    words: [],
    requestId: null,
    permission: null,
  });
});

test("the envelope has the documented shape", () => {
  expect(rpcErrorBody("INVALID_ARGUMENT", "bad", [badRequest([{ field: "a", description: "b" }])])).toEqual({
    error: {
      code: 400,
      message: "bad",
      status: "INVALID_ARGUMENT",
      details: [
        { "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations: [{ field: "a", description: "b" }] },
      ],
    },
  });
});

test.each([undefined, null, "text", [], {}, [], { error: { message: 1, status: 2, details: ["x"], errors: 3 } }])(
  "a foreign body %j says nothing",
  (body) => {
    expect(readErrorBody(body)).toEqual({
      message: null,
      status: null,
      reasons: [],
      retryDelayMs: null,
      disabled: null,
      words: [],
      requestId: null,
      permission: null,
    });
  },
);

test("Compute says in words only which right is missing", () => {
  const message = "Required 'compute.reservations.setIamPolicy' permission for 'projects/p/zones/z/reservations/r'";
  expect(readErrorBody(computeErrorBody(403, "forbidden", message)).permission).toBe(
    "compute.reservations.setIamPolicy",
  );
});

test.each([
  ["an API that is not switched on", { service: "iam.googleapis.com", consumer: "projects/1" }, "iam.googleapis.com"],
  ["a name that is none", { service: "x`; rm -rf", consumer: "projects/1" }, undefined],
])("%s", (_, metadata, service) => {
  const details = [
    errorInfo("SERVICE_DISABLED", "googleapis.com", { ...metadata, activationUrl: "https://evil.example/" }),
  ];
  const { disabled } = readErrorBody(rpcErrorBody("PERMISSION_DENIED", "no", details));
  expect(disabled?.service).toBe(service);
  expect(disabled?.activationUrl ?? null).toBeNull();
});

test("the word and the description of an OAuth error are its message, and an error in a list is read", () => {
  expect(readErrorBody({ error: "x" })).toMatchObject({ message: "x", status: null });
  expect(readErrorBody({ error: "x", error_description: "why" })).toMatchObject({ message: "x: why" });
  expect(readErrorBody([{ error: { message: "m", status: "S" } }])).toMatchObject({ message: "m", status: "S" });
});
