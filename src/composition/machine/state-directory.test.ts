import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fileIn, isStateFile } from "./state-directory.ts";

/** The system's own command: Node has no way to make a pipe with a name. */
const makesPipes = "mkfifo";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "plumb-state-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

test.each(["state.db", "state.db-mark", "state.db-wal", "cloud.db", "secret.key", "audit.key", "audit.checkpoints"])(
  "a pipe in the place of %s is refused, and nobody waits for who writes into it",
  (name) => {
    execFileSync(makesPipes, [join(dir, name)]);
    expect(() => fileIn(dir, "state.db")).toThrow(
      expect.objectContaining({ code: "store-failed", message: expect.stringContaining(join(dir, name)) }),
    );
  },
);

test.each(["state.db", "secret.key"])("another state directory, which holds %s, is no place for output", (name) => {
  const other = join(dir, "other", ".plumb");
  mkdirSync(other, { recursive: true });
  writeFileSync(join(other, name), "");
  symlinkSync(other, join(dir, "link"));
  const places = [other, join(other, "new.yaml"), join(dir, "link", "state.db"), join(dir, "other", "plan.json")];
  expect(places.map((path) => isStateFile(join(dir, "mine"), path))).toEqual([true, true, true, false]);
});

test("in a folder that holds what is the user's own too, the names of a state directory alone are no place", () => {
  for (const name of ["state.db", "notes.txt"]) writeFileSync(join(dir, name), "");
  const places = ["state.db", "secret.key", "notes.txt"].map((name) => isStateFile(join(dir, "mine"), join(dir, name)));
  expect(places).toEqual([true, true, false]);
});

test("so is a folder in the place of a file", () => {
  mkdirSync(join(dir, "state.db-mark"));
  expect(() => fileIn(dir, "state.db")).toThrow(
    expect.objectContaining({ code: "store-failed", message: expect.stringContaining("state.db-mark") }),
  );
});

test("a folder of checked declarations is one of ours", () => {
  mkdirSync(join(dir, "checked"));
  expect(fileIn(dir, "state.db")).toBe(join(dir, "state.db"));
});

describe("files that a killed process has left half made", () => {
  const draft = (name: string) => join(dir, `${name}.new-6f9619ff-8b86-4011-b42d-00cf4fc964ff`);
  const hourAgo = new Date(Date.now() - 3_600_000);

  test.each(["secret.key", "admin.token", "audit.key"])("beside %s are removed once they are old", (name) => {
    writeFileSync(draft(name), "half", { mode: 0o600 });
    utimesSync(draft(name), hourAgo, hourAgo);
    fileIn(dir, "state.db");
    expect(readdirSync(dir)).toEqual([]);
  });

  test("stay while another process may be making them, and so does what is not ours", () => {
    writeFileSync(draft("secret.key"), "half", { mode: 0o600 });
    const others = ["secret.key.new-backup", "notes.new-6f9619ff-8b86-4011-b42d-00cf4fc964ff"];
    for (const name of others) {
      writeFileSync(join(dir, name), "mine", { mode: 0o600 });
      utimesSync(join(dir, name), hourAgo, hourAgo);
    }
    fileIn(dir, "state.db");
    expect(existsSync(draft("secret.key"))).toBe(true);
    for (const name of others) expect(existsSync(join(dir, name))).toBe(true);
  });
});

test("a folder of our own things alone is closed to its group", () => {
  chmodSync(dir, 0o2770);
  expect(fileIn(dir, "state.db")).toBe(join(dir, "state.db"));
});

const why = process.getuid?.() === 0 ? null : "only root can give a folder to another group";

describe.skipIf(why !== null)(
  `a folder that another group may write to${why === null ? "" : ` (skipped: ${why})`}`,
  () => {
    beforeEach(() => {
      chownSync(dir, 0, 4711);
      chmodSync(dir, 0o2770);
    });

    test("is closed to the group where it is ours alone", () => {
      fileIn(dir, "state.db");
      expect(statSync(dir).mode & 0o7777).toBe(0o2700);
    });

    test("is refused where it holds other things as well, and says how to go on", () => {
      writeFileSync(join(dir, "notes"), "mine");
      expect(() => fileIn(dir, "state.db")).toThrow(
        expect.objectContaining({ code: "store-failed", message: expect.stringMatching(/ group .* 4711 /) }),
      );
      chmodSync(dir, 0o2750);
      expect(fileIn(dir, "state.db")).toBe(join(dir, "state.db"));
    });
  },
);
