import { describe, expect, test } from "vitest";
import { problem } from "../../../packages/base/problems/problem.ts";
import { renderRecap } from "./render-recap.ts";

const screen = { paint: (_color: string, text: string) => text, width: 100, whole: true };
const places: Readonly<Record<string, string>> = { portal: "plumb.yaml:3", gateway: "plumb.yaml:9" };
const recap = (problems: Parameters<typeof renderRecap>[0], cuts = false) =>
  renderRecap(problems, (address) => places[address], { ...screen, whole: !cuts });

const denied = (address: string) => problem("denied", "HTTP 403: no", { address });
const unbegun = (address: string) => problem("not-reached", "it needs `portal`, which did not succeed", { address });

describe("what failed in a run", () => {
  test("once for each resource, with its place, the causes before what was not begun", () => {
    const full = problem("refused-by-platform", "no such location", { address: "gateway", hint: "write global" });
    expect(recap([unbegun("behind"), denied("portal"), full, denied("portal")])).toEqual([
      "",
      "What failed:",
      "  ! portal (plumb.yaml:3)",
      "    what happened: the platform refused: HTTP 403: no",
      "    what to do: give the credentials the right that the reason names, and run again",
      "  ! gateway (plumb.yaml:9)",
      "    what happened: the platform refused the content: no such location",
      "    what to do: write global",
      "  . not begun because of that: behind",
    ]);
  });

  test("those that failed alike are told together, and counted where the screen cuts", () => {
    const many = Array.from({ length: 10 }, (_, index) => denied(`r${index}`));
    expect(recap(many)[2]).toBe(`  ! ${many.map(({ address }) => address).join(", ")}`);
    expect(recap(many, true)[2]).toBe("  ! r0, r1, r2, r3, r4, r5, r6, r7 and 2 more");
  });

  test("of another code `plumb explain` tells more", () => {
    const failed = problem("expression-failed", "no", { address: "x", pointer: "/resources/x" });
    expect(recap([failed]).at(-1)).toBe(
      "    what to do: mend the declaration and run again; `plumb explain expression-failed` tells more",
    );
  });

  test("a command is told as it is typed", () => {
    const commands = (text: string) => text.replace("plumb import", "plumb import -s prod");
    const taken = problem("already-exists", "it is there", { address: "portal" });
    expect(renderRecap([taken], () => undefined, { ...screen, commands }).at(-1)).toBe(
      "    what to do: take the object over with `plumb import -s prod`, or choose another identifier",
    );
  });

  test("nothing is told where no step failed", () => {
    expect(recap([unbegun("behind"), problem("stale-plan", "of the run")])).toEqual([]);
  });
});
