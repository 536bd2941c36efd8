import { type Command, printJson } from "../../command.ts";
import { namedOrigin } from "../../connection/named-origin.ts";
import { trustOrigin } from "../../connection/trusted-origins.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportMistake } from "../../reports/report.ts";

export const providerTrust: Command = {
  positionals: [{ name: "ORIGIN" }],
  options: [{ name: "private", summary: "its address may be private, such as one of a private link" }],
  description:
    "Allows the credentials of your environment to go to an origin other than the vendor's own: " +
    "a workspace, a gateway. The origin must be https, or a local cloud on this machine, " +
    "which is sent only tokens that a local cloud issued. A private address needs --private, " +
    "and a link-local one is refused. On a terminal plumb asks the first time. " +
    "The answer is kept for your user in `providers.json`, beside your logins; a server has its own settings.",
  examples: [
    { line: "plumb provider trust https://adb-1.azuredatabricks.net", meaning: "a workspace" },
    { line: "plumb provider trust https://arm.corp.example --private", meaning: "a gateway in your own network" },
  ],
  run: async (invocation) => {
    const named = namedOrigin(invocation.arguments.positionals[0] ?? "");
    if (!named.ok) return reportMistake(invocation, { detail: named.error });
    const trusted = { origin: named.value, mayBePrivate: invocation.arguments.flags.has("private") };
    const origin = clean(trusted.origin);
    const nature = await invocation.context.natureOf(trusted.origin);
    if (nature.kind === "never")
      return reportMistake(invocation, { detail: `No credential goes to ${origin}: ${clean(nature.why)}.` });
    if (nature.kind === "private" && !trusted.mayBePrivate) {
      const detail = `${origin} is a private address.`;
      return reportMistake(invocation, {
        detail,
        hint: `if it is meant, say \`plumb provider trust ${origin} --private\``,
      });
    }
    await trustOrigin(trusted, invocation.context);
    if (invocation.settings.json) printJson(invocation, { origin: trusted.origin, private: trusted.mayBePrivate });
    else if (nature.kind === "loopback")
      invocation.people.write(
        `${origin} is this machine: it may be sent tokens that a local cloud issued, and no other credential.\n`,
      );
    else
      invocation.people.write(
        `Your credentials may go to ${origin}${nature.kind === "private" ? ", which is a private address" : ""}.\n`,
      );
    return exitCodes.done;
  },
};
