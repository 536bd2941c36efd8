import { expect, test } from "vitest";
import type { Json } from "../../../../packages/base/json/json.ts";
import type { HunkView } from "../../../contract/documents/plans/differences.ts";
import { painter } from "../paint.ts";
import { fieldLines } from "./render-field.ts";

function told(path: string, old: Json, next: Json, hunks?: readonly HunkView[]): string {
  const field = { path, old, new: next, reason: "declared" as const, replace: false };
  const screen = { paint: painter(false), width: 80, whole: true };
  return fieldLines([hunks === undefined ? field : { ...field, difference: { hunks } }], "changes", screen).join("\n");
}

test("a name with a dot is told from a member", () => {
  expect(told("/a.b", 1, 2)).toBe('"a.b": 1 -> 2');
  expect(told("/a", { b: 1 }, { b: 2 })).toBe("a.b: 1 -> 2");
  expect(told("/a", { "b.c": 1 }, { "b.c": 2 })).toBe('a["b.c"]: 1 -> 2');
});

test("a value that stands below its path moves no other to the right", () => {
  const change = (path: string, old: Json, next: Json) => ({
    ...{ path, old, new: next, reason: "declared" as const, replace: false },
  });
  const uri = (name: string) => [`https://${name}.example.com/callback-of-the-portal`];
  const fields = [change("/allowedRedirectUris", uri("a"), uri("b")), change("/disabled", true, false)];
  expect(fieldLines(fields, "changes", { paint: painter(false), width: 80, whole: true })).toEqual([
    "allowedRedirectUris:",
    '  - "https://a.example.com/callback-of-the-portal"',
    '  + "https://b.example.com/callback-of-the-portal"',
    "disabled: true -> false",
  ]);
});

test("a list of other secrets is told from one that stays, without the right to reveal them", () => {
  const secrets = [{ $secret: {} }];
  const parts = [{ kind: "changed" as const, old: secrets, new: secrets }];
  expect(told("/keys", secrets, secrets, [{ kind: "list", path: "", ordered: true, parts }])).toBe(
    "keys: [(secret)] -> [(secret)] (a secret changed)",
  );
});

test("what is new is never folded, and what is only read, or stays, is told to be", () => {
  const condition = "request.time < timestamp('2028-01-01T00:00:00Z') && ".repeat(12);
  const uris = Array.from({ length: 9 }, (_, index) => `https://app.example/${"x".repeat(40)}/${index}`);
  let folded = 0;
  const screen = {
    paint: painter(false),
    width: 80,
    whole: false,
    onFold: () => {
      folded += 1;
    },
  };
  const shown = (path: string, style: "values" | "reads" | "changes", values: { old?: Json; new?: Json }) =>
    fieldLines([{ path, ...values, reason: "declared", replace: false }], style, screen).join("\n");
  expect(shown("/expression", "values", { new: condition })).toContain(condition);
  expect(shown("/uris", "values", { new: uris })).toContain(uris[8]);
  expect(shown("/uris", "changes", { new: uris })).toContain(uris[8]);
  expect(shown("/lines", "values", { new: uris.join("\n") })).toContain(uris[8]);
  expect(folded).toBe(0);
  expect(shown("/uris", "reads", { new: uris })).toContain("… 1 more item");
  expect(shown("/uris", "changes", { old: uris, new: [...uris, "b"] })).toContain("… 6 items unchanged");
  expect(folded).toBe(2);
});
