import { expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { ResourceDefinition } from "../definition.ts";
import { everySort, plant } from "../sample-definition.fixture.ts";
import { qualifierMismatches } from "./qualifiers.ts";

const definition: ResourceDefinition = { ...plant, inputs: everySort };

test.each<[string, JsonObject, JsonObject, readonly RegExp[]]>([
  ["no qualifiers", { name: "abc" }, {}, []],
  ["equal", { name: "abc", height: 3 }, { name: "abc", height: 3 }, []],
  ["both sides are shown", { name: "abc" }, { name: "xyz" }, [/^name .*"abc",.*"xyz"$/]],
  ["an output counts too", { height: 3 }, { height: 4 }, [/^height .* 3,.* 4$/]],
  ["what is not there is null", {}, { name: "abc" }, [/^name .* null,.*"abc"$/]],
  ["case where it has no meaning", { color: "Red" }, { color: "red" }, []],
  ["order where it has no meaning", { words: ["b", "a"] }, { words: ["a", "b"] }, []],
  ["absent where it means the same", {}, { on: false }, []],
  ["a tag that is asked for is compared", { tag: "t2" }, { tag: "t1" }, [/^tag .*"t2",.*"t1"$/]],
  ["a tag that is not asked for is not", { tag: "t2", name: "abc" }, { name: "abc" }, []],
  ["deep inside", { box: { title: "a" } }, { box: { title: "b" } }, [/^box\.title .*"a",.*"b"$/]],
  [
    "only the keys of a map that are named",
    { labels: { a: "1", b: "2" } },
    { labels: { b: "3", c: null } },
    [/^labels\.b .*"2",.*"3"$/],
  ],
  [
    "all at once",
    { name: "abc", height: 3 },
    { name: "abd", height: 4 },
    [/^name .*"abc",.*"abd"$/, /^height .* 3,.* 4$/],
  ],
])("%s", (_, outputs, wanted, mismatches) => {
  expect(qualifierMismatches(definition, outputs, wanted)).toEqual(
    mismatches.map((each) => expect.stringMatching(each)),
  );
});

test("of a value that is sealed neither side is shown", () => {
  const outputs = { name: { $secret: { id: "i", fingerprint: "f" } } };
  expect(qualifierMismatches(definition, outputs, { name: "hunter2" })).toEqual([
    expect.stringMatching(/^name (?!.*hunter2).*\(secret\),.*\(secret\)$/),
  ]);
});
