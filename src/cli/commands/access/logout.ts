import { type Command, printJson } from "../../command.ts";
import { postForm } from "../../login/issuer-client.ts";
import { storedLogin, storeLogin } from "../../login/stored-logins.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportMistake } from "../../reports/report.ts";

export const logout: Command = {
  positionals: [],
  options: [],
  description: "Forgets your login at a server, and asks its issuer to end it.",
  examples: [{ line: "plumb logout --server https://plumb.example", meaning: "sign out there" }],
  run: async (invocation) => {
    const { context, settings } = invocation;
    const { server } = settings;
    if (server === undefined) return reportMistake(invocation, { detail: "Say where: plumb logout --server URL." });
    const found = await storedLogin(server, context);
    if (found !== undefined) {
      // Forgotten first: an issuer that does not answer keeps no one signed in here.
      await storeLogin(server, null, context);
      const token = found.refreshToken ?? found.accessToken;
      if (found.revocationEndpoint !== null)
        await postForm(found.revocationEndpoint, { token, client_id: found.clientId }, context);
    }
    if (settings.json) printJson(invocation, { server, signedOut: found !== undefined });
    else if (found === undefined) invocation.people.write(`You were not signed in at ${clean(server)}.\n`);
    else invocation.people.write(`You are signed out at ${clean(server)}.\n`);
    return exitCodes.done;
  },
};
