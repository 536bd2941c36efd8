import { err, ok, type Result } from "../../../../packages/base/result.ts";
import type { LoginOffer } from "../../../contract/documents/access.ts";
import { type Command, type Invocation, optionValue, printJson } from "../../command.ts";
import { browserFlow } from "../../login/browser-flow.ts";
import { type DeviceCode, deviceFlow } from "../../login/device-flow.ts";
import { discovered } from "../../login/issuer.ts";
import { offeredLogins } from "../../login/offered-logins.ts";
import { isSafeAddress } from "../../login/safe-address.ts";
import { type StoredLogin, storeLogin } from "../../login/stored-logins.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";
import { type Terminal, writeLines } from "../../terminal.ts";

export const login: Command = {
  positionals: [],
  options: [
    { name: "issuer", value: "URL", summary: "where to sign in (default: what the server says)" },
    { name: "client-id", value: "ID", summary: "as whom the command signs you in there" },
    { name: "audience", value: "NAME", summary: "what the token is for" },
    { name: "browser", summary: "sign in with the browser of this machine, without a code" },
    { name: "scope", value: "TEXT", summary: "what to ask for (default `openid profile email offline_access`)" },
  ],
  description:
    "Signs you in at a server: shows a code to enter in a browser on any device, and keeps the token in your " +
    "settings, readable for you alone. Every command with the same `--server` uses it, and prolongs it. " +
    "Programs set PLUMB_TOKEN instead.",
  examples: [
    { line: "plumb login --server https://plumb.example", meaning: "sign in where the server says" },
    {
      line: "plumb login --server https://plumb.example --issuer https://id.example --client-id plumb",
      meaning: "sign in at an issuer of your own naming",
    },
  ],
  run: async (invocation) => {
    const { context, settings } = invocation;
    const { server } = settings;
    if (server === undefined) return reportMistake(invocation, { detail: "Say where: plumb login --server URL." });
    if (!isSafeAddress(server)) {
      const detail = `Your token would be readable on the way to ${server}. Use an https address.`;
      return reportMistake(invocation, { detail });
    }
    const offer = await chosenOffer(invocation);
    if (!offer.ok) return reportMistake(invocation, offer.error);
    const granted = await signIn(offer.value, invocation);
    if (!granted.ok) return reportMistake(invocation, { detail: `You are not signed in: ${clean(granted.error)}.` });
    await storeLogin(server, granted.value, context);
    const answer = await invocation.api.call("getCaller", {});
    if (!answer.ok) {
      await storeLogin(server, null, context);
      return reportFailure(invocation, answer.error);
    }
    const { caller } = answer.value;
    if (settings.json) printJson(invocation, caller);
    else invocation.people.write(`You are signed in at ${clean(server)} as ${clean(caller.name)}.\n`);
    if ((context.environment["PLUMB_TOKEN"] ?? "") !== "")
      invocation.diagnostics.write("PLUMB_TOKEN is set: it goes before this login.\n");
    return exitCodes.done;
  },
};

/** What the options say, or else what the server offers. */
async function chosenOffer(
  invocation: Invocation,
): Promise<Result<LoginOffer, { readonly detail: string; readonly hint?: string }>> {
  const [issuer, clientId] = [optionValue(invocation, "issuer"), optionValue(invocation, "client-id")];
  const more = {
    scope: optionValue(invocation, "scope") ?? "openid profile email offline_access",
    audience: optionValue(invocation, "audience") ?? "",
  };
  if (issuer !== undefined && clientId !== undefined) return ok({ issuer, clientId, ...more });
  const offers = (await offeredLogins(invocation.settings.server, invocation.context)).filter(
    (each) => issuer === undefined || each.issuer === issuer,
  );
  const [only, another] = offers;
  if (only === undefined)
    return err({
      detail: "The server does not say where to sign in.",
      hint: "Give --issuer URL and --client-id ID, or set PLUMB_TOKEN to an API token.",
    });
  if (another !== undefined)
    return err({
      detail: `There is more than one issuer; give --issuer ${offers.map((each) => each.issuer).join(" or ")}.`,
    });
  const given = optionValue(invocation, "audience");
  // A server that asks for another's token could use it there.
  if (given === undefined && URL.parse(only.audience)?.origin !== URL.parse(invocation.settings.server ?? "")?.origin) {
    const detail = `The server asks for a token for ${clean(only.audience)}, which is not its own address.`;
    return err({ detail, hint: `If you know that this is right, add --audience ${clean(only.audience)}.` });
  }
  return ok({
    issuer: only.issuer,
    clientId: clientId ?? only.clientId,
    scope: optionValue(invocation, "scope") ?? only.scope,
    audience: given ?? only.audience,
  });
}

async function signIn(offer: LoginOffer, invocation: Invocation): Promise<Result<StoredLogin, string>> {
  const { context, diagnostics } = invocation;
  const issuer = await discovered(offer, context);
  if (!issuer.ok) return issuer;
  const { configuration, tokenEndpoint, revocationEndpoint } = issuer.value;
  const granted = invocation.arguments.flags.has("browser")
    ? await browserFlow(configuration, offer, (address) => showPage(address, diagnostics), context)
    : await deviceFlow(configuration, offer, (code) => showCode(code, diagnostics), context);
  if (!granted.ok) return granted;
  return ok({ ...granted.value, clientId: offer.clientId, tokenEndpoint, revocationEndpoint });
}

/** On stderr, so that the code is seen also where stdout is kept. */
function showCode({ address, wholeAddress, code }: DeviceCode, diagnostics: Terminal): void {
  const whole = wholeAddress === null ? [] : [`or open   ${clean(wholeAddress)}`];
  writeLines(diagnostics, [`To sign in, open ${clean(address)}`, `and enter the code ${clean(code)}`, ...whole]);
}

function showPage(address: string, diagnostics: Terminal): void {
  writeLines(diagnostics, ["To sign in, go on in your browser. If none opens, open", clean(address)]);
}
