import type { VendorAnswer } from "../vendors-behind-proxy.fixture.ts";

/** What Entra answers a client that asks where tokens of a tenant are issued; undefined for every other request. */
export function entraDiscovery(authority: string, tenant: string, path: string): VendorAnswer | undefined {
  const base = `https://${authority}/${tenant}`;
  if (path.includes("/discovery/instance")) {
    const metadata = [{ preferred_network: authority, preferred_cache: authority, aliases: [authority] }];
    return { body: JSON.stringify({ tenant_discovery_endpoint: `${base}/v2.0`, "api-version": "1.1", metadata }) };
  }
  if (!path.includes("openid-configuration")) return undefined;
  return {
    body: JSON.stringify({
      token_endpoint: `${base}/oauth2/v2.0/token`,
      authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
      issuer: `${base}/v2.0`,
      jwks_uri: `${base}/keys`,
    }),
  };
}
