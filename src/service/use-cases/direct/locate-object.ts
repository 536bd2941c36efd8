import { problem } from "../../../../packages/base/problems/problem.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { ProviderProperties } from "../../../contract/documents/objects.ts";
import { parseId } from "../../../definitions/schema/identity/identity.ts";
import { claimKey, type ResourceRecord } from "../../../engine/state/records/record.ts";
import { Rejection } from "../../rejection.ts";
import { ownStackName } from "../../stack-name.ts";
import { chooseProvider, type Reach } from "../declarations/choose-provider.ts";
import type { Deployment } from "../deployment.ts";
import { directText, itsName, placed } from "./direct-text.ts";
import { keptProvider } from "./keep-providers.ts";

/** What an object is reached through: a kept provider's name, a provider, or (null) what surrounds the service. */
export type ProviderChoice = string | ProviderProperties | null;

/** An object by type and id. */
export interface ObjectAddress {
  /** A type token, with a version where another than the default is meant. */
  readonly type: string;
  /** In any form that an import takes. */
  readonly id: string;
  readonly provider: ProviderChoice;
}

/** A provider with the name under which declarations and records have it. */
export interface NamedProvider {
  readonly ref: string;
  readonly provider: ProviderProperties | null;
}

/** Where an object is, and which stack of its own it has or would have. */
export interface Located extends Reach {
  readonly named: NamedProvider;
  readonly id: string;
  readonly claim: string;
  readonly stack: string;
  /** Its record; null where it is not managed by itself. */
  readonly record: ResourceRecord | null;
}

/** The provider that is meant, or a Rejection. */
export async function namedProvider(choice: ProviderChoice, deployment: Deployment): Promise<NamedProvider> {
  if (choice === null) return { ref: "", provider: null };
  if (typeof choice === "string") return { ref: choice, provider: await keptProvider(choice, deployment) };
  return { ref: "inline", provider: choice };
}

/** The provider as a declaration that has nothing else. */
export function providerText({ ref, provider }: NamedProvider): DeclarationText | null {
  return provider === null ? null : directText({ ref, provider, resource: null });
}

/** Finds out which object is meant. Makes no call. */
export async function locateObject(address: ObjectAddress, deployment: Deployment): Promise<Located> {
  const named = await namedProvider(address.provider, deployment);
  const reach = await placed(
    chooseProvider(
      {
        type: address.type,
        declaration: providerText(named),
        provider: named.provider === null ? null : named.ref,
      },
      deployment,
    ),
  );
  const { definition, provider } = reach;
  const parsed = parseId(definition, address.id, provider.config);
  if (!parsed.ok) throw new Rejection("unprocessable", [problem("invalid-id", parsed.error, { pointer: "/id" })]);
  const cloudId = deployment.cloudIdOf(provider);
  const claim = claimKey(cloudId, parsed.value.claim, definition.identity.ignoreCase === true);
  const stack = ownStackName(definition.type, claim);
  const { record } = await deployment.store.readRecord(stack, itsName);
  return { ...reach, named, id: parsed.value.id, claim, stack, record };
}

/** Its record, or a Rejection: only what is managed by itself can be changed so. */
export function managed({ record, id, definition }: Located): ResourceRecord {
  if (record !== null) return record;
  throw new Rejection("missing", [
    problem("not-found", `\`${id}\` (${definition.type}) is not managed by itself; create it, or import it first`),
  ]);
}
