import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import type { Step } from "../../../engine/plan/plan.ts";
import type { RecordedProvider } from "../../../engine/state/records/record.ts";
import type { Deployment } from "../deployment.ts";

/** How long a step may take of which nothing else is known: one call and its answer. */
const usualLongestMs = 60_000;

/**
 * A warning for each provider whose credential ends, and is not renewed, before the longest operation of the steps
 * through it could be over. An operation that outlives its credential goes on; only its end can't be asked for any
 * more.
 */
export async function endingCredentials(
  steps: readonly Step[],
  stack: string,
  deployment: Pick<Deployment, "credentialEnd" | "catalog" | "clock">,
): Promise<readonly Problem[]> {
  const { credentialEnd, clock } = deployment;
  if (credentialEnd === undefined) return [];
  const now = clock.now();
  const warnings: Problem[] = [];
  for (const { provider, longestMs, address } of longestByProvider(steps, deployment)) {
    // A call that is over at once is worth no question.
    const ends = await credentialEnd(provider, stack, longestMs > usualLongestMs);
    if (ends === null || ends.at >= now + longestMs) continue;
    const until = new Date(ends.at).toISOString();
    const minutes = Math.ceil(longestMs / 60_000);
    const detail =
      `the credential of \`${provider.ref}\` (${ends.link}) ends at ${until} and is not renewed; ` +
      `\`${address}\` may take ${minutes} min`;
    warnings.push(problem("credential-ends", detail));
  }
  return warnings;
}

interface Longest {
  readonly provider: RecordedProvider;
  readonly longestMs: number;
  readonly address: string;
}

function longestByProvider(steps: readonly Step[], { catalog }: Pick<Deployment, "catalog">): readonly Longest[] {
  const longest = new Map<string, Longest>();
  for (const step of steps) {
    if (step.kind !== "write" && !(step.kind === "removal" && step.how !== "forget")) continue;
    const { provider, type, address, timeoutMs } = step;
    const longestMs = timeoutMs ?? catalog.resources[type]?.longestOperation?.milliseconds ?? usualLongestMs;
    const known = longest.get(provider.ref);
    if (known === undefined || known.longestMs < longestMs) longest.set(provider.ref, { provider, longestMs, address });
  }
  return [...longest.values()];
}
