import type { Json } from "../../base/json/json.ts";
import { jsonOf } from "../../base/json/plain.ts";
import { type BareMessage, type CloudError, errorCodes } from "../../vendor-wire/azure/error-shapes.ts";
import type { LocalReply } from "../runtime/local-vendor.ts";

/** An error in the `{error: {code, message}}` envelope. */
export function armError(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): LocalReply {
  const body: CloudError = { error: { code, message } };
  return { status, body: jsonOf(body), headers };
}

/** An error of the web server in front of the provider: `{message}` and nothing else. */
export function methodNotSupported(method: string): LocalReply {
  const body: BareMessage = { message: `The requested resource does not support http method '${method}'.` };
  return { status: 405, body: { ...body } };
}

/** `type/name` is the full name, e.g. `Microsoft.Migrate/migrateProjects/p`; scopes without a group show `<null>`. */
export function resourceNotFound(typeAndName: string, resourceGroup: string | undefined): LocalReply {
  return armError(
    404,
    errorCodes.resourceNotFound,
    `The Resource '${typeAndName}' under resource group '${resourceGroup ?? "<null>"}' was not found. ` +
      "For more details please go to https://aka.ms/ARMResourceNotFoundFix",
  );
}

export function parentNotFound(parent: string): LocalReply {
  return armError(
    404,
    errorCodes.parentNotFound,
    `Can not perform requested operation on nested resource. Parent resource '${parent}' not found.`,
  );
}

export function invalidBody(what: string): LocalReply {
  return armError(400, errorCodes.invalidRequest, `The request content is invalid: ${what}.`);
}

export function done(status: number, body?: Json): LocalReply {
  return body === undefined ? { status } : { status, body };
}
