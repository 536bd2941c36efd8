import type { JsonObject } from "../../../base/json/json.ts";
import { err, ok, type Result } from "../../../base/result.ts";
import { computeNames } from "../../../vendor-wire/google/compute-names.ts";
import type { FieldViolation } from "../../../vendor-wire/google/error-envelope.ts";
import type { EmulatorContext, LocalReply, LocalRequest, LocalRoute, Principal } from "../../runtime/local-vendor.ts";
import { type Listed, listPage } from "../list-page.ts";
import { inPart, readSelection } from "../partial-response.ts";
import { type Query, readQuery } from "../read-query.ts";
import { computeRefusal, computeUnreadable } from "./compute-reply.ts";

export interface ComputeCall {
  readonly request: LocalRequest;
  readonly caller: Principal;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly context: EmulatorContext;
}

/** A method of Compute: where it listens, and what it does. Rights are the method's own matter. */
export interface ComputeMethod {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly template: string;
  readonly parameters: readonly string[];
  readonly prepare?: (body: string) => Promise<void> | undefined;
  handle(call: ComputeCall): LocalReply;
}

/**
 * Puts the steps that all methods share before the method's own: credentials, binding of the request, forms of names.
 */
export function computeRoute({ method, template, parameters, prepare, handle }: ComputeMethod): LocalRoute {
  return {
    method,
    template,
    ...(prepare === undefined ? {} : { prepare }),
    handle: (request, params, context) => {
      const { caller } = request;
      if (caller === null) {
        const reply = computeRefusal(401, "required", "Login Required.");
        return { ...reply, headers: { "www-authenticate": 'Bearer realm="https://accounts.google.com/"' } };
      }
      const query = readQuery(request.query, parameters);
      if (!query.ok) return computeUnreadable(query.error);
      for (const [name, pattern] of Object.entries(computeNames)) {
        const value = params[name];
        if (value !== undefined && !pattern.test(value)) {
          return computeRefusal(400, "invalid", `Invalid value for field '${name}': '${value}'.`);
        }
      }
      const fields = readSelection(request.query);
      if (!fields.ok) return computeUnreadable(fields.error);
      return inPart(handle({ request, caller, params, query: query.value, context }), fields.value);
    },
  };
}

/** The 403 for a right that the caller lacks on what `name` is. */
export function computeDenied(permission: string, name: string): LocalReply {
  return computeRefusal(403, "forbidden", `Required '${permission}' permission for '${name}'`);
}

/**
 * One page of a list in Compute's terms: `maxResults` beyond the limit is refused, and an empty list has no `items`.
 */
export function computePage(
  itemsAfter: (name: string) => Iterable<Listed>,
  query: Query,
  sizes: { readonly default: number; readonly maximum: number },
): Result<{ readonly items?: readonly JsonObject[]; readonly nextPageToken?: string }, readonly FieldViolation[]> {
  const { maxResults = "" } = query;
  if (Number(maxResults) > sizes.maximum) {
    return err([{ field: "maxResults", description: `Invalid value for field 'maxResults': '${maxResults}'.` }]);
  }
  const page = listPage(itemsAfter, { ...query, pageSize: maxResults }, sizes);
  if (!page.ok) return page;
  const { items, nextPageToken } = page.value;
  return ok({ ...(items.length === 0 ? {} : { items }), ...(nextPageToken === "" ? {} : { nextPageToken }) });
}
