import { expect, test } from "vitest";
import { everySort } from "../sample-definition.fixture.ts";
import { unknown } from "../value.ts";
import { vendorLimitBreaches } from "./vendor-limits.ts";

test.each([
  [{ slug: "own", color: "red", labels: { a: "1", b: "2" } }, []],
  [{ slug: "own-" }, [["/slug", "own- is theirs"]]],
  [
    { slug: "own-x" },
    [
      ["/slug", "own- is theirs"],
      ["/slug", "at most four"],
    ],
  ],
  [{ slug: "🌻🌻🌻🌻" }, []],
  [{ color: "blue" }, [["/color", "only red"]]],
  [{ labels: { a: "1", b: "2", c: "3" } }, [["/labels", "two labels"]]],
  [
    { labels: { A: "1", B: "2" } },
    [
      ["/labels", "`labels.A`: small keys"],
      ["/labels", "`labels.B`: small keys"],
    ],
  ],
  [{ labels: { A: "1" } }, [["/labels", "`labels.A`: small keys"]]],
  [{ color: unknown("later"), slug: null, labels: "not a map" }, []],
])("%j", (value, expected) => {
  expect(vendorLimitBreaches(everySort, value).map(({ pointer, says }) => [pointer, says])).toEqual(expected);
});
