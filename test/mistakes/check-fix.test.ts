import { describe, expect, test } from "vitest";
import { kinds } from "./corpus/all-kinds.ts";
import { type Mistake, mark } from "./mistake.ts";
import { markedTexts, playMistake } from "./play-mistake.ts";

/** Mistakes in a declaration alone that a plain check finds. */
const found = Object.values(kinds)
  .flat()
  .flatMap((mistake) => {
    const text = markedTexts(mistake).get("plumb.yaml");
    const isAlone = Object.keys(mistake.files ?? {}).every((name) => name === "plumb.yaml");
    const isChecked = isAlone && mistake.line === undefined && typeof text === "string";
    return isChecked ? [{ mistake, text: text.replaceAll(mark, "") }] : [];
  });

/** Each error with its place. */
const errorsIn = (output: string) => new Set([...output.matchAll(/(\S+): error\[([\w-]+)\]/g)].map(([each]) => each));

describe("check --fix over the corpus", () => {
  test("what it changes, it says; what it mends is told no more, and a second time changes nothing", async () => {
    let mended = 0;
    for (const { mistake, text } of found) {
      const { output, declaration } = await playMistake({ ...mistake, line: "check --fix" });
      if (declaration === text) {
        expect(output, mistake.name).toContain("Nothing in plumb.yaml has a cure");
        continue;
      }
      mended += 1;
      const linesOf = (each: string) => each.replace("\ufeff", "").split("\n");
      const [old, now] = [linesOf(text), linesOf(declaration ?? "")];
      expect(now.length, mistake.name).toBe(old.length);
      for (const [index, line] of now.entries())
        if (line !== old[index]) expect(output).toContain(`plumb.yaml:${index + 1}\n  - ${old[index]}\n  + ${line}\n`);
      const before = await playMistake(mistake);
      // Its first problem was at the mark, and is gone.
      expect(before.output).toContain("hint:");
      const [first = ""] = errorsIn(before.output);
      expect(errorsIn(output).has(first), `${mistake.name}: ${output}`).toBe(false);
      const files = { ...mistake.files, "plumb.yaml": declaration ?? "" };
      const { change: _, ...others } = mistake;
      const again: Mistake = { ...others, bare: true, files, line: "check --fix" };
      expect((await playMistake(again)).declaration, mistake.name).toBe(declaration);
    }
    expect(mended).toBeGreaterThanOrEqual(50);
  });

  test.each([
    ["a JSON file", "portal.json", '{ "name": "portal", "resorces": {} }'],
    ["a program", "plumb.py", "import plumbline_sdk\n"],
  ])("%s is not written into", async (_what, file, text) => {
    const { code, output } = await playMistake({
      ...{ name: "", says: [], bare: true, line: `check --fix -f ${file}` },
      files: { [file]: text },
    });
    expect({ code, output }).toEqual({
      code: 2,
      output:
        `error: --fix writes into YAML files only, and ${file} is none; it stays as it is.\n` +
        "  hint: Without --fix the check says what to write.\n",
    });
  });
});
