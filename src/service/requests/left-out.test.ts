import { expect, test } from "vitest";
import { schemaNamed } from "../../contract/components.ts";
import { withoutLeftOut } from "./left-out.ts";

test.each([
  ["a reference", "PlanRequest", { kind: "destroy", declaration: null }, { kind: "destroy" }],
  ["a flag", "PlanRequest", { kind: "apply", refresh: null, forRun: true }, { kind: "apply", forRun: true }],
  [
    "a member of a list's item",
    "ImportRequest",
    { imports: [{ type: "a:B", name: "b", id: "c", provider: null }] },
    { imports: [{ type: "a:B", name: "b", id: "c" }] },
  ],
  ["what may be null", "CredentialWrite", { kind: "google", origins: null }, { kind: "google", origins: null }],
  ["any value", "StateImport", { document: { a: null }, force: null }, { document: { a: null } }],
])("%s that is null is left out, unless it may be null", (_, name, given, meant) => {
  expect(withoutLeftOut(schemaNamed(name), given, schemaNamed)).toEqual(meant);
});
