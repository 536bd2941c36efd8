import { describe, expect, test } from "vitest";
import { readConfigFile, shownConfigFile, withFileValue } from "./config-file.ts";

const plain = (value: string) => ({ kind: "plain", value }) as const;

function valuesIn(text: string) {
  const read = readConfigFile(text, "plumb.dev.yaml");
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return Object.fromEntries(read.value);
}

describe("a stack's file", () => {
  test("holds plain values and sealed ones", () => {
    expect(valuesIn('config:\n  size: 3\n  list: [a, b]\n  password: { $sealed: "1.abc" }\n')).toEqual({
      size: { kind: "plain", value: 3 },
      list: { kind: "plain", value: ["a", "b"] },
      password: { kind: "sealed", sealed: "1.abc" },
    });
    for (const empty of ["", "# nothing\n", "config:\n", "config: {}\n"]) expect(valuesIn(empty)).toEqual({});
  });

  test.each([
    ["confg: {}\n", "unknown-key", 1],
    ["config: 3\n", "wrong-type", 1],
    ["- a\n", "wrong-type", 1],
    ["config:\n  1a: x\n", "invalid-name", 2],
    ["config:\n  a: { $sealed: 3 }\n", "wrong-type", 2],
    ['config:\n  a: { sealed: "1.abc" }\n', "unknown-key", 2],
    ["config:\n  a:\n", "wrong-type", 2],
    ["config:\n  a: 1\n  a: 2\n", "duplicate-key", 3],
    ["config: [\n", "syntax-error", 1],
  ])("tells what is wrong with %j", (text, code, line) => {
    const read = readConfigFile(text, "plumb.dev.yaml");
    expect(read.ok ? [] : read.error).toMatchObject([{ code, span: { file: "plumb.dev.yaml", line } }]);
  });

  test("does not show a secret beside a misspelt marker", () => {
    const read = readConfigFile("config:\n  a: { $seald: hunter2 }\n", "plumb.dev.yaml");
    const [found] = read.ok ? [] : read.error;
    expect(found).toMatchObject({ detail: "`$seald` is not `$sealed` (line 2 of plumb.dev.yaml)" });
    expect(found).not.toHaveProperty("span");
  });

  test.each(["!hunter2", "*hunter2", "contact:hunter2", "[hunter2"])(
    "tells what is wrong with %s, and not that",
    (secret) => {
      for (const text of [`config: { contact: ${secret}, a: 1 }\n`, `config: { contact:${secret}, a: 1 }\n`]) {
        const read = readConfigFile(text, "plumb.dev.yaml");
        const told = read.ok ? [] : read.error.map(({ summary, detail, hint }) => `${summary} ${detail} ${hint}`);
        expect(told.join()).not.toContain("hunter2");
      }
    },
  );

  test("is shown without its values, one of which may be a secret that was not sealed", () => {
    const secrets = [
      "config: { password: hunter2, 1a: x }",
      "{ config: { password: hunter2 }, cnfig: 1 }",
      "config:\n  pasword: hunter2\n  'other.one': |\n    hunter2\n",
      "config:\n  password: 'hunter2",
      "config: { password: hunter2, a: [1 }",
    ];
    expect(secrets.map(shownConfigFile)).toEqual([
      "config: …",
      " …",
      "config:\n  pasword: …\n  'other.one': …\n …\n",
      undefined,
      undefined,
    ]);
  });

  test("is made, and changed in the one entry only", () => {
    const made = withFileValue(undefined, "dev", "size", plain("3"));
    expect(valuesIn(made)).toEqual({ size: plain("3") });
    const text = "# mine\nconfig:\n    a: one # why\n    b:\n      - x\n    c: 3\n# the end\n";
    const set = withFileValue(text, "dev", "b", plain("y"));
    expect(set).toBe('# mine\nconfig:\n    a: one # why\n    b: "y"\n    c: 3\n# the end\n');
    expect(withFileValue(text, "dev", "d", plain("z"))).toBe(
      '# mine\nconfig:\n    a: one # why\n    b:\n      - x\n    c: 3\n    d: "z"\n# the end\n',
    );
    expect(withFileValue(text, "dev", "a", null)).toBe("# mine\nconfig:\n    b:\n      - x\n    c: 3\n# the end\n");
    expect(withFileValue(text, "dev", "none", null)).toBe(text);
  });

  test.each([
    "",
    "# only this",
    "config:\n",
    "config: {}\n",
    "config: { a: 1, b: [2] }",
    "config:\n  a: 1",
    "config:\n  a: |\n    x\n    y\n",
  ])("takes a further value into %j", (text) => {
    const before = valuesIn(text);
    const after = withFileValue(text, "dev", "z", { kind: "sealed", sealed: "1.x" });
    expect(valuesIn(after)).toEqual({ ...before, z: { kind: "sealed", sealed: "1.x" } });
    expect(valuesIn(withFileValue(after, "dev", "z", null))).toEqual(before);
  });
});
