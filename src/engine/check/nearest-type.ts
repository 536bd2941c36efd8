import { nearestName } from "../../../packages/base/nearest-name.ts";
import type { Catalog } from "../../definitions/schema/definition.ts";

/**
 * The token of the catalog that a person most likely meant, of those given: also where its first part is left out, or
 * where it is written as Terraform and Pulumi write types (`google_iam_oauth_client`,
 * `gcp:iam/oauthClient:OauthClient`).
 */
export function nearestType(name: string, tokens: readonly string[], { providers }: Catalog): string | undefined {
  const near = nearestName(name, tokens);
  if (near !== undefined) return near;
  const byShortName = new Map(tokens.map((token) => [token.slice(token.indexOf(":") + 1), token]));
  const short = nearestName(name, byShortName.keys());
  if (short !== undefined) return byShortName.get(short);
  const kinds = Object.values(providers).flatMap(({ type, knownElsewhereAs = [] }) => [type, ...knownElsewhereAs]);
  const kind = kinds.find((each) => name.toLowerCase().startsWith(each));
  if (kind === undefined) return undefined;
  const rest = letters(name.slice(kind.length));
  return (
    tokens.find((token) => rest.startsWith(letters(token))) ??
    [...byShortName].find(([last]) => rest.endsWith(letters(last)))?.[1]
  );
}

function letters(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
