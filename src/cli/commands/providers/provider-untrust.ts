import { type Command, printJson } from "../../command.ts";
import { distrustOrigin } from "../../connection/trusted-origins.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";

export const providerUntrust: Command = {
  positionals: [{ name: "ORIGIN" }],
  options: [],
  description: "Withdraws what `plumb provider trust` has allowed: your credentials are not sent there any more.",
  examples: [{ line: "plumb provider untrust https://arm.corp.example", meaning: "it is asked about again" }],
  run: async (invocation) => {
    const [text = ""] = invocation.arguments.positionals;
    const origin = URL.parse(text)?.origin ?? text;
    const wasTrusted = await distrustOrigin(origin, invocation.context);
    if (invocation.settings.json) printJson(invocation, { origin, wasTrusted });
    else if (wasTrusted) invocation.people.write(`No credential of yours goes to ${clean(origin)} any more.\n`);
    else invocation.people.write(`${clean(origin)} was not trusted.\n`);
    return exitCodes.done;
  },
};
