import { type Exchange, isOk } from "../../../../packages/base/exchange/exchange.ts";
import { isJsonObject } from "../../../../packages/base/json/json.ts";
import { parsedJson } from "../../../../packages/base/json/parsed-json.ts";
import { type CredentialSurroundings, inPlace } from "./find-credential.ts";
import { forVendor, type GivenCredential } from "./given-credential.ts";

/** A token of another issuer's, which stands for a workload. */
export type SubjectPlace =
  | { readonly kind: "environment"; readonly token: GivenCredential }
  | { readonly kind: "file"; readonly path: string }
  /** GitHub issues one to a workflow that asks with its own token. */
  | { readonly kind: "github"; readonly url: string; readonly token: GivenCredential };

export interface SubjectMeans extends CredentialSurroundings {
  /** To an origin that the environment names, and nowhere else. */
  readonly elsewhere: (origin: string) => Exchange;
}

/** The token of another issuer's, fresh at each call. `audience`: for whom an issuer that is asked makes it. */
export async function subjectToken(place: SubjectPlace, audience: string, means: SubjectMeans): Promise<string> {
  switch (place.kind) {
    case "environment":
      return forVendor(place.token);
    case "file":
      return forVendor(await inPlace({ kind: "file", path: place.path, clientId: null }, means));
    case "github":
      return ofGithub(place.url, forVendor(place.token), audience, means);
  }
}

/**
 * Source: GitHub's documentation, "OpenID Connect reference", and the vendor's Go SDK,
 * `id_token_source_github_oidc.go`.
 */
async function ofGithub(
  address: string,
  token: string,
  audience: string,
  { elsewhere }: SubjectMeans,
): Promise<string> {
  const url = URL.parse(address);
  if (url?.protocol !== "https:") throw new Error("ACTIONS_ID_TOKEN_REQUEST_URL is no https address");
  url.searchParams.set("audience", audience);
  const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
  const response = await elsewhere(url.origin)({ method: "GET", url: url.href, headers, body: "" });
  const body = parsedJson(response.body);
  if (isOk(response) && isJsonObject(body) && typeof body["value"] === "string") return body["value"];
  throw Object.assign(new Error(`${url.host} answered ${response.status}, and gave the workflow no token`), {
    status: response.status,
  });
}
