import { describe, expect, test } from "vitest";
import type { Json } from "../../base/json/json.ts";
import type { LocalRequest } from "./local-vendor.ts";
import { demandsVersion, withEarlierTags, withStrangeTags } from "./version-tags.ts";

function request(body: Json | undefined, query = "", headers: Record<string, string> = {}): LocalRequest {
  const url = new URL(`http://x.test/p${query}`);
  const form = new URLSearchParams();
  return {
    method: "PUT",
    path: "p",
    url,
    query: url.searchParams,
    headers,
    body,
    form,
    caller: null,
  };
}

const tag = '"0000000a-0000-0d00-0000-5f0000000000"';

describe("requests", () => {
  test.each<[LocalRequest, boolean]>([
    [request({ etag: "a" }), true],
    [request({ setting: { eTag: tag } }), true],
    [request({ list: [{ ETag: "a" }] }), true],
    [request(undefined, "?etag=a"), true],
    [request(undefined, "", { "if-match": '"a"' }), true],
    [request(undefined, "", { "if-match": "*" }), false],
    [request({ etag: "", eTag: null, etags: "a" }), false],
    [request(undefined, "?etag="), false],
    [request(undefined), false],
  ])("demand a version or not (%#)", (asked, expected) => {
    expect(demandsVersion(asked)).toBe(expected);
  });

  test("demand a version that nothing has; all else stays", () => {
    const asked = request({ a: 1, policy: { etag: "BwWKmjvelug=", x: ["y"] } }, "?etag=v0&mask=a", {
      "if-match": '"7"',
    });
    const strange = withStrangeTags(asked);
    expect(strange.body).toEqual({ a: 1, policy: { etag: "BwWKmjvelu0=", x: ["y"] } });
    expect([...strange.query]).toEqual([
      ["etag", "v1"],
      ["mask", "a"],
    ]);
    expect(strange.url.search).toBe("?etag=v1&mask=a");
    expect(strange.headers["if-match"]).toBe('"0"');
    expect([asked.query.get("etag"), asked.headers["if-match"]]).toEqual(["v0", '"7"']);
  });
});

describe("answers", () => {
  test("show the tags of an earlier answer in the same places, strange ones where that has none", () => {
    const now = {
      status: 200,
      headers: { ETag: "h2", a: "b" },
      body: { etag: "t2", in: { eTag: "i2" }, value: [{ etag: "l9" }] },
    };
    const earlier = {
      status: 200,
      headers: { ETag: "h1" },
      body: { etag: "t1", in: { eTag: "i2" }, value: [{ etag: "l1" }] },
    };
    expect(withEarlierTags(now, earlier)).toEqual({
      status: 200,
      headers: { ETag: "h1", a: "b" },
      body: { etag: "t1", in: { eTag: "i0" }, value: [{ etag: "l0" }] },
    });
    expect(withEarlierTags(now, { status: 404 }).body).toEqual({
      etag: "t0",
      in: { eTag: "i0" },
      value: [{ etag: "l0" }],
    });
  });

  test("without tags or body are left alone", () => {
    expect(withEarlierTags({ status: 204 }, { status: 204 })).toEqual({ status: 204 });
    expect(withEarlierTags({ status: 200, body: [1, "etag"] }, { status: 404 })).toEqual({
      status: 200,
      body: [1, "etag"],
    });
  });
});
