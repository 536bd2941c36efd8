import { describe, expect, test } from "vitest";
import type { DriftRow } from "../../contract/documents/drift.ts";
import { driftCounts } from "./render-drift.ts";

const screen = { paint: (_color: string, text: string) => text, width: 100, whole: true };
const row = (name: string, of: DriftRow["class"]): DriftRow => ({
  ...{ name, type: "iam:OAuthClient", id: name, class: of, path: "", detail: "" },
});
const counts = (...drift: readonly DriftRow[]) =>
  driftCounts({ stack: "dev", objects: 7, inFlight: [], drift }, screen);

describe("what could not be read", () => {
  test("is counted beside the drift, and not as drift", () => {
    const told = counts(row("a", "out-of-band"), row("b", "unreadable"), row("c", "unreadable"));
    expect(told).toMatch(/^Drift: 1 of 7 objects \(1 out-of-band\); 2 could/);
  });

  test("does not hide what else is known of the same object", () => {
    expect(counts(row("a", "unreadable"), row("a", "out-of-band"))).toContain("1 of 7 objects");
  });

  test("alone is told, and not as drift", () => {
    expect(counts(row("b", "unreadable"))).toMatch(/^No drift is seen, but 1 of 7/);
  });
});
