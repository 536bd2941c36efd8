import { nearestName } from "../../../packages/base/nearest-name.ts";
import { fieldNames } from "../../definitions/schema/field-schema.ts";
import type { ExpressionError, Reference } from "./template.ts";
import type { TypeScope } from "./type-scope.ts";

const terraformSyntax = "this is the syntax of Terraform";

type Way = Pick<ExpressionError, "hint" | "fix">;

/** What a reference to nothing is written for, where another tool, or another part of a declaration, writes it so. */
export function foreignReference({ name, path }: Reference, scope: TypeScope): Way | undefined {
  const words = path.map(String);
  const [first = ""] = words;
  switch (name) {
    case "var":
      return terraform(scope.config(first) === undefined ? nearestName(first, scope.configNames) : first);
    case "local":
      return { hint: `${terraformSyntax}; there are no local values here: write it out, or declare it in \`config\`` };
    case "data":
    case "resource": {
      const [, called = "", ...fields] = words;
      const way = nodeReference(called, fields, scope);
      const what = name === "data" ? "a look-up or a `get`" : "a resource";
      return way === undefined ? { hint: `${terraformSyntax}; ${what} is read by its own name` } : told(way, what);
    }
    case "outputs": {
      const said = scope.output?.(first);
      const hint = "an expression can't refer to an output";
      return { hint: said === undefined ? hint : `${hint}; write what it is made of: \`${said}\`` };
    }
    default:
  }
  if (scope.config(name) !== undefined) {
    const fix = ["config", name, ...words].join(".");
    return { hint: `a config value is read as \`\${${fix}}\``, fix };
  }
  // `google_iam_oauth_client.portal.client_id`
  const way =
    name.includes("_") && scope.node(first) !== undefined ? nodeReference(first, words.slice(1), scope) : undefined;
  return way === undefined ? undefined : told(way, "a resource");
}

function terraform(key: string | undefined): Way {
  if (key === undefined) return { hint: `${terraformSyntax}; here it is \`\${config.NAME}\`` };
  return { hint: `${terraformSyntax}; here it is \`\${config.${key}}\``, fix: `config.${key}` };
}

function told(fix: string, what: string): Way {
  return { hint: `${terraformSyntax}; ${what} is read by its own name: \`\${${fix}}\``, fix };
}

/** A node of this stack, with the first field as it is spelt here. */
function nodeReference(called: string, [field, ...rest]: readonly string[], scope: TypeScope): string | undefined {
  const type = scope.node(called);
  if (type === undefined) return undefined;
  if (field === undefined) return called;
  const known = type === "any" ? [] : fieldNames(type);
  const camel = field.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return [called, known.includes(camel) ? camel : (nearestName(field, known) ?? camel), ...rest].join(".");
}
