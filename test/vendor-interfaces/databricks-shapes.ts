import { Ajv2019, type ValidateFunction } from "ajv/dist/2019.js";
import { matchTemplate } from "../../packages/base/path-template.ts";
import { databricksAnswers, databricksSchemas } from "./databricks-schemas.ts";
import type { Reply } from "./reply.ts";

let made: Ajv2019 | undefined;

/** Compiled when it is first asked for, and once. */
function validatorOf(schema: string): ValidateFunction | undefined {
  made ??= new Ajv2019({
    strict: false,
    allErrors: true,
    validateSchema: false,
    schemas: [{ $id: "facts", $defs: databricksSchemas }],
  });
  return made.getSchema(`facts#/$defs/${schema}`);
}

/** What contradicts the vendor's interface in one answer, in words; undefined where it describes no such method. */
export function databricksContradictions({ method, path, status, body }: Reply): readonly string[] | undefined {
  const known = Object.entries(databricksAnswers).find(([route]) => {
    const [verb, template = ""] = route.split(" ");
    return verb === method && matchTemplate(template, path) !== undefined;
  });
  if (known === undefined) return undefined;
  // RFC 7644, section 3.3: what SCIM makes is a 201.
  const good = method === "POST" && path.includes("/scim/v2/") ? 201 : 200;
  if (status !== good && status < 400) return ["no such status is described"];
  const validate = validatorOf(status < 400 ? known[1] : errorAt(path));
  if (validate === undefined || body === undefined) return ["a body is described, there was none"];
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message ?? ""} ${JSON.stringify(params)}`,
  );
}

/**
 * Two of the vendor's interfaces are standards with error shapes of their own (RFC 7644 section 3.12, RFC 6749 section
 * 5.2).
 */
function errorAt(path: string): string {
  if (path.includes("/scim/v2/")) return "ScimError";
  return path.startsWith("oidc/") ? "OauthError" : "Error";
}
