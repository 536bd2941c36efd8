import { describe, expect, test } from "vitest";
import type { Intent } from "../state/journal.ts";
import { type Decision, decide, type Finding, type Kind, kindOf } from "./decision.ts";

const kinds: readonly Kind[] = ["make", "remake", "revive", "take-over", "change", "restore", "delete"];

describe("whatever the change", () => {
  test.each(kinds)("%s waits for what can't be told yet", (kind) => {
    expect(decide(kind, "pending")).toBe("wait");
    expect(decide(kind, "unreadable")).toBe("wait");
  });

  test.each(kinds)("only %s of an object that nothing recorded stands for may stop a branch", (kind) => {
    const findings: readonly Finding[] = [
      "absent",
      "gone",
      "deleted",
      "as-before",
      "beside",
      "as-wanted",
      "ours",
      "otherwise",
      "undone",
      "half-made",
    ];
    const stops = findings.filter((finding) => decide(kind, finding) === "stop");
    expect(stops).toEqual(kind === "make" ? ["otherwise"] : []);
  });
});

const rows: readonly (readonly [Kind, Finding, Decision])[] = [
  ["make", "absent", "reissue"],
  ["make", "deleted", "reissue"],
  ["make", "as-wanted", "record"],
  ["make", "ours", "record"],
  ["make", "undone", "abandon"],
  ["make", "half-made", "taint"],
  ["remake", "half-made", "taint"],
  ["change", "half-made", "abandon"],
  ["delete", "undone", "forget"],
  ["delete", "half-made", "abandon"],
  ["remake", "absent", "reissue"],
  ["remake", "as-wanted", "record"],
  ["remake", "otherwise", "abandon"],
  ["revive", "absent", "reissue"],
  ["revive", "deleted", "reissue"],
  ["revive", "as-wanted", "record"],
  ["take-over", "absent", "reissue"],
  ["take-over", "as-wanted", "record"],
  ["take-over", "beside", "record"],
  ["take-over", "otherwise", "abandon"],
  ["take-over", "as-before", "reissue"],
  ["change", "as-wanted", "record"],
  ["change", "as-before", "reissue"],
  ["change", "beside", "abandon"],
  ["change", "otherwise", "abandon"],
  ["change", "absent", "abandon"],
  ["restore", "as-wanted", "forget"],
  ["restore", "otherwise", "abandon"],
  ["delete", "absent", "abandon"],
  ["delete", "gone", "forget"],
  ["delete", "deleted", "forget"],
  ["delete", "otherwise", "abandon"],
];

test.each(rows)("%s and %s: %s", (kind, finding, decision) => expect(decide(kind, finding)).toBe(decision));

describe("the kind of a change", () => {
  const intent = (operation: Intent["operation"], record: Intent["record"] = {} as Intent["record"]) =>
    ({ operation, record }) as Intent;

  test("a creation makes what did not exist, and takes over what always stands", () => {
    expect(kindOf(intent("create"), false, "created")).toBe("make");
    expect(kindOf(intent("create"), false, "standing")).toBe("take-over");
    expect(kindOf(intent("create"), false, "part")).toBe("take-over");
    expect(kindOf(intent("create"), true, "created")).toBe("remake");
  });

  test("a creation of what always stands changes what is recorded", () => {
    expect(kindOf(intent("create"), true, "standing")).toBe("change");
  });

  test("an update changes what is recorded, takes over what is not, and restores where the record goes", () => {
    expect(kindOf(intent("update"), true, "created")).toBe("change");
    expect(kindOf(intent("update"), false, "part")).toBe("take-over");
    expect(kindOf(intent("update", null), true, "standing")).toBe("restore");
  });

  test("an undelete revives, a delete deletes", () => {
    expect(kindOf(intent("undelete"), false, "created")).toBe("revive");
    expect(kindOf(intent("delete", null), true, "created")).toBe("delete");
  });
});
