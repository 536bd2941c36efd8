import { isJsonObject } from "../../../packages/base/json/json.ts";
import { callOf, ownSource } from "../../contract/call.ts";
import type { LoginOffer } from "../../contract/documents/access.ts";
import type { CliContext } from "../cli-context.ts";

/** Where the server says people sign in; none where it does not say. Asked without a token: there is none yet. */
export async function offeredLogins(
  server: string | undefined,
  context: Pick<CliContext, "calls" | "signal">,
): Promise<readonly LoginOffer[]> {
  const calls = await context.calls(server);
  const answer = await calls(callOf("listLogins"), ownSource(context.signal)).catch((cause: unknown) => {
    if (context.signal.aborted) throw cause;
    return null;
  });
  if (answer?.kind !== "answered") return [];
  const logins = isJsonObject(answer.document) ? answer.document["logins"] : null;
  return Array.isArray(logins) ? logins.filter(isOffer) : [];
}

function isOffer(value: unknown): value is LoginOffer {
  if (!isJsonObject(value)) return false;
  return ["issuer", "clientId", "scope", "audience"].every((name) => typeof value[name] === "string");
}
