import { describe, expect, test } from "vitest";
import { secretBytes, signatureHeaders } from "./webhook-signature.ts";

// The example of the Standard Webhooks specification.
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

test("signs as the specification's example", () => {
  const bytes = secretBytes(secret) ?? new Uint8Array();
  expect(signatureHeaders("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330_999, '{"test": 2432232314}', bytes)).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

describe("a secret", () => {
  test.each([
    "",
    "whsec_",
    "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS!",
    `whsec_${Buffer.alloc(23).toString("base64")}`,
    `whsec_${Buffer.alloc(65).toString("base64")}`,
  ])("%j is none", (text) => expect(secretBytes(text)).toBe(null));

  test.each([24, 32, 64])("has %i bytes", (length) => {
    expect(secretBytes(`whsec_${Buffer.alloc(length, 9).toString("base64")}`)).toHaveLength(length);
  });
});
