import { Fault } from "../../base/fault.ts";
import { Bug } from "../../base/invariant.ts";
import { isJsonObject, type Json } from "../../base/json.ts";
import { LightRequest } from "../../base/light-request.ts";
import { err, ok, type Result } from "../../base/result.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import { unlessCancelled } from "./api-client.ts";
import type { Invocation } from "./command.ts";
import { failureDocument } from "./failure-document.ts";
import { readOnlyAtServer } from "./read-only-server.ts";
import { unexpectedAnswer, unreachableServer } from "./server-failures.ts";

type Asking = Pick<Invocation, "world" | "settings" | "api">;

/**
 * Asks the control surface of the local cloud, which is no part of the API. The type parameter names the document that it answers
 * with. Throws a Fault `cancelled` once the user asked to stop.
 */
export async function askLocalCloud<T>(
  invocation: Asking,
  method: "GET" | "POST",
  path: string,
  body?: Json,
): Promise<Result<T, ProblemDocument>> {
  return await unlessCancelled(answered<T>(invocation, method, path, body), invocation.world.signal);
}

async function answered<T>(
  { world, settings: { server }, api }: Asking,
  method: "GET" | "POST",
  path: string,
  body: Json | undefined,
): Promise<Result<T, ProblemDocument>> {
  const { signal } = world;
  signal.throwIfAborted();
  const withheld = await readOnlyAtServer(world, server, () => api.call("getVersion", {}))(method);
  if (withheld !== null) return err(withheld);
  const fetch = await world.localCloud();
  const request = new LightRequest(`http://plumbline.local${path}`, {
    ...{ method, signal },
    headers: { accept: "application/json", ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: { document: body } }),
  });
  try {
    const response = await fetch(request);
    const document = await jsonIn(response);
    if (!response.ok) return err(refusal(response.status, document));
    return document === undefined ? err(unexpectedAnswer(response.status)) : ok(document as T);
  } catch (cause) {
    // Without a server nothing but our own code stands behind the fetch: no network to blame.
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

/** Undefined for a body that is no JSON; what breaks a body off is thrown. */
async function jsonIn(response: Response): Promise<Json | undefined> {
  try {
    return (await response.json()) as Json;
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}
