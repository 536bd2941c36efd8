import { errorCodes } from "../../vendor-wire/azure/error-shapes.ts";
import { migrateVersionShape } from "../../vendor-wire/azure/migrate-version-shape.ts";
import type { LocalMode, LocalReply } from "../runtime/local-vendor.ts";
import { armError } from "./arm-reply.ts";

/** Variables of paths that are no name of a resource. */
const otherVariables: ReadonlySet<string> = new Set(["scope", "subscriptionId", "resourceGroupName", "location"]);

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among what names must not hold
const unfit = /[<>%&:\\?/\u0000-\u001f]/;

/**
 * 400 for names that no resource can have. The old versions document no such rule, so that it holds for them in
 * faithful mode only.
 */
export function refuseNames(
  params: Readonly<Record<string, string>>,
  apiVersion: string,
  mode: LocalMode,
): LocalReply | undefined {
  if (mode === "documented" && !migrateVersionShape(apiVersion).modern) return undefined;
  const group = params["resourceGroupName"];
  if (group !== undefined && (!/^[\p{L}\p{N}\-_.()]{1,90}$/u.test(group) || group.endsWith("."))) {
    return invalidName(
      `'${group}' is no name of a resource group: ` +
        "1 to 90 letters, digits, '-', '_', '.', '(' or ')', no '.' at the end.",
    );
  }
  for (const [variable, name] of Object.entries(params)) {
    if (!otherVariables.has(variable) && (unfit.test(name) || name.length > 260)) {
      return invalidName(
        `'${name}' is no name of a resource: at most 260 characters, none of <>%&:\\?/ or control characters.`,
      );
    }
  }
  return undefined;
}

export function invalidName(message: string): LocalReply {
  return armError(400, errorCodes.invalidResourceName, message);
}
