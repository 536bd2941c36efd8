import { pointer } from "../base/pointer.ts";
import { type Problem, problem } from "../base/problem.ts";
import { isMarker } from "../definitions/schema/value.ts";
import type { DeclarationText } from "../doors/api/documents.ts";
import type { CheckedDeclaration, CheckedProvider } from "../engine/check/checked-declaration.ts";
import type { Deployment } from "./deployment.ts";
import { lookAtText } from "./look-at-text.ts";

/** In place of a stack: whichever it will be. */
const anyStack = "*";

interface Refused {
  readonly why: string;
  /** Where its address may stand: the field has further names. */
  readonly places: readonly string[];
}

/**
 * A problem for each provider of a declaration that leads where no credential may go, at its address. One whose address is known
 * in a plan only is looked at there. `stack` null: whichever it will be.
 */
export async function untrustedProviders(
  { providers }: CheckedDeclaration,
  { text, file }: DeclarationText,
  deployment: Deployment,
  stack: string | null,
): Promise<readonly Problem[]> {
  const refused: Refused[] = [];
  for (const provider of Object.values(providers)) {
    if (isMarker(provider.config["baseUrl"])) continue;
    const why = await deployment.whyUntrusted(provider, stack ?? anyStack);
    if (why !== null) refused.push({ why, places: addressPlaces(provider, deployment) });
  }
  if (refused.length === 0) return [];
  const places = refused.flatMap((each) => each.places.map((place) => ({ pointer: place, at: "value" as const })));
  const spans = await lookAtText("locate", { text, file, places }, deployment);
  const spanOf = new Map(places.map((each, at) => [each.pointer, spans[at] ?? undefined]));
  return refused.map(({ why, places: own }) => {
    const place = own.find((each) => spanOf.get(each) !== undefined) ?? own[0];
    return problem("provider-untrusted", why, { pointer: place, span: spanOf.get(place ?? "") });
  });
}

function addressPlaces({ kind, ref }: CheckedProvider, { catalog }: Deployment): readonly string[] {
  const names = ["baseUrl", ...(catalog.providers[kind]?.fields["baseUrl"]?.aliases ?? [])];
  return names.map((name) => pointer("/providers", ref, name));
}
