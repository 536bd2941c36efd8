import { describe, expect, test } from "vitest";
import { pointer } from "../../../packages/base/json/pointer.ts";
import { keyFault, logicalNameFault, longestName } from "./logical-name.ts";
import { readDeclaration } from "./read-declaration.ts";

const longest = "a".repeat(longestName);
const tooLong = `${longest}b`;

describe.each([
  ["a key", keyFault],
  ["a logical name", logicalNameFault],
])("%s", (_, fault) => {
  test("has a greatest length", () => {
    expect(fault(longest)).toBeUndefined();
    expect(fault(tooLong)).toMatch(/^"a{40}\.\.\.".* 257 .* 256$/);
  });

  test("that is far too long is not repeated in what is said of it", () => {
    expect(fault("1".repeat(1_000_000))?.length).toBeLessThan(200);
  });
});

test.each(["config", "providers", "resources", "lookups", "outputs"])(
  "a name of %s that is too long is told at its place",
  (member) => {
    const entry = { config: {}, providers: { kind: "google" }, outputs: 1 }[member] ?? { type: "iam:OAuthClient" };
    const text = JSON.stringify({ name: "test", [member]: { [tooLong]: entry } });
    const { problems } = readDeclaration(text, { file: "plumb.yaml" });
    expect(problems.filter(({ code }) => code === "invalid-name")).toMatchObject([
      { code: "invalid-name", pointer: pointer(`/${member}`, tooLong), detail: expect.stringContaining("at most 256") },
    ]);
  },
);
