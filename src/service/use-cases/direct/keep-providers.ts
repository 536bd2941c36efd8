import { isJsonObject, type JsonObject } from "../../../../packages/base/json/json.ts";
import { nearestName } from "../../../../packages/base/nearest-name.ts";
import { problem } from "../../../../packages/base/problems/problem.ts";
import type { ProviderProperties, ProviderView } from "../../../contract/documents/objects.ts";
import { type Expected, isMet } from "../../../contract/expected.ts";
import { keyFault } from "../../../engine/declare/logical-name.ts";
import type { StoredDocument } from "../../../engine/ports/document-store.ts";
import { Rejection } from "../../rejection.ts";
import { accept } from "../declarations/read-and-check.ts";
import type { Deployment } from "../deployment.ts";
import { type Page, type PageRequest, passes } from "../lists/page.ts";
import { atNoStack } from "../stacks/at-stack.ts";
import { atProvider, directText } from "./direct-text.ts";

const collection = "providers";

/**
 * Keeps a provider under a name, if what is expected stands there; a Rejection holds all its problems. Makes no call.
 */
export async function keepProvider(
  name: string,
  provider: ProviderProperties,
  expected: Expected,
  deployment: Deployment,
): Promise<ProviderView> {
  const { documentStore, clock, authority } = deployment;
  const fault = keyFault(name);
  if (fault !== undefined) throw new Rejection("unprocessable", [problem("invalid-name", fault)]);
  await atProvider(accept(directText({ ref: name, provider, resource: null }), atNoStack(deployment)));
  const document = {
    provider,
    at: new Date(clock.now()).toISOString(),
    by: authority.caller.principal,
  };
  for (;;) {
    const before = await expectedProvider(name, expected, deployment);
    const outcome = await documentStore.put(collection, name, document, { revision: before?.revision ?? null });
    if (outcome.kind === "done") return viewOf({ key: name, revision: outcome.revision, document });
  }
}

export async function showProvider(name: string, deployment: Deployment): Promise<ProviderView> {
  const found = await deployment.documentStore.get(collection, name);
  if (found === null) throw await noSuchProvider(name, "missing", deployment);
  return viewOf(found);
}

/** By name. */
export async function listProviders(request: PageRequest, { documentStore }: Deployment): Promise<Page<ProviderView>> {
  const items: ProviderView[] = [];
  for (let { after } = request; ; ) {
    const found = await documentStore.list(collection, {
      limit: request.limit + 1,
      ...(request.filter?.name === undefined ? {} : { prefix: request.filter.name }),
      ...(after === null ? {} : { after }),
    });
    for (const view of found.map(viewOf)) {
      if (!passes(view, request.filter)) continue;
      const last = items.at(-1);
      if (items.length === request.limit && last !== undefined) return { items, next: last.name };
      items.push(view);
    }
    const last = found.at(-1);
    if (last === undefined || found.length <= request.limit) return { items, next: null };
    after = last.key;
  }
}

/** Objects that were made through it go on being reached as they were recorded. */
export async function removeProvider(name: string, expected: Expected, deployment: Deployment): Promise<void> {
  for (;;) {
    const before = await expectedProvider(name, expected, deployment);
    if (before === null) throw await noSuchProvider(name, "missing", deployment);
    const outcome = await deployment.documentStore.remove(collection, name, { revision: before.revision });
    if (outcome.kind === "done") return;
  }
}

/** A kept provider as it was given, or a Rejection that names it as unknown. */
export async function keptProvider(name: string, deployment: Deployment): Promise<ProviderProperties> {
  const found = await deployment.documentStore.get(collection, name);
  if (found === null) throw await noSuchProvider(name, "unprocessable", deployment);
  return providerIn(found);
}

async function noSuchProvider(
  name: string,
  reason: "missing" | "unprocessable",
  { documentStore }: Deployment,
): Promise<Rejection> {
  const known = (await documentStore.list(collection, { limit: 1_000 })).map(({ key }) => key);
  const nearest = nearestName(name, known);
  const guess = nearest === undefined ? "" : `; did you mean \`${nearest}\`?`;
  return new Rejection(reason, [problem("unknown-provider", `no provider \`${name}\` is kept${guess}`)]);
}

async function expectedProvider(
  name: string,
  expected: Expected,
  { documentStore }: Deployment,
): Promise<StoredDocument | null> {
  const found = await documentStore.get(collection, name);
  if (isMet(expected, found === null ? null : String(found.revision))) return found;
  const detail = found === null ? `no provider \`${name}\` is kept` : `provider \`${name}\` was kept anew meanwhile`;
  throw new Rejection("stale", [problem("changed-meanwhile", detail)]);
}

function providerIn({ document }: StoredDocument): ProviderProperties {
  const { provider } = document;
  return (isJsonObject(provider) ? provider : { kind: "" }) as ProviderProperties;
}

function viewOf(found: StoredDocument): ProviderView {
  const { kind, ...properties } = providerIn(found);
  const { at, by } = found.document as { readonly at: string; readonly by: string };
  return { name: found.key, etag: String(found.revision), kind, properties: properties as JsonObject, at, by };
}
