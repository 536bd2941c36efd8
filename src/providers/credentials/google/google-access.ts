import { inEnvironment } from "../sources/find-credential.ts";
import { forVendor, type GivenCredential } from "../sources/given-credential.ts";
import type { SignInMeans } from "../sources/sign-in-means.ts";
import type { VendorAccess } from "../vendor-access.ts";
import { type GoogleSignIn, googleToken } from "./google-credentials.ts";
import { googlePlaces } from "./google-places.ts";
import { googleTokenInfo } from "./google-token-info.ts";

const tokenVariable = "GOOGLE_OAUTH_ACCESS_TOKEN";

export const googleAccess: VendorAccess = {
  places: googlePlaces,
  signIn: {
    tokenVariable,
    usual: (means) => {
      const token = inEnvironment(tokenVariable, means);
      return token === undefined ? (means.machine?.google(googleSignIn(means)) ?? null) : bearer(token, means);
    },
    usualLink: (_config, surroundings) => {
      if (inEnvironment(tokenVariable, surroundings) !== undefined) return { link: tokenVariable, isRenewed: false };
      if (inEnvironment("GOOGLE_APPLICATION_CREDENTIALS", surroundings) !== undefined)
        return { link: "the file that GOOGLE_APPLICATION_CREDENTIALS names", isRenewed: true };
      return { link: "application default credentials: gcloud's, or the machine's own", isRenewed: true };
    },
    bearer,
    ofFile: (given, means) =>
      given.text.startsWith("{") ? (means.machine?.google(googleSignIn(means, given)) ?? null) : null,
    tokenFacts: googleTokenInfo,
    payerHeader: "x-goog-user-project",
  },
};

function bearer(given: GivenCredential, { environment }: SignInMeans) {
  return async (url: string) => googleToken(forVendor(given), environment["GOOGLE_CLOUD_QUOTA_PROJECT"])(url);
}

function googleSignIn({ environment, signIn, tokenOrigins }: SignInMeans, key?: GivenCredential): GoogleSignIn {
  return { environment, network: signIn, origins: tokenOrigins, key };
}
