import { attachments } from "../../src/service/use-cases/deployment.fixture.ts";

/** A request, and how long its client stays. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** When the client goes: before an answer, after its first bytes, or when all has come. */
  readonly leaves?: "at once" | "in the middle";
}

/** What the requests are about. */
export interface Standing {
  /** A run of stack `dev` that is over. */
  readonly run: string;
  /** Its plan. */
  readonly plan: string;
  /** Id of an operation. */
  readonly operation: string;
}

const readPath = "/v1/types/connectors:EndpointAttachment/objects:read";

/** A read through a provider that is configured as no other. */
function reading(index: number) {
  const text = `name: test\nproviders: { it: { kind: google, project: p${index}, region: here } }\nresources: {}\n`;
  const id = `projects/p${index}/locations/here/endpointAttachments/a`;
  return { id, provider: "it", declaration: { file: "plumb.yaml", text, config: {} } };
}

/** One request after the other, of all sorts in turn. */
export function* requests(from: number, { run, plan: digest, operation }: Standing): Generator<Sent> {
  const watch = "/v1/projects/test/stacks/dev/resources?watch=true";
  const events = `/v1/projects/test/stacks/dev/runs/${run}/events`;
  const waits = { prefer: "wait=30" };
  const stream = { accept: "text/event-stream" };
  for (let index = from; ; index += 1) {
    const plan = { kind: "apply", declaration: attachments({ a: "one" }) };
    yield* [
      { method: "GET", path: "/v1/stacks?limit=10" },
      { method: "HEAD", path: watch },
      { method: "HEAD", path: watch, headers: stream },
      { method: "HEAD", path: events },
      { method: "GET", path: watch, leaves: "in the middle" },
      { method: "GET", path: watch, headers: stream, leaves: "in the middle" },
      { method: "GET", path: watch, leaves: "at once" },
      { method: "GET", path: `/v1/projects/test/stacks/none${index}/resources?watch=true`, leaves: "in the middle" },
      { method: "GET", path: events },
      { method: "GET", path: events, headers: stream, leaves: "in the middle" },
      { method: "GET", path: `${events}?after=1000`, leaves: "at once" },
      { method: "GET", path: `/v1/projects/test/stacks/dev/resources/none${index}` },
      {
        method: "POST",
        path: "/v1/projects/test/stacks/dev/plans",
        body: plan,
        headers: { "idempotency-key": `k${index}` },
      },
      {
        method: "POST",
        path: "/v1/projects/test/stacks/dev/plans",
        body: plan,
        headers: { "idempotency-key": `k${index}` },
      },
      { method: "POST", path: "/v1/projects/test/stacks/dev/plans", body: plan, leaves: "at once" },
      { method: "POST", path: "/v1/projects/test/stacks/dev/plans", body: { kind: index } },
      {
        method: "POST",
        path: `/v1/projects/test/stacks/dev/runs/${run}:cancel`,
        headers: { "idempotency-key": `c${index}` },
      },
      { method: "POST", path: "/v1/projects/test/stacks/dev/runs", body: { plan: digest }, headers: waits },
      {
        method: "POST",
        path: "/v1/projects/test/stacks/dev/runs",
        body: { plan: digest },
        headers: waits,
        leaves: "at once",
      },
      { method: "POST", path: `/v1/operations/${operation}:wait`, body: { timeoutSeconds: 30 }, leaves: "at once" },
      { method: "POST", path: `/v1/operations/${operation}:wait`, headers: waits, leaves: "in the middle" },
      { method: "POST", path: readPath, body: reading(index) },
      { method: "GET", path: `/no/such/path${index}` },
      { method: "DELETE", path: "/livez" },
      { method: "GET", path: "/v1/types?limit=5", headers: { accept: "image/png" } },
    ] as readonly Sent[];
  }
}
