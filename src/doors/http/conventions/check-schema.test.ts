import { expect, test } from "vitest";
import { requestSchema } from "../../api/schemas/request-schemas.ts";
import { violationsOf } from "./check-schema.ts";

test("a declaration of a hundred thousand resources fits into a plan's request", () => {
  const text = "resources:\n".padEnd(400 * 100_000);
  const request = { kind: "apply", declaration: { file: "plumb.yaml", text } };
  expect(violationsOf(requestSchema("PlanRequest"), request, requestSchema)).toEqual([]);
});
