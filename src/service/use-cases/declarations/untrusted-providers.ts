import { pointer } from "../../../../packages/base/json/pointer.ts";
import { type Problem, problem, type Span } from "../../../../packages/base/problems/problem.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import { isMarker } from "../../../definitions/schema/value.ts";
import type { CheckedDeclaration, CheckedProvider } from "../../../engine/check/checked-declaration.ts";
import type { Deployment } from "../deployment.ts";
import type { TextPlace } from "./checker.ts";
import { lookAtText } from "./look-at-text.ts";

/** In place of a stack: whichever it will be. */
const anyStack = "*";

interface Refused {
  readonly provider: CheckedProvider;
  readonly why: string;
  /** Of its configuration: what leads there. */
  readonly field: string;
}

/**
 * A problem for each provider of a declaration that leads where no credential may go, at its address. One whose address
 * is known in a plan only is looked at there. `stack` null: whichever it will be.
 */
export async function untrustedProviders(
  { providers }: CheckedDeclaration,
  text: DeclarationText,
  deployment: Deployment,
  stack: string | null,
): Promise<readonly Problem[]> {
  const refused: Refused[] = [];
  for (const provider of Object.values(providers)) {
    if (isMarker(provider.config["baseUrl"])) continue;
    const untrusted = await deployment.whyUntrusted(provider, stack ?? anyStack);
    if (untrusted !== null) refused.push({ provider, ...untrusted });
  }
  return Promise.all(refused.map((each) => atAddress(each, text, deployment)));
}

/** The problem at the address of the provider; without a place where the environment gives it. */
async function atAddress({ provider, why, field }: Refused, { text, file }: DeclarationText, deployment: Deployment) {
  const { kind, ref } = provider;
  const names = [field, ...(deployment.catalog.providers[kind]?.fields[field]?.aliases ?? [])];
  const places: readonly TextPlace[] = [
    { pointer: pointer("/providers", ref), at: "key" },
    ...names.flatMap((name): readonly TextPlace[] => {
      const place = pointer("/providers", ref, name);
      return [
        { pointer: place, at: "key" },
        { pointer: place, at: "value" },
      ];
    }),
  ];
  const [above = null, ...spans] = await lookAtText("locate", { text, file, places }, deployment);
  // What has no part of its own in the text is told the place of what is above it.
  const at = names.findIndex((_, index) => !isSamePlace(spans[2 * index] ?? null, above));
  const name = names[at];
  return name === undefined
    ? problem("provider-untrusted", `\`${ref}\`: ${why}`)
    : problem("provider-untrusted", why, {
        pointer: pointer("/providers", ref, name),
        span: spans[2 * at + 1] ?? undefined,
      });
}

function isSamePlace(own: Span | null, above: Span | null): boolean {
  return own === null || (own.line === above?.line && own.column === above.column);
}
