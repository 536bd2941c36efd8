import { describe, expect, test } from "vitest";
import { problem } from "../../../packages/base/problems/problem.ts";
import { painter } from "./paint.ts";
import { renderProblems } from "./render-problems.ts";

const screen = { paint: painter(false), width: 80, whole: false };
const span = (line: number, column: number, endColumn: number, endLine = line) => ({
  file: "plumb.yaml",
  line,
  column,
  endLine,
  endColumn,
});

describe("renderProblems", () => {
  test("one mistake of a loop is told once, and what stands at another place or nowhere each time", () => {
    const mistake = (address: string, more: object) =>
      problem("unknown-field", "there is no field `dispalyName` here", { address, ...more });
    const at = (line: number) => ({ span: span(line, 5, 16) });
    const all = [mistake("a-x", at(3)), mistake("a-y", at(3)), mistake("b", at(9)), mistake("c", {}), mistake("d", {})];
    const text = renderProblems(all, new Map(), screen).join("\n");
    expect(text.match(/^\S+: error/gm)).toEqual([
      "plumb.yaml:3:5: error",
      "plumb.yaml:9:5: error",
      "c: error",
      "d: error",
    ]);
    expect(text).toContain("4 problems (4 errors)");
  });

  test("place, source, carets, ways out, counts", () => {
    const source = "resources:\n  portal:\n    dispalyName: Portal\n";
    const problems = [
      problem("unknown-field", "iam:OAuthClient has no field dispalyName.", {
        span: span(3, 5, 16),
        hint: "Did you mean displayName?",
        fix: "displayName",
      }),
      problem("only-forgotten", "The platform keeps it.", { address: "resources.rule" }),
    ];
    expect(renderProblems(problems, new Map([["plumb.yaml", source]]), screen).join("\n")).toMatchInlineSnapshot(`
      "plumb.yaml:3:5: error[unknown-field]: this field is not known
        iam:OAuthClient has no field dispalyName.
        3 |     dispalyName: Portal
          |     ^^^^^^^^^^^
        hint: Did you mean displayName?

      resources.rule: warning[only-forgotten]: the object will only be forgotten
        The platform keeps it.

      2 problems (1 error, 1 warning)"
    `);
  });

  test.each([
    ["tabs count as they are shown", "\tkey: v", span(1, 2, 5), "    |   ^^^"],
    ["wide characters take two columns", "名前: v", span(1, 5, 6), "    |       ^"],
    ["control characters are shown", "a\u0007b: v", span(1, 3, 4), "    |        ^"],
    ["a span over lines marks its first", "key: [", span(1, 6, 2, 3), "    |      ^"],
    ["the end of a line has a place", "key:", span(1, 5, 5), "    |     ^"],
  ])("%s", (_name, source, where, carets) => {
    const sources = new Map([["plumb.yaml", source]]);
    expect(renderProblems([problem("wrong-type", "No.", { span: where })], sources, screen)).toContain(carets);
  });

  test("a token far to the right is brought into view", () => {
    const source = `${"x".repeat(300)}TOKEN${"y".repeat(300)}`;
    const lines = renderProblems(
      [problem("wrong-type", "No.", { span: span(1, 301, 306) })],
      new Map([["plumb.yaml", source]]),
      screen,
    );
    const shown = lines.find((line) => line.includes("TOKEN")) ?? "";
    const carets = lines.find((line) => line.includes("^^^^^")) ?? "";
    expect(shown.length).toBeLessThanOrEqual(80);
    expect(carets.indexOf("^")).toBe(shown.indexOf("TOKEN"));
  });

  test("of a text on one long line only what is near the token is shown, also where nothing is cut", () => {
    const source = `{${"x".repeat(100_000)} dispalyName${"y".repeat(100_000)}}`;
    const problems = [problem("unknown-field", "no such field", { span: span(1, 100_003, 100_014) })];
    const lines = renderProblems(problems, new Map([["plumb.yaml", source]]), { ...screen, whole: true });
    expect(lines[2]).toMatch(/…x{19} dispalyNamey+$/);
    expect(lines[3]).toMatch(/^ +[|] {22}\^{11}$/);
    expect(lines.join("").length).toBeLessThan(3_000);
  });

  test("texts from outside can't move the cursor", () => {
    const lines = renderProblems([problem("denied", "no\u001b[2Jway\u202e")], new Map(), screen);
    expect(lines[1]).toBe("  no\\u001b[2Jway\\u202e");
  });
});

test("the carets have the color of what they mark: an error, or a warning", () => {
  const sources = new Map([["plumb.yaml", "name: portal\n"]]);
  const colored = (code: "unknown-field" | "only-forgotten") =>
    renderProblems([problem(code, "so", { span: span(1, 1, 5) })], sources, { ...screen, paint: painter(true) }).join(
      "",
    );
  expect(colored("unknown-field")).toContain("\u001b[31m^^^^");
  expect(colored("only-forgotten")).toContain("\u001b[33m^^^^");
});
