import type { Invocation } from "../../command.ts";
import { reportMistake } from "../../reports/report.ts";

/** Null, or the exit code where a server is named: what is done to a store itself goes through none. */
export function refuseServer(invocation: Invocation, command: string): number | null {
  if (invocation.settings.server === undefined) return null;
  return reportMistake(invocation, {
    detail: `plumb ${command} works on the store itself, and not through a server.`,
    hint: "Run it where the server runs, with its --dir or PLUMB_STORE, and without --server or PLUMB_SERVER.",
  });
}
