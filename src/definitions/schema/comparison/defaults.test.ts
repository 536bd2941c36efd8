import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../../packages/base/json/json.ts";
import type { ResourceDefinition } from "../definition.ts";
import { plant } from "../sample-definition.fixture.ts";
import type { FieldDefault } from "../schema.ts";
import { unknown } from "../value.ts";
import { autoNames, platformQuestions, withDefaults } from "./defaults.ts";

/** The sample with a default for some of its fields. */
function withFields(defaults: Readonly<Record<string, FieldDefault>>): ResourceDefinition {
  const added = Object.entries(defaults).map(([name, given]) => [name, { type: "string", default: given }]);
  return {
    ...plant,
    inputs: { ...plant.inputs, properties: { ...plant.inputs.properties, ...Object.fromEntries(added) } },
  };
}

const definition = withFields({
  bed: { from: "provider", field: "bed" },
  kindId: { from: "platform", by: ["bed", "numberId"] },
  nickname: { from: "auto-name", suffixLength: 5 },
});

describe("withDefaults", () => {
  test.each<[string, JsonObject, JsonObject, Record<string, Json>, JsonObject]>([
    ["nothing known, nothing given", {}, {}, {}, {}],
    ["the provider's value", {}, { bed: "north" }, {}, { bed: "north" }],
    ["a given value wins", { bed: "south" }, { bed: "north" }, {}, { bed: "south" }],
    ["null counts as left out", { bed: null }, { bed: "north" }, {}, { bed: "north" }],
    ["null without a default goes away", { numberId: null }, {}, {}, {}],
    ["false and empty text are values", { bed: "" }, { bed: "north" }, {}, { bed: "" }],
    [
      "found values",
      {},
      {},
      { kindId: "/kinds/rose", nickname: "rosie-12345" },
      { kindId: "/kinds/rose", nickname: "rosie-12345" },
    ],
    ["a found value fills only fields with such a default", {}, {}, { numberId: "7" }, {}],
    [
      "a name composed of others",
      { kindId: "/kinds/rose", numberId: "//7" },
      {},
      {},
      { kindId: "/kinds/rose", numberId: "//7", label: "rose_7" },
    ],
    [
      "composed of found ones too",
      { numberId: "7" },
      {},
      { kindId: "kinds/rose" },
      { numberId: "7", kindId: "kinds/rose", label: "rose_7" },
    ],
    [
      "a given name is left alone",
      { kindId: "rose", numberId: "7", label: "tulip_1" },
      {},
      {},
      { kindId: "rose", numberId: "7", label: "tulip_1" },
    ],
    ["half of the parts compose nothing", { numberId: "7" }, {}, {}, { numberId: "7" }],
  ])("%s", (_, inputs, provider, found, wanted) => {
    expect(withDefaults(definition, inputs, provider, found)).toEqual(wanted);
  });

  test("a part that is not known yet composes nothing that looks known", () => {
    const kindId = unknown("made later");
    expect(withDefaults(definition, { kindId, numberId: "7" }, {}, {})).not.toHaveProperty("label", expect.any(String));
  });
});

describe("platformQuestions", () => {
  test.each<[string, JsonObject, readonly string[]]>([
    ["both inputs are there", { bed: "b", numberId: "7" }, ["kindId"]],
    ["an unknown one will be there", { bed: "b", numberId: unknown("later") }, ["kindId"]],
    ["one is missing", { bed: "b" }, []],
    ["one is null", { bed: "b", numberId: null }, []],
    ["the field is given", { bed: "b", numberId: "7", kindId: "rose" }, []],
    ["the field is null", { bed: "b", numberId: "7", kindId: null }, ["kindId"]],
  ])("%s", (_, inputs, fields) => {
    expect(platformQuestions(definition, inputs)).toEqual(fields);
  });
});

test("autoNames lists what gets a name of our own choosing", () => {
  expect(autoNames(definition, {})).toEqual([{ field: "nickname", suffixLength: 5 }]);
  expect(autoNames(definition, { nickname: null })).toHaveLength(1);
  expect(autoNames(definition, { nickname: "rosie" })).toEqual([]);
  expect(autoNames(plant, {})).toEqual([]);
});
