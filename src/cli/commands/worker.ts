import { type Command, printJson } from "../command.ts";
import { exitCodes } from "../reports/exit-code.ts";
import { reportMistake, writeProblems } from "../reports/report.ts";
import { sharedOptions, untilAborted, workRequest } from "./shared-process.ts";

export const worker: Command = {
  positionals: [],
  options: sharedOptions,
  description:
    "Carries out runs that services over the same store have accepted, looks for drift by its schedule and sends " +
    "webhooks, until it is stopped. It listens nowhere. Several workers take over from one another; " +
    "`plumb serve --no-worker` only answers.",
  examples: [{ line: "plumb worker", meaning: "over the store of this directory, or that of PLUMB_STORE" }],
  run: async (invocation) => {
    const request = workRequest(invocation);
    if (!request.ok) return reportMistake(invocation, request.error);
    const opened = await invocation.context.work(request.value);
    if (!opened.ok) {
      writeProblems(invocation, opened.error, new Map());
      return exitCodes.mistake;
    }
    if (invocation.settings.json) printJson(invocation, { working: true });
    else invocation.people.write("Plumbline carries out runs (stop it with Ctrl-C).\n");
    await untilAborted(invocation.context.signal);
    await opened.value.stop();
    return exitCodes.done;
  },
};
