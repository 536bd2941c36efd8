import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import { exchangeOver } from "../../../packages/base/exchange/exchange-over.fixture.ts";
import type { Json } from "../../../packages/base/json/json.ts";
import type { Change, ProviderInstance, Target } from "../../engine/ports/driver.ts";

/** An answer to give, or an error with which the network fails. */
export type ScriptedAnswer =
  | { readonly status: number; readonly body?: Json; readonly text?: string; readonly headers?: Record<string, string> }
  | Error;

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly body: Json | undefined;
}

/** An exchange that gives the answers in turn and keeps what was sent. */
export function scriptedExchange(...answers: readonly ScriptedAnswer[]): { exchange: Exchange; sent: SentRequest[] } {
  const sent: SentRequest[] = [];
  const exchange = exchangeOver(async (request) => {
    const text = await request.text();
    const answer = answers[sent.length];
    const body = text === "" ? undefined : (JSON.parse(text) as Json);
    sent.push({ method: request.method, url: decodeURIComponent(request.url), body });
    if (answer === undefined) throw new RangeError(`no answer is scripted for ${request.method} ${request.url}`);
    if (answer instanceof Error) throw answer;
    const content = answer.text ?? (answer.body === undefined ? null : JSON.stringify(answer.body));
    return new Response(content, { status: answer.status, ...(answer.headers ? { headers: answer.headers } : {}) });
  });
  return { exchange, sent };
}

/** What `fetch` throws when the connection fails with this system error. */
export function networkError(code?: string): Error {
  const cause = code === undefined ? undefined : Object.assign(new Error(code), { code });
  return new TypeError("fetch failed", { cause });
}

export const provider: ProviderInstance = {
  ref: "azure",
  kind: "azure",
  config: { subscriptionId: "sub", namespace: "Microsoft" },
};

const collectorNames = {
  subscriptionId: "sub",
  resourceGroupName: "Group",
  projectName: "Project",
  serverCollectorName: "collector",
  namespace: "Microsoft",
};

export const collectorTarget: Target = {
  type: "migrate:ServerCollector",
  apiVersion: "2019-10-01",
  provider,
  id:
    "/subscriptions/sub/resourceGroups/Group/providers/Microsoft.Migrate/assessmentProjects/Project" +
    "/servercollectors/collector",
  variables: collectorNames,
};

/** An assignment at a scope (no slash at its start). */
export function assignmentTarget(scope = "subscriptions/sub", name = "p_r"): Target {
  return {
    type: "authorization:RoleManagementPolicyAssignment",
    apiVersion: "2020-10-01",
    provider,
    id: `/${scope}/providers/Microsoft.Authorization/roleManagementPolicyAssignments/${name}`,
    variables: { scope, name, namespace: "Microsoft" },
  };
}

export function changeOf(
  target: Target,
  operation: Change["operation"],
  inputs: Change["inputs"] = {},
  condition: string | null = null,
): Change {
  return { operation, target, inputs, fields: Object.keys(inputs), prior: null, condition };
}
