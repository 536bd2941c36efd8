import { AsyncLocalStorage } from "node:async_hooks";
import type { Exchange } from "../../../../packages/base/exchange/exchange.ts";
import { invariant } from "../../../../packages/base/invariant.ts";
import { watchedSignIn } from "../sign-in/sign-in-refusals.ts";
import { azureTransport } from "./azure-transport.ts";

/** How tokens of Entra's are got. `authority`: where; left out: where the vendor's library signs in by itself. */
export type EntraSignIn = { readonly authority?: string | undefined } & (
  | EntraWay
  /** A token of another issuer's for the token: `assertion` gives one that is fresh. */
  | {
      readonly way: "assertion";
      readonly tenantId: string;
      readonly clientId: string;
      readonly assertion: () => Promise<string>;
    }
);

/** The ways that the machine and its environment know by themselves. */
export type EntraWay =
  /** Azure's default chain: what its variables, the machine's identity and the logins of its tools give. */
  | { readonly way: "chain" }
  | { readonly way: "azure-cli"; readonly tenantId: string | undefined }
  | { readonly way: "managed-identity"; readonly clientId: string | undefined }
  | { readonly way: "client-secret"; readonly tenantId: string; readonly clientId: string; readonly secret: string };

/** Gives a token for a scope, e.g. `https://management.azure.com/.default`; kept until shortly before it expires. */
export type EntraTokens = (scope: string) => Promise<string>;

interface TokenCredential {
  getToken(scopes: string): Promise<{ readonly token: string }>;
}

/**
 * The network of whoever asks for a token. The library keeps the first managed identity that it finds for the whole
 * process, and with it the way by which that one was asked.
 */
const askedBy = new AsyncLocalStorage<Exchange>();
const network: Exchange = (request) => {
  const own = askedBy.getStore();
  invariant(own !== undefined, "the library calls while no token is asked for");
  return own(request);
};

/**
 * Tokens by the vendor's own library, which is loaded at the first one and sends by `by`. Throws what it throws, or
 * what the vendor says.
 */
export function entraTokens(signIn: EntraSignIn, by: Exchange): EntraTokens {
  let credential: Promise<TokenCredential> | undefined;
  const watched = watchedSignIn(by);
  return async (scope) => {
    credential ??= import("@azure/identity").then((library) => made(signIn, library));
    watched.begin();
    try {
      const known = await credential;
      return (await askedBy.run(watched.network, () => known.getToken(scope))).token;
    } catch (cause) {
      throw watched.told(cause);
    }
  };
}

function made(signIn: EntraSignIn, library: typeof import("@azure/identity")): TokenCredential {
  // No redirect is followed: the library would bring what it sends along.
  const sending = { httpClient: azureTransport(network), redirectOptions: { maxRetries: 0 } };
  const options = signIn.authority === undefined ? sending : { ...sending, authorityHost: signIn.authority };
  switch (signIn.way) {
    case "chain":
      return new library.DefaultAzureCredential(options);
    case "azure-cli":
      return new library.AzureCliCredential(signIn.tenantId === undefined ? {} : { tenantId: signIn.tenantId });
    case "managed-identity":
      return new library.ManagedIdentityCredential({
        ...sending,
        ...(signIn.clientId === undefined ? {} : { clientId: signIn.clientId }),
      });
    case "client-secret":
      return new library.ClientSecretCredential(signIn.tenantId, signIn.clientId, signIn.secret, options);
    case "assertion":
      return new library.ClientAssertionCredential(signIn.tenantId, signIn.clientId, signIn.assertion, options);
  }
}
