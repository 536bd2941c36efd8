import { registerCommand } from "../../../packages/base/register-command.ts";

/** Codes under which the plane refuses an interface version and lists those it takes. Source: ARM, common errors. */
const versionCodes: ReadonlySet<string> = new Set([
  "InvalidApiVersionParameter",
  "NoRegisteredProviderFound",
  "UnsupportedApiVersion",
]);

/** A namespace that the subscription has not been registered for. */
const unregisteredCode = "MissingSubscriptionRegistration";

/**
 * What a person can do about an error, after its words; empty where there is nothing to add. The words are read for
 * names only: they decide nothing. Takes the whole message, for lists of versions are long.
 */
export function hintFor(code: string | null, message: string): string {
  if (code === null) return "";
  if (versionCodes.has(code)) {
    const listed = versionsIn(message);
    return listed.length === 0
      ? ""
      : `the vendor lists the versions ${listed.join(", ")}: choose one by the option \`version\`; ` +
          "one that `plumb explain` does not list is written as `unlisted:VERSION`";
  }
  if (code !== unregisteredCode) return "";
  const namespace = /namespace '([A-Za-z0-9.]+)'/.exec(message)?.[1] ?? "NAMESPACE";
  return (
    `register it with \`${registerCommand}\`, or with \`az provider register --namespace ${namespace}\`, ` +
    "wait until it is registered, and run again"
  );
}

/** Versions that a message names as supported, newest first. */
function versionsIn(message: string): readonly string[] {
  const from = /supported (api-)?versions are/i.exec(message);
  if (from === null) return [];
  const [list = ""] = message.slice(from.index).split(/\. The supported locations/i);
  return [...new Set(list.match(/\d{4}-\d{2}-\d{2}(-[a-z]+)?/g) ?? [])].sort().reverse().slice(0, 12);
}
