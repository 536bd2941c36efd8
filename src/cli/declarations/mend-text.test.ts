import { describe, expect, test } from "vitest";
import { type Problem, problem } from "../../../packages/base/problems/problem.ts";
import { mostProblems } from "../../../packages/base/problems/problem-limit.ts";
import { err, ok } from "../../../packages/base/result.ts";
import { mendText } from "./mend-text.ts";

/** Tells of each `x` in line 2, from the left, that it is to be the fix. */
function checking(fix: string | undefined, more: (text: string) => readonly Problem[] = () => []) {
  return async (text: string) => {
    const line = text.replace(/^\ufeff/, "").split(/\r\n|\n/)[1] ?? "";
    const found = [...line.matchAll(/x/g)].map(({ index }) => {
      const span = { file: "f.yaml", line: 2, column: index + 1, endLine: 2, endColumn: index + 2 };
      return problem("unknown-key", "no x", { span, fix });
    });
    return ok([...found, ...more(text)]);
  };
}

const mended = async (text: string, check = checking("name")) => {
  const result = await mendText("f.yaml", text, check);
  return result.ok ? result.value.text : result.error;
};

describe("mending a text", () => {
  test.each(["# é\nx: 1 # x\n  \nlast", "\ufeff# é\r\nx: 1\r\n", "a\nb\n"])(
    "all else stays, byte for byte: %j",
    async (text) => {
      expect(await mended(text)).toBe(text.replaceAll("x", "name"));
    },
  );

  test("in the first line a byte order mark is no column", async () => {
    const span = { file: "f.yaml", line: 1, column: 1, endLine: 1, endColumn: 2 };
    const check = async (text: string) =>
      ok(text.includes("x") ? [problem("unknown-key", "", { span, fix: "y" })] : []);
    expect(await mended("\ufeffx: 1", check)).toBe("\ufeffy: 1");
  });

  test("without a cure nothing changes", async () => {
    expect(await mended("\nx: 1\n", checking(undefined))).toBe("\nx: 1\n");
  });

  test("a cure that leaves the problem is taken back", async () => {
    expect(await mended("\nx: 1\n", checking("x "))).toBe("\nx: 1\n");
  });

  test("a cure after which the text can't be read is taken back", async () => {
    const unread = (text: string) => (text.includes("name") ? [problem("duplicate-key", "twice")] : []);
    expect(await mended("\nx: 1\n", checking("name", unread))).toBe("\nx: 1\n");
  });

  test("a cure in whose place something else is told is taken back", async () => {
    const worded = (text: string) => {
      const span = { file: "f.yaml", line: 2, column: 1, endLine: 2, endColumn: 5 };
      return text.includes("name") ? [problem("invalid-name", "in other words", { span })] : [];
    };
    expect(await mended("\nx: 1\n", checking("name", worded))).toBe("\nx: 1\n");
  });

  test("many cures need few checks, and the one that fails is found by halves", async () => {
    let checks = 0;
    const marks = Array.from({ length: 256 }, (_, index) => (index === 77 ? "y" : "x")).join("\n");
    const check = async (text: string) => {
      checks += 1;
      const found = text.split("\n").flatMap((word, index) => {
        if (word !== "x" && word !== "y") return [];
        const span = { file: "f.yaml", line: index + 1, column: 1, endLine: index + 1, endColumn: 2 };
        return [problem("unknown-key", `no ${word}`, { span, fix: word === "x" ? "name" : "y" })];
      });
      // As the check of a declaration, which tells so many.
      return ok(found.slice(0, mostProblems + 1));
    };
    expect(await mended(marks, check)).toBe(marks.replaceAll("x", "name"));
    expect(checks).toBeLessThan(30);
  });

  test("cures of one line that bring something new together are tried each by itself", async () => {
    const twice = (text: string) => (text.includes("name: name") ? [problem("unknown-type", "both")] : []);
    expect(await mended("\nx: x\n", checking("name", twice))).toBe("\nname: name\n");
    const unread = (text: string) => (text.includes("name: name") ? [problem("duplicate-key", "both")] : []);
    expect(await mended("\nx: x\n", checking("name", unread))).toBe("\nx: name\n");
  });

  test("a problem of another file is left to it", async () => {
    const result = await mendText("other.yaml", "\nx: 1\n", checking("name"));
    expect(result.ok && result.value.text).toBe("\nx: 1\n");
  });

  test("a check that fails is handed on", async () => {
    expect(await mendText("f.yaml", "x", async () => err("no network"))).toEqual(err("no network"));
  });
});
