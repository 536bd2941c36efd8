import type { Command } from "../command.ts";
import { tutorialSteps } from "../learn/tutorial-steps.ts";
import { wrap } from "../rendering/text.ts";
import { exitCodes } from "../reports/exit-code.ts";
import { reportMistake } from "../reports/report.ts";
import { writeLines } from "../terminal.ts";

/** The id of a run as the page shows it: another one each time. */
const shownRun = /\b[0-9a-f]{12}\b/;

export const learn: Command = {
  positionals: [{ name: "DIR", optional: true }],
  options: [{ name: "yes", short: "y", summary: "do not wait before each command" }],
  description:
    "Goes through the tutorial in this terminal, in a folder of its own (plumb-tutorial): it shows each command, " +
    "waits for Enter, and runs it on the local cloud. It takes ten minutes. It needs sh and curl, and no account.",
  examples: [{ line: "plumb learn", meaning: "make, break outside, drift, undo, kill, resume" }],
  run: async (invocation) => {
    const { context, people } = invocation;
    const { positionals, flags } = invocation.arguments;
    const folder = positionals[0] ?? "plumb-tutorial";
    if ((await context.files.namesIn(folder)).length > 0)
      return reportMistake(invocation, { detail: `${folder} is not empty; name a folder that is: plumb learn DIR` });
    const waits = context.stdin.isTTY && !flags.has("yes");
    const lesson = await context.openLesson(folder);
    try {
      for (const step of tutorialSteps(lesson.page)) {
        if (context.signal.aborted) return exitCodes.cancelled;
        if (step.kind !== "command") {
          const lines = wrap(step.text, people.width);
          writeLines(people, [
            "",
            ...(step.kind === "heading" ? lines.map((line) => people.paint("bold", line)) : lines),
          ]);
          continue;
        }
        const run = shownRun.test(step.command) ? await lesson.newestRun() : null;
        const command = step.command.replace(shownRun, run ?? "RUN");
        writeLines(people, ["", people.paint("bold", `$ ${command}`)]);
        if (waits) await context.stdin.ask(people.paint("dim", "  (Enter runs it, Ctrl-C ends) "));
        const code = await lesson.run(command);
        if (code !== 0) return reportMistake(invocation, { detail: `the command ended with exit code ${code}` });
      }
    } finally {
      lesson.close();
    }
    writeLines(people, [
      "",
      ...wrap(`All that was written is in ${folder}; delete it when you need it no more.`, people.width),
    ]);
    return exitCodes.done;
  },
};
