import { expect, test } from "vitest";
import { fieldNames, outputSchema, schemaAt } from "./field-schema.ts";
import { everySort, plant } from "./sample-definition.fixture.ts";

test("outputSchema joins inputs, their response forms and outputs", () => {
  const schema = outputSchema(plant);
  expect(fieldNames(schema)).toEqual(["bed", "label", "kindId", "numberId", "state", "height"]);
  expect(schemaAt(schema, ["state", "since"])).toEqual({ type: "string" });
});

test.each([
  [[], everySort],
  [["box", "inner", "deep"], { type: "integer" }],
  [["steps", 0], { type: "string", format: "cel" }],
  [["steps", "1"], { type: "string", format: "cel" }],
  [["steps", "first"], undefined],
  [["labels", "anything"], { type: "string" }],
  [["shape", "text"], { type: "string" }],
  [["shape", "size"], "any"],
  [["shape", "size", "more"], "any"],
  [["shape", "color"], undefined],
  [["name", "length"], undefined],
  [["toString"], undefined],
])("schemaAt %j", (path, expected) => expect(schemaAt(everySort, path)).toEqual(expected));

test("fieldNames of a union are those of all its members", () => {
  const shape = schemaAt(everySort, ["shape"]);
  expect(shape !== undefined && shape !== "any" && fieldNames(shape)).toEqual(["form", "size", "text"]);
  expect(fieldNames({ type: "string" })).toEqual([]);
});
