import { expect, test } from "vitest";
import { runFake } from "../cli-context.fixture.ts";

const page = `# Title

Two lines, and a
[link](x.md).

\`\`\`console
$ plumb plan
No changes.
$ curl -X \\
>   there
$ plumb undo 0123456789ab --yes
\`\`\`
`;

function lesson(codes: Readonly<Record<string, number>> = {}) {
  const ran: string[] = [];
  const closed: string[] = [];
  const openLesson = async (folder: string) => ({
    page,
    run: async (command: string) => {
      ran.push(command);
      return codes[command] ?? 0;
    },
    newestRun: async () => "ba9876543210",
    close: () => void closed.push(folder),
  });
  return { ran, closed, openLesson };
}

test("each command of the page is shown, waited for and run; an id of a run is that of the newest one here", async () => {
  const { ran, closed, openLesson } = lesson();
  const outcome = await runFake("learn", {}, { openLesson, tty: true, answers: ["", "", ""], files: {} });
  expect([outcome.code, ran, closed]).toEqual([
    0,
    ["plumb plan", "curl -X \\\n  there", "plumb undo ba9876543210 --yes"],
    ["plumb-tutorial"],
  ]);
  expect(outcome.questions).toHaveLength(3);
  expect(outcome.screen).toContain("Two lines, and a link.");
  expect(outcome.screen).not.toContain("No changes.");
  expect(outcome.screen).toContain("All that was written is in plumb-tutorial; delete it");
});

test("with --yes nothing is asked; a command that fails ends it, and the shell is closed", async () => {
  const { ran, closed, openLesson } = lesson({ "plumb plan": 3 });
  const outcome = await runFake("learn here --yes", {}, { openLesson, tty: true, files: {} });
  expect([outcome.code, ran, closed]).toEqual([2, ["plumb plan"], ["here"]]);
  expect(outcome.stderr).toContain("exit code 3");
});
