import { expect, test } from "vitest";
import { hintFor } from "./error-hints.ts";
import { parseError } from "./parsed-error.ts";

// The messages: ARM, common errors; Azure/azure-rest-api-specs issues that quote them.
const versions = Array.from(
  { length: 80 },
  (_, at) => `20${String(10 + (at % 14)).padStart(2, "0")}-0${1 + (at % 9)}-01`,
);

test("of a long list the newest versions are told, though the message is cut", () => {
  const message =
    "The api-version '2011-01-01' is invalid. The supported versions are " +
    `'${[...versions, "2025-04-01"].join(",")}'.`;
  const parsed = parseError({ error: { code: "InvalidApiVersionParameter", message } });
  expect(parsed.message).toContain(" versions 2025-04-01, ");
  expect(parsed.message).not.toContain(" versions 2011");
});

test.each([
  [
    "NoRegisteredProviderFound",
    "The supported api-versions are '2023-03-15'. The supported locations are 'x'.",
    "2023-03-15",
  ],
  [
    "MissingSubscriptionRegistration",
    "not registered to use namespace 'Microsoft.Migrate'.",
    "--namespace Microsoft.Migrate",
  ],
  ["MissingSubscriptionRegistration", "in other words", "--namespace NAMESPACE"],
])("%s: %s", (code, message, hint) => expect(hintFor(code, message)).toContain(hint));

test.each([
  [null, "The supported api-versions are '2023-03-15'"],
  ["NotFound", "The supported api-versions are '2023-03-15'"],
  ["InvalidApiVersionParameter", "no list"],
])("%s: %s has none", (code, message) => expect(hintFor(code, message)).toBe(""));
