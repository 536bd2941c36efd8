import { expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { plant } from "../sample-definition.fixture.ts";
import { unknown } from "../value.ts";
import { echoIdentity } from "./echo.ts";

test.each<[string, JsonObject, JsonObject, JsonObject]>([
  ["a bare name stays bare", { bed: "gardens/g/beds/north", height: 3 }, { bed: "north" }, { bed: "north", height: 3 }],
  ["a leading slash is kept", { numberId: "7" }, { numberId: "//7" }, { numberId: "//7" }],
  ["an input that the platform leaves out is told", {}, { label: "rose_7" }, { label: "rose_7" }],
  // Only its last part is in the identity: the rest may differ.
  [
    "an id of which the identity holds a part is as read",
    { kindId: "/kinds/rose" },
    { kindId: "/x/rose" },
    { kindId: "/kinds/rose" },
  ],
  [
    "a field inside another is as read",
    { state: { title: "A" } },
    { state: { title: "a" } },
    { state: { title: "A" } },
  ],
  ["what was not declared is as read", { bed: "gardens/g/beds/b" }, {}, { bed: "gardens/g/beds/b" }],
  ["null was not declared", { bed: "gardens/g/beds/b" }, { bed: null }, { bed: "gardens/g/beds/b" }],
  [
    "what is not known yet was not declared",
    { bed: "gardens/g/beds/b" },
    { bed: unknown("later") },
    { bed: "gardens/g/beds/b" },
  ],
])("%s", (_, outputs, inputs, echoed) => {
  expect(echoIdentity(plant, outputs, inputs)).toEqual(echoed);
});
