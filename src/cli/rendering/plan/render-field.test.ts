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

test("a list of other secrets is told from one that stays, without the right to reveal them", () => {
  const secrets = [{ $secret: {} }];
  const parts = [{ kind: "changed" as const, old: secrets, new: secrets }];
  expect(told("/keys", secrets, secrets, [{ kind: "list", path: "", ordered: true, parts }])).toBe(
    "keys: [(secret)] -> [(secret)] (a secret changed)",
  );
});
