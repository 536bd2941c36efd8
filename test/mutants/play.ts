import { fileURLToPath } from "node:url";
import { startVitest, type TestCase } from "vitest/node";
import { partOf } from "../properties/part-of-cases.ts";
import { allHarmless, allMutants } from "./all-mutants.ts";
import { type MutantEntry, suites } from "./mutant.ts";
import { unchanged } from "./played/chosen.ts";

/**
 * `play.ts [--tenth | --all-tests] [NAME ...]`: plays mutants, each against the test that must kill it, and prints what
 * became of them. Ends with 1 where one was not caught.
 *
 * `--tenth`: those whose turn it is with this commit. A name, or the beginning of one: those alone. `--all-tests`: the
 * whole suite of each, to find the test that kills one.
 */
const flags = process.argv.slice(2).filter((each) => each.startsWith("--"));
const names = process.argv.slice(2).filter((each) => !each.startsWith("--"));
const inTurn = flags.includes("--tenth") ? partOf(allMutants, 10) : allMutants;
const played = inTurn.filter(({ name }) => names.length === 0 || names.some((begun) => name.startsWith(begun)));
const isSeeking = flags.includes("--all-tests");

if (played.length === 0) {
  process.stderr.write(`There is no mutant whose name begins with ${names.join(" or ")}.\n`);
  process.exit(2);
}
process.env["PLUMB_MUTANTS"] = JSON.stringify(played.map(({ name }) => name));
const tests = await playedTests();
if (isSeeking) tellAll();
else tellTable();

/** All tests that were played. */
async function playedTests(): Promise<readonly TestCase[]> {
  const wanted = played.flatMap(({ name, killer }) => [patternOf(name, killer), patternOf(unchanged, killer)]);
  const config = fileURLToPath(new URL("vitest.config.ts", import.meta.url));
  const vitest = await startVitest("test", [...new Set(played.map(({ suite }) => suites[suite]))], {
    config,
    watch: false,
    reporters: [{}],
    ...(isSeeking ? {} : { testNamePattern: new RegExp(`^(${[...new Set(wanted)].join("|")})$`) }),
  });
  const modules = vitest.state.getTestModules();
  const found = modules.flatMap((module) => {
    for (const error of module.errors()) throw new Error(`${module.relativeModuleId}: ${error.message}`);
    return [...module.children.allTests()];
  });
  await vitest.close();
  process.exitCode = 0;
  return found;
}

/** The test of a mutant, or of what is real, among those that were played. */
function testOf(name: string, killer: string): TestCase | undefined {
  return tests.find(({ fullName }) => fullName.startsWith(`${name} > `) && fullName.endsWith(` > ${killer}`));
}

/** The tests of that name, wherever in the suite they stand. What is between names of suites is left to vitest. */
function patternOf(name: string, killer: string): string {
  const [begun, ended] = [name, killer].map((each) =>
    each.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll(" > ", "(?: >)? "),
  );
  return `${begun}(?: >)? (?:.* )?${ended}`;
}

/** How a test has failed; undefined where it has not, or for a reason that is no find. */
function caughtBy(test: TestCase | undefined): string | undefined {
  const [error] = test?.result().errors ?? [];
  if (error === undefined) return undefined;
  const isOfMutant = /^(TypeError|ReferenceError|SyntaxError)$/.test(error.name ?? "");
  if (isOfMutant || /timed out in/.test(error.message)) return undefined;
  return (error.message.split("\n")[0] ?? "").slice(0, 110);
}

/** What became of a mutant. */
function fateOf({ name, suite, killer }: MutantEntry): { readonly isCaught: boolean; readonly how: string } {
  const test = testOf(name, killer);
  // The simulation plays each seed that it finds without the mutant itself.
  const control = suite === "simulation" ? "passed" : (testOf(unchanged, killer)?.result().state ?? "not there");
  if (control !== "passed") return { isCaught: false, how: `NOT CAUGHT: without the mutant the test is ${control}` };
  const how = caughtBy(test);
  if (how !== undefined) return { isCaught: true, how };
  const [error] = test?.result().errors ?? [];
  const state = test?.result().state ?? "not there";
  return { isCaught: false, how: `NOT CAUGHT: the test is ${state}${error === undefined ? "" : `: ${error.message}`}` };
}

function tellTable(): void {
  let caught = 0;
  process.stdout.write("| mutant | killer | how it was caught |\n|---|---|---|\n");
  for (const mutant of played) {
    const { isCaught, how } = fateOf(mutant);
    if (isCaught) caught += 1;
    else process.exitCode = 1;
    const cells = [mutant.name, `${mutant.suite}: ${mutant.killer}`, how].map((cell) => cell.replaceAll("|", "\\|"));
    process.stdout.write(`| ${cells.join(" | ")} |\n`);
  }
  if (played.length === allMutants.length) {
    process.stdout.write("\n| harmless by design, and not counted | why |\n|---|---|\n");
    for (const { name, why } of allHarmless) process.stdout.write(`| ${name} | ${why} |\n`);
  }
  process.stdout.write(`\nmutants: ${caught} of ${played.length} caught; there are ${allMutants.length}\n`);
}

function tellAll(): void {
  for (const { name } of played) {
    process.stdout.write(`\n${name}\n`);
    for (const test of tests.filter(({ fullName }) => fullName.startsWith(`${name} > `))) {
      const how = caughtBy(test);
      if (how !== undefined) process.stdout.write(`  ${test.fullName.slice(name.length + 3)}: ${how}\n`);
    }
  }
}
