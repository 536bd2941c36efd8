import { invariant } from "../../../packages/base/invariant.ts";
import { pointer } from "../../../packages/base/json/pointer.ts";
import { type Problem, problem } from "../../../packages/base/problems/problem.ts";
import type { CheckedProvider } from "../check/checked-declaration.ts";
import { hasOpenConfig, resolveProviderConfig } from "../check/provider-config.ts";
import type { ProviderInstance, ProviderMistake } from "../ports/driver.ts";
import { noteOutputs } from "./ask-resource.ts";
import { inParallel } from "./reader.ts";
import type { RefreshSession } from "./refresh-session.ts";

/**
 * Takes in every provider in use whose configuration is known by now, and asks whether it is what it says it is, as far
 * as the platform tells. `hasSeenRecords` is false while managed objects are still to be read: what depends on them
 * waits, for their records may be out of date. What is wrong with a value that others give is for the plan to say.
 */
export async function settleProviders(session: RefreshSession, hasSeenRecords: boolean): Promise<void> {
  const { checked, catalog, language, driverOf, parallel, signal } = session.input;
  const used = new Set(checked?.nodes.map((node) => node.provider));
  const candidates = [...new Set([...used, ...servingRecords(session)])].flatMap((ref): readonly CheckedProvider[] => {
    const provider = checked?.providers[ref];
    invariant(provider !== undefined, `no provider ${ref}`);
    return session.providers.has(ref) || (hasOpenConfig(provider) && !hasSeenRecords) ? [] : [provider];
  });
  if (candidates.some(hasOpenConfig))
    for (const node of session.nodes.values()) if (node.kind === "resource") noteOutputs(session, node);
  const settled = candidates.flatMap((provider): readonly ProviderInstance[] => {
    const resolved = resolveProviderConfig(provider, catalog.providers[provider.kind], language, session.bindings);
    return resolved.kind === "known" ? [{ ...provider, config: resolved.config }] : [];
  });
  for (const provider of settled) session.settleProvider(provider);
  // What only leaves the declaration must not be kept from it.
  const lookedAt = new Set(
    checked?.nodes.flatMap(({ address, provider }) => (session.isLookedAt(address) ? provider : [])),
  );
  const asked = settled.filter(({ ref }) => lookedAt.has(ref));
  await inParallel(asked, parallel, async (provider) => {
    const mistake = await driverOf(provider).verify(provider, signal);
    if (mistake !== null) session.problems.push(problemOfProvider(mistake, provider));
  });
}

/** Declared providers that lead to what is recorded: what leaves the declaration goes by them. */
function servingRecords(session: RefreshSession): readonly string[] {
  return [...session.state.records.values(), ...session.state.superseded].flatMap(({ provider: { ref, kind } }) =>
    session.declaredProvider(ref)?.kind === kind ? [ref] : [],
  );
}

function problemOfProvider(mistake: ProviderMistake, { ref }: ProviderInstance): Problem {
  const place = { pointer: `/providers/${ref}` };
  if (mistake.kind === "mismatch") return problem("provider-level", `\`${ref}\`: ${mistake.detail}`, place);
  if (mistake.kind === "untrusted")
    return problem("provider-untrusted", mistake.detail, { pointer: pointer("/providers", ref, mistake.field) });
  const { detail, retryAfterMs } = mistake;
  const when = retryAfterMs === null ? "later" : `in ${Math.ceil(retryAfterMs / 1000)} s`;
  return problem(
    "platform-unavailable",
    `\`${ref}\`: whether it is what it says it is can't be told now: ${detail}; try again ${when}`,
    place,
  );
}
