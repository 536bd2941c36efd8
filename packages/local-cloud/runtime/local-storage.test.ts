import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Fault } from "../../base/fault.ts";
import { LocalStorage } from "./local-storage.ts";

const entry = {
  at: "2026-01-02T03:04:05.000Z",
  vendor: "v",
  action: "create",
  object: "things/a",
  method: "PUT",
  path: "/things/a",
  caller: "ada",
};

describe("documents", () => {
  test("are kept per vendor and collection, and replaced as a whole", () => {
    const storage = new LocalStorage(":memory:");
    const documents = storage.documents("a");
    documents.put("things", "k", { one: 1, two: [null, "ü"] });
    documents.put("things", "k", { one: 2 });
    expect(documents.get("things", "k")).toEqual({ one: 2 });
    expect(documents.get("others", "k")).toBeUndefined();
    expect(storage.documents("b").get("things", "k")).toBeUndefined();
    documents.delete("things", "k");
    documents.delete("things", "k");
    expect(documents.get("things", "k")).toBeUndefined();
  });

  test("are listed in key order, by prefix, no character of which is a wildcard", () => {
    const documents = new LocalStorage(":memory:").documents("a");
    for (const key of ["p/b", "p/a", "p%/c", "q", "p/\u{10fffe}", "P/a"]) documents.put("things", key, { key });
    expect(documents.list("things", "p/").map((each) => each.key)).toEqual(["p/a", "p/b", "p/\u{10fffe}"]);
    expect(documents.list("things", "p%").map((each) => each.document)).toEqual([{ key: "p%/c" }]);
    expect(documents.list("things")).toHaveLength(6);
    expect(documents.list("nothing")).toEqual([]);
  });

  test.each([
    ["", ["p/", "p/a", "p/b"]],
    ["p/", ["p/a", "p/b"]],
    ["p/a", ["p/b"]],
    ["p/aa", ["p/b"]],
    ["p/b", []],
    ["q", []],
  ])("are read from behind a key on: %j", (after, keys) => {
    const documents = new LocalStorage(":memory:").documents("a");
    for (const key of ["o", "p/", "p/a", "p/b", "q"]) documents.put("things", key, { key });
    expect(Array.from(documents.scan("things", "p/", after), ({ key }) => key)).toEqual(keys);
  });
});

describe("transactions", () => {
  test("keep all or, when the work throws, nothing", () => {
    const storage = new LocalStorage(":memory:");
    const documents = storage.documents("a");
    const result = storage.transaction(() => {
      documents.put("things", "kept", {});
      return 7;
    });
    expect(result).toBe(7);
    const work = () =>
      storage.transaction(() => {
        documents.put("things", "lost", {});
        storage.log(entry);
        storage.count("counter", 5);
        throw new Error("stop");
      });
    expect(work).toThrow("stop");
    expect(documents.list("things").map((each) => each.key)).toEqual(["kept"]);
    expect(storage.writeLog(0)).toEqual([]);
    expect(storage.count("counter", 1)).toBe(1);
  });

  test("a savepoint undoes its own part only: when it is not to be kept, and when it throws", () => {
    const storage = new LocalStorage(":memory:");
    const documents = storage.documents("a");
    storage.transaction(() => {
      const put = (key: string, keep: boolean) =>
        storage.savepoint(
          () => {
            documents.put("things", key, {});
            return key;
          },
          () => keep,
        );
      expect(put("first", true)).toBe("first");
      expect(put("undone", false)).toBe("undone");
      const throwing = () =>
        storage.savepoint(
          () => {
            documents.put("things", "thrown", {});
            throw new Error("stop");
          },
          () => true,
        );
      expect(throwing).toThrow("stop");
      put("last", true);
    });
    expect(documents.list("things").map((each) => each.key)).toEqual(["first", "last"]);
  });
});

test("counters start at nothing and are apart from each other", () => {
  const storage = new LocalStorage(":memory:");
  expect([storage.count("a", 1), storage.count("a", 41), storage.count("b", 0), storage.count("a", 0)]).toEqual([
    1, 42, 0, 42,
  ]);
});

test("the write log is numbered in order and can be read from a place on", () => {
  const storage = new LocalStorage(":memory:");
  for (const object of ["a", "b", "c"]) storage.log({ ...entry, object });
  expect(storage.writeLog(0)[0]).toEqual({ ...entry, seq: 1, object: "a" });
  expect(storage.writeLog(1).map((each) => [each.seq, each.object])).toEqual([
    [2, "b"],
    [3, "c"],
  ]);
  expect(storage.writeLog(3)).toEqual([]);
});

describe("in a file", () => {
  let directory = "";
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "plumb-local-storage-"));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  test("everything is there again when it is opened again", () => {
    const path = join(directory, "cloud.db");
    const first = new LocalStorage(path);
    first.transaction(() => {
      first.documents("a").put("things", "k", { kept: true });
      first.log(entry);
      first.count("counter", 3);
    });
    first.close();
    const second = new LocalStorage(path);
    expect(second.documents("a").get("things", "k")).toEqual({ kept: true });
    expect(second.writeLog(0)).toEqual([{ ...entry, seq: 1 }]);
    expect(second.count("counter", 0)).toBe(3);
    second.close();
  });

  test("two of them on one file see each other's committed writes", () => {
    const path = join(directory, "cloud.db");
    const [one, other] = [new LocalStorage(path), new LocalStorage(path)];
    one.transaction(() => {
      one.documents("a").put("things", "k", {});
      expect(other.documents("a").get("things", "k")).toBeUndefined();
    });
    expect(other.documents("a").get("things", "k")).toEqual({});
    one.close();
    other.close();
  });

  test("a path that can't be opened is a Fault", () => {
    const open = () => new LocalStorage(join(directory, "no", "such", "directory", "cloud.db"));
    expect(open).toThrow(Fault);
    expect(open).toThrow(expect.objectContaining({ code: "local-cloud-failed" }));
  });
});
