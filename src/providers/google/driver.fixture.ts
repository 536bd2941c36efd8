import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import { exchangeOver } from "../../../packages/base/exchange/exchange-over.fixture.ts";
import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import type { Change, Target } from "../../engine/ports/driver.ts";

/** What a scripted platform answers: a body with status 200, a whole response, or a failure to answer at all. */
export type Scripted = JsonObject | Response | Error;

interface Script {
  readonly exchange: Exchange;
  /** Every request as `METHOD url` and, where there is one, its body. */
  readonly requests: readonly { readonly line: string; readonly body: Json | undefined }[];
}

/** An exchange that gives the answers in order and remembers what it was asked. */
export function scripted(...answers: readonly Scripted[]): Script {
  const waiting = [...answers];
  const requests: { line: string; body: Json | undefined }[] = [];
  return {
    requests,
    exchange: exchangeOver(async (request) => {
      const text = await request.text();
      requests.push({ line: `${request.method} ${request.url}`, body: text === "" ? undefined : JSON.parse(text) });
      const next = waiting.shift();
      if (next === undefined) throw new Error(`no answer is scripted for ${request.method} ${request.url}`);
      if (next instanceof Error) throw next;
      return next instanceof Response ? next : Response.json(next);
    }),
  };
}

export function target(
  type: string,
  id: string,
  variables: Readonly<Record<string, string>>,
  config: JsonObject = {},
): Target {
  return { type, apiVersion: "v1", provider: { ref: "google", kind: "google", config }, id, variables };
}

export function change(operation: Change["operation"], of: Target, rest: Partial<Change> = {}): Change {
  const inputs = rest.inputs ?? {};
  return { operation, target: of, inputs, fields: Object.keys(inputs), prior: null, condition: null, ...rest };
}
