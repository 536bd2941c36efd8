import { type Command, optionValue, printJson } from "../../command.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportMistake } from "../../reports/report.ts";
import { wholeNumber } from "../../settings.ts";
import { untilAborted } from "../shared-process.ts";

const defaultPort = 8787;

export const cloud: Command = {
  positionals: [],
  options: [{ name: "port", value: "N", summary: `the port (default ${defaultPort}; 0 takes a free one)` }],
  description:
    "Serves the embedded local cloud on one port, with the vendors' own paths, until it is stopped. " +
    "It is the same cloud, in the same state directory, that plans and runs without a server talk to.",
  examples: [
    { line: "plumb cloud --port 8787", meaning: "serve it" },
    { line: "plumb cloud --port 0 --json", meaning: "for scripts: prints the address as JSON" },
  ],
  run: async (invocation) => {
    const port = wholeNumber(optionValue(invocation, "port"), "--port", 0, 65_535);
    if (!port.ok) return reportMistake(invocation, port.error);
    const { url, closed } = await invocation.context.serveCloud(port.value ?? defaultPort);
    if (invocation.settings.json) printJson(invocation, { url });
    else invocation.people.write(`The local cloud listens on ${url} (stop it with Ctrl-C).\n`);
    // Being stopped is how serving ends: not a failure, and not a run cut short.
    await Promise.race([closed, untilAborted(invocation.context.signal)]);
    return exitCodes.done;
  },
};
