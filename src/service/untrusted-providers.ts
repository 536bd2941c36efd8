import { pointer } from "../base/pointer.ts";
import { type Problem, problem } from "../base/problem.ts";
import { isMarker } from "../definitions/schema/value.ts";
import type { CheckedDeclaration } from "../engine/check/checked-declaration.ts";
import type { Spans } from "../engine/declare/spans.ts";
import type { Deployment } from "./deployment.ts";

/** In place of a stack: whichever it will be. */
const anyStack = "*";

/**
 * A problem for each provider of a declaration that leads where no credential may go, at its address. One whose address is known
 * in a plan only is looked at there. `stack` null: whichever it will be.
 */
export async function untrustedProviders(
  { providers }: CheckedDeclaration,
  spans: Pick<Spans, "of">,
  { whyUntrusted, catalog }: Deployment,
  stack: string | null,
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const provider of Object.values(providers)) {
    if (isMarker(provider.config["baseUrl"])) continue;
    const why = await whyUntrusted(provider, stack ?? anyStack);
    if (why === null) continue;
    const names = ["baseUrl", ...(catalog.providers[provider.kind]?.fields["baseUrl"]?.aliases ?? [])];
    const places = names.map((name) => pointer("/providers", provider.ref, name));
    const place = places.find((each) => spans.of(each, "value") !== undefined) ?? places[0];
    const span = place === undefined ? undefined : spans.of(place, "value");
    problems.push(problem("provider-untrusted", why, { pointer: place, span }));
  }
  return problems;
}
