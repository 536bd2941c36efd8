import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonName, protoName } from "./global-parameters.ts";

test("the two spellings of a field name lead to one another", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]+([A-Z][a-z]+)*$/), (name) => {
      expect(jsonName(protoName(name))).toBe(name);
      expect(jsonName(name)).toBe(name);
    }),
  );
});
