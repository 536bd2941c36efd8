import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { plant } from "../sample-definition.fixture.ts";
import { unknown } from "../value.ts";
import { composeDefault, identify, parseId } from "./identity.ts";
import { identityConflicts } from "./identity-conflicts.ts";
import { idKey } from "./same-object.ts";

const provider = { owner: "Town", garden: "north" };
const known = (inputs: JsonObject, config: JsonObject = provider): string => {
  const result = identify(plant, inputs, config);
  return result.kind === "known" ? result.id : result.kind;
};

describe("identify", () => {
  test.each<[string, JsonObject, string]>([
    ["the short form of an input", { bed: "7", label: "rose_1" }, "/Town/gardens/north/beds/7/plants/rose_1"],
    [
      "its long form wins over the provider",
      { bed: "gardens/south/beds/7", label: "rose_1" },
      "/Town/gardens/south/beds/7/plants/rose_1",
    ],
    [
      "a composed default",
      { bed: "7", kindId: "/kinds/rose", numberId: "//1" },
      "/Town/gardens/north/beds/7/plants/rose_1",
    ],
    [
      "the first format that can be filled",
      { bed: "7", label: "rose_1", state: { title: "of the north" } },
      "/Town/gardens/north/beds/7/plants/rose_1 of the north",
    ],
    ["too little", { bed: "7" }, "missing"],
    ["an unknown", { bed: unknown("later"), label: "rose_1" }, "unknown"],
    ["an unknown part of a composed default", { bed: "7", kindId: unknown("later"), numberId: "1" }, "unknown"],
    [
      "an unknown that an earlier source makes needless",
      { bed: "7", label: "rose_1", kindId: unknown("later") },
      "/Town/gardens/north/beds/7/plants/rose_1",
    ],
    ["an unknown around a path", { bed: "7", label: "rose_1", state: unknown("later") }, "unknown"],
    ["an expression", { bed: "7", label: { $expr: "x" } }, "unknown"],
  ])("%s", (_name, inputs, expected) => expect(known(inputs)).toBe(expected));

  test("gives the claim and all variables, those of a composed name too", () => {
    expect(identify(plant, { bed: "7", label: "rose_1" }, provider)).toEqual({
      kind: "known",
      id: "/Town/gardens/north/beds/7/plants/rose_1",
      claim: "gardens/north/beds/7",
      variables: { owner: "Town", garden: "north", bed: "7", label: "rose_1", kind: "rose", number: "1" },
    });
  });

  test("names what is missing, part by part", () => {
    expect(identify(plant, { bed: "7", numberId: "1", state: { title: "t" } }, { owner: "Town" })).toEqual({
      kind: "missing",
      variables: ["garden", "kind"],
    });
  });

  test("does not ask for what only a longer format needs", () => {
    expect(identify(plant, { label: "rose_1" }, { owner: "Town" })).toEqual({
      kind: "missing",
      variables: ["garden", "bed"],
    });
  });

  test("tells why it is not known", () => {
    expect(identify(plant, { bed: unknown("until the bed is dug"), label: "a_1" }, provider)).toEqual({
      kind: "unknown",
      why: "until the bed is dug",
    });
  });
});

describe("parseId", () => {
  const parsed = (id: string, config: JsonObject = provider): string => {
    const result = parseId(plant, id, config);
    return result.ok ? result.value.id : result.error;
  };

  test.each([
    ["/Town/gardens/south/beds/7/plants/rose_1", "/Town/gardens/south/beds/7/plants/rose_1"],
    ["/town/GARDENS/south/Beds/7/plants/rose_1", "/Town/gardens/south/beds/7/plants/rose_1"],
    ["///Town/gardens/south/beds/7/plants/rose_1", "/Town/gardens/south/beds/7/plants/rose_1"],
    ["/Town/gardens/south/beds/7/plants/rose_1 a b", "/Town/gardens/south/beds/7/plants/rose_1 a b"],
    ["7/rose_1", "/Town/gardens/north/beds/7/plants/rose_1"],
  ])("%s", (id, expected) => expect(parsed(id)).toBe(expected));

  test("fills in variables behind a name that the id has whole", () => {
    const result = parseId(plant, "7/rose_1", provider);
    expect(result.ok && result.value.variables).toMatchObject({ kind: "rose", number: "1", garden: "north" });
  });

  test("a constant that is not the provider's is refused, and the forms are listed", () => {
    expect(parsed("/City/gardens/south/beds/7/plants/rose_1")).toContain("{bed}/{label}");
  });

  test("says what neither the id nor the provider tells", () => {
    expect(parsed("7/rose_1", { owner: "Town" })).toMatch(/"7\/rose_1".* garden,/);
  });
});

test("composeDefault fills the format or gives nothing", () => {
  expect(composeDefault(plant, "{kind}-{number}", { kindId: "a/b", numberId: "1" }, {})).toBe("b-1");
  expect(composeDefault(plant, "{kind}-{number}", { kindId: "a/b" }, {})).toBeUndefined();
});

test("idKey follows the definition", () => {
  const { ignoreCase: _, ...exact } = plant.identity;
  expect(idKey(plant, "/A")).toBe("/a");
  expect(idKey({ ...plant, identity: exact }, "/A")).toBe("/A");
});

test("identityConflicts compares inputs, not short forms or the provider", () => {
  expect(identityConflicts(plant, { bed: "gardens/south/beds/7", label: "rose_1", kindId: "kinds/ROSE" })).toEqual([]);
  expect(identityConflicts(plant, { label: "rose_1", kindId: "kinds/oak" })).toEqual([
    {
      variable: "kind",
      sources: [
        { input: "label", value: "rose" },
        { input: "kindId", value: "oak" },
      ],
    },
  ]);
});
