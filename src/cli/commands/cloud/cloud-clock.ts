import { type Command, optionValue, printJson } from "../../command.ts";
import { askLocalCloud } from "../../connection/ask-local-cloud.ts";
import { counted } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";
import { wholeNumber } from "../../settings.ts";

const dayMs = 86_400_000;

export const cloudClock: Command = {
  positionals: [],
  options: [{ name: "advance-days", value: "N", summary: "how many days to go forward" }],
  description:
    "Moves the local cloud's clock forward, to see at once what takes days there: " +
    "a soft-deleted OAuth client is purged after 30.",
  examples: [{ line: "plumb cloud clock --advance-days 31", meaning: "let soft-deleted clients expire" }],
  run: async (invocation) => {
    const days = wholeNumber(optionValue(invocation, "advance-days"), "--advance-days", 0, 36_500);
    if (!days.ok) return reportMistake(invocation, days.error);
    if (days.value === undefined)
      return reportMistake(invocation, { detail: "plumb cloud clock needs --advance-days N." });
    const advanceMs = days.value * dayMs;
    const answer = await askLocalCloud<{ readonly offsetMs: number }>(invocation, "POST", "/_local/clock", {
      advanceMs,
    });
    if (!answer.ok) return reportFailure(invocation, answer.error);
    if (invocation.settings.json) printJson(invocation, answer.value);
    else {
      const ahead = counted(Math.round((answer.value.offsetMs / dayMs) * 10) / 10, "day");
      invocation.people.write(`The local cloud's clock is now ${ahead} ahead.\n`);
    }
    return exitCodes.done;
  },
};
