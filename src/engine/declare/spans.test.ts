import { describe, expect, test } from "vitest";
import { readDeclaration } from "./read-declaration.ts";
import { spanText } from "./span-text.fixture.ts";

const text = [
  "name: portal",
  "resources:",
  "  'a b': &shared",
  '    type: "x\\u0041 ${p.q} \\"z\\""',
  "    list: [one, 'it''s ${c}', { k: v }]",
  "    empty:",
  "    block: |-",
  "      first",
  "",
  "      ${second} 😀 end",
  "    folded: >",
  "      some",
  "      ${text}",
  "  other: *shared",
  "",
].join("\r\n");
const { spans } = readDeclaration(text, { file: "f.yaml" });

describe("spans", () => {
  test.each<[string, "key" | "value", string]>([
    ["/name", "key", "name"],
    ["/name", "value", "portal"],
    ["/resources/a b", "key", "a b"],
    ["/resources/a b/type", "value", 'x\\u0041 ${p.q} \\"z\\"'],
    ["/resources/a b/list", "value", "[one, 'it''s ${c}', { k: v }]"],
    ["/resources/a b/list/0", "value", "one"],
    ["/resources/a b/list/0", "key", "one"],
    ["/resources/a b/list/2", "value", "{ k: v }"],
    ["/resources/a b/list/2/k", "value", "v"],
    ["/resources/a b/empty", "value", "empty"],
    ["/resources/a b/block", "value", "first\r\n\r\n      ${second} 😀 end"],
    ["/resources/other", "value", "*shared"],
    ["/resources/other/list/0", "value", "one"],
    // Nothing there: the key of the nearest part above.
    ["/resources/a b/missing/deeper", "value", "a b"],
    ["/resources/a b/list/7", "value", "list"],
    ["/nothing", "value", "name"],
    ["", "value", "name"],
  ])("%s %s", (pointer, at, expected) => {
    expect(spanText(text, spans.of(pointer, at))).toBe(expected);
  });

  test.each<[string, string, string]>([
    ["/name", "portal", "tal"],
    ["/resources/a b/type", 'xA ${p.q} "z"', "${p.q}"],
    ["/resources/a b/list/1", "it's ${c}", "${c}"],
    ["/resources/a b/block", "first\n\n${second} 😀 end", "${second}"],
    ["/resources/a b/block", "first\n\n${second} 😀 end", "end"],
    ["/resources/other/list/1", "it's ${c}", "${c}"],
  ])("a piece of %s", (pointer, value, piece) => {
    expect(spanText(text, spans.inside(pointer, value.indexOf(piece), piece.length))).toBe(piece);
  });

  test("an escape is blamed as written", () => {
    expect(spanText(text, spans.inside("/resources/a b/type", 1, 1))).toBe("\\u0041");
  });

  test("a piece of folded text can't be told apart", () => {
    expect(spans.inside("/resources/a b/folded", 5, 7)).toBe(undefined);
    expect(spanText(text, spans.of("/resources/a b/folded", "value"))).toBe("some\r\n      ${text}");
  });

  test("a fix takes the place of the quotes only where it is no text", () => {
    const quoted = 'a: "yes"\n';
    const read = readDeclaration(quoted, { file: "f.yaml" }).spans;
    const covered = (fix: string) => spanText(quoted, read.of("/a", "value", fix));
    expect(["word", "5m", "true", "10", "[yes]", "{ default: yes }", '"5"'].map(covered)).toEqual([
      ...["yes", "yes"],
      ...['"yes"', '"yes"', '"yes"', '"yes"', '"yes"'],
    ]);
  });

  test("columns count UTF-16 units from 1", () => {
    const start = "${second} 😀 ".length + "first\n\n".length;
    expect(spans.inside("/resources/a b/block", start, 3)).toEqual({
      ...{ file: "f.yaml", line: 10, column: 20, endLine: 10, endColumn: 23 },
    });
  });
});
