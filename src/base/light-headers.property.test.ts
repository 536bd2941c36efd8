import fc from "fast-check";
import { expect, test } from "vitest";
import { LightHeaders } from "./light-headers.ts";

const name = fc.constantFrom("Accept", "accept", "ETag", "etag", "If-Match", "x-a", "X-B");
const value = fc.stringMatching(/^[!-~]{1,8}$/);
const step = fc.oneof(
  fc.record({ kind: fc.constant("append" as const), name, value }),
  fc.record({ kind: fc.constant("set" as const), name, value }),
  fc.record({ kind: fc.constant("delete" as const), name, value: fc.constant("") }),
);

test("they hold what the platform's own hold, whatever is done to both", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), fc.array(step), (fields, steps) => {
      const [light, own] = [new LightHeaders(fields), new Headers(fields)];
      for (const headers of [light, own]) {
        for (const { kind, name, value } of steps) {
          if (kind === "delete") headers.delete(name);
          else headers[kind](name, value);
        }
      }
      expect([...light]).toEqual([...own]);
      expect([...light.keys()]).toEqual([...own.keys()]);
      expect([...light.values()]).toEqual([...own.values()]);
      for (const each of ["ACCEPT", "Etag", "x-A"]) {
        expect([light.get(each), light.has(each)]).toEqual([own.get(each), own.has(each)]);
      }
    }),
  );
});

test("fields come as a record too, and are handed to whoever asks for each", () => {
  const headers = new LightHeaders({ "Content-Type": "application/json", accept: "text/plain" });
  const seen: string[] = [];
  headers.forEach((value, name) => {
    seen.push(`${name}: ${value}`);
  });
  expect(seen).toEqual(["accept: text/plain", "content-type: application/json"]);
  expect(headers.getSetCookie()).toEqual([]);
  expect(new Headers(headers).get("accept")).toBe("text/plain");
});
