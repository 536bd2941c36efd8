import { describe, expect, test } from "vitest";
import { errorClass, errorCode, freshEtag } from "./error-envelope.ts";
import { classOfErrorCode, classOfStatus, errorInfoType } from "./errors.ts";

describe("errorClass", () => {
  test.each([...classOfStatus])("status %i alone is %s", (status, expected) => {
    expect(errorClass(status, undefined)).toBe(expected);
    expect(errorClass(status, { error_code: "NEVER_HEARD_OF", message: "" })).toBe(expected);
    expect(errorClass(status, "plain text")).toBe(expected);
  });

  test.each([...classOfErrorCode])("error_code %s is %s whatever the status", (code, expected) => {
    for (const status of [400, 403, 418, 500]) expect(errorClass(status, { error_code: code })).toBe(expected);
  });

  test("a numeric error_code is a status, and wins", () => {
    expect(errorClass(400, { error_code: 403, message: "Invalid access token." })).toBe("permission-denied");
    expect(errorClass(404, { error_code: 12345 })).toBe("not-found");
  });

  test("neither says anything", () => expect(errorClass(418, { message: "teapot" })).toBeUndefined());
});

describe("errorCode", () => {
  test.each([
    [undefined, undefined],
    [null, undefined],
    [[], undefined],
    [{ error: "old style" }, undefined],
    [{ error_code: null }, undefined],
    [{ error_code: "ABORTED" }, "ABORTED"],
    [{ error_code: 403 }, 403],
  ])("%j gives %j", (body, expected) => expect(errorCode(body)).toBe(expected));
});

describe("freshEtag", () => {
  const info = (etag: string) => ({ "@type": errorInfoType, metadata: { etag } });
  test.each([
    ["no body", undefined, null],
    ["no details", { error_code: "RESOURCE_CONFLICT" }, null],
    ["details of a wrong type", { details: "none" }, null],
    ["no ErrorInfo", { details: [{ "@type": "type.googleapis.com/google.rpc.Help", metadata: { etag: "E9" } }] }, null],
    ["ErrorInfo without metadata", { details: [{ "@type": errorInfoType }] }, null],
    ["an empty etag", { details: [info("")] }, null],
    ["the etag", { details: [info("E2")] }, "E2"],
    ["behind other details", { details: [null, { "@type": "x" }, info("E2")] }, "E2"],
    ["the first ErrorInfo counts", { details: [info("E2"), info("E3")] }, "E2"],
  ])("%s", (_, body, expected) => expect(freshEtag(body)).toBe(expected));
});
