import { isOk } from "../../../packages/base/exchange/exchange.ts";
import { Fault } from "../../../packages/base/fault.ts";
import { Bug } from "../../../packages/base/invariant.ts";
import { isJsonObject, type Json } from "../../../packages/base/json/json.ts";
import { parsedJson } from "../../../packages/base/json/parsed-json.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { Invocation } from "../command.ts";
import { failureDocument } from "../reports/failure-document.ts";
import { unlessCancelled } from "./api-client.ts";
import { readOnlyAtServer } from "./read-only-server.ts";
import { unexpectedAnswer, unreachableServer } from "./server-failures.ts";

type Asking = Pick<Invocation, "context" | "settings" | "api">;

/**
 * Asks the control surface of the local cloud, which is no part of the API. The type parameter names the document that
 * it answers with. Throws a Fault `cancelled` once the user asked to stop.
 */
export async function askLocalCloud<T>(
  invocation: Asking,
  method: "GET" | "POST",
  path: string,
  body?: Json,
): Promise<Result<T, ProblemDocument>> {
  return await unlessCancelled(answered<T>(invocation, method, path, body), invocation.context.signal);
}

async function answered<T>(
  { context, settings: { server }, api }: Asking,
  method: "GET" | "POST",
  path: string,
  body: Json | undefined,
): Promise<Result<T, ProblemDocument>> {
  const { signal } = context;
  signal.throwIfAborted();
  const withheld = await readOnlyAtServer(context, server, () => api.call("getVersion", {}))(method);
  if (withheld !== null) return err(withheld);
  const exchange = await context.localCloud();
  const json = "application/json";
  try {
    const response = await exchange({
      ...{ method, url: `http://plumbline.local${path}`, signal },
      headers: { accept: json, ...(body === undefined ? {} : { "content-type": json }) },
      body: body === undefined ? "" : JSON.stringify(body),
    });
    const document = parsedJson(response.body);
    if (!isOk(response)) return err(refusal(response.status, document));
    return document === undefined ? err(unexpectedAnswer(response.status)) : ok(document as T);
  } catch (cause) {
    // Without a server nothing but our own code stands behind it: no network to blame.
    if (signal.aborted || server === undefined || cause instanceof Fault || cause instanceof Bug) throw cause;
    return err(unreachableServer(server, cause));
  }
}

/** It refuses with a bare message; a server without it, in the words of the API. */
function refusal(status: number, document: Json | undefined): ProblemDocument {
  if (!isJsonObject(document)) return unexpectedAnswer(status);
  const { type = "about:blank", title = "the request failed", code, detail, message } = document;
  if (typeof code === "string" && typeof detail === "string")
    return { type: String(type), title: String(title), status, problems: [], detail, code };
  if (typeof message !== "string") return unexpectedAnswer(status);
  return failureDocument({ status, code: "local-cloud", title: "the local cloud refused", detail: message });
}
