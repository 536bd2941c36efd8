import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { rules } from "../simulation/judges/rules.ts";
import { mutants as cures } from "../simulation/mutant-list.ts";
import { allHarmless, allMutants } from "./all-mutants.ts";
import { suites } from "./mutant.ts";
import { rulesWithout, seedsIn } from "./ports/simulated-mutants.ts";
import { goneWrong, type Told } from "./rule/ways.ts";

describe("the list of mutants", () => {
  test("has a name of its own for each, and none that is harmless too", () => {
    const names = [...allMutants, ...allHarmless].map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(allMutants.length).toBeGreaterThanOrEqual(60);
  });

  test("names files that are there, and ranges of seeds", () => {
    for (const file of Object.values(suites))
      expect(existsSync(new URL(`played/${file}`, import.meta.url)), file).toBe(true);
    for (const { killer } of allMutants.filter(({ suite }) => suite === "simulation"))
      expect(seedsIn(killer).count).toBeGreaterThan(0);
  });

  test("has one for each rule of the simulation's judges, or says why there is none", () => {
    const killers = allMutants.filter(({ suite }) => suite === "simulation").map(({ killer }) => seedsIn(killer).rule);
    const named = new Set([...killers, ...cures.map(({ rule }) => rule)]);
    expect(rules.filter((rule) => !named.has(rule)).sort()).toEqual(Object.keys(rulesWithout).sort());
  });
});

describe("a member that goes wrong", () => {
  const told: Told = {
    success: () => "done",
    isRefusal: (answer) => answer === "refused",
    isPure: false,
    alike: () => "",
  };
  /** Counts, and refuses from the third time on. */
  const port = () => {
    const seen: string[] = [];
    return {
      seen,
      add: async (word: string) => (seen.length >= 2 ? "refused" : `${seen.push(word)}`),
      look: async () => seen.join(" "),
    };
  };
  const answers = async (way: Parameters<typeof goneWrong>[2]) => {
    const real = port();
    const wrong = goneWrong(real, "add", way, told);
    const all: string[] = [];
    for (const word of ["a", "b", "c"]) all.push(await wrong.add(word));
    const seen = [await wrong.look(), await wrong.look()];
    return { all, seen };
  };

  test.each([
    ["skipped", ["done", "done", "done"], ["", ""]],
    ["done twice", ["2", "refused", "refused"], ["a a", "a a"]],
    ["done late", ["done", "done", "done"], ["a b", "a b"]],
    ["refusal told as success", ["1", "2", "done"], ["a b", "a b"]],
    ["stale answer", ["1", "1", "2"], ["a b", "a b"]],
  ] as const)("%s: answers and does what its name says", async (way, all, seen) => {
    expect(await answers(way)).toEqual({ all, seen });
  });

  test("that is done late is done after the next call of any member, and whoever asks then does not see it", async () => {
    const wrong = goneWrong(port(), "add", "done late", told);
    expect(await wrong.add("a")).toBe("done");
    expect([await wrong.look(), await wrong.look()]).toEqual(["", "a"]);
  });
});
