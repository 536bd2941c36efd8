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
    const at = pointer("/providers", provider.ref);
    const stands = names.find((name) => isThere(pointer(at, name), at, spans));
    // Given by the environment: there is no place of its own in the text.
    if (stands === undefined) problems.push(problem("provider-untrusted", `\`${provider.ref}\`: ${why}`));
    else {
      const place = pointer(at, stands);
      problems.push(problem("provider-untrusted", why, { pointer: place, span: spans.of(place, "value") }));
    }
  }
  return problems;
}

/** Whether the text has a part of its own there: else it tells the place of what is above. */
function isThere(place: string, above: string, spans: Pick<Spans, "of">): boolean {
  const [own, parent] = [spans.of(place, "key"), spans.of(above, "key")];
  return own !== undefined && (own.line !== parent?.line || own.column !== parent.column);
}
